// SPDX-License-Identifier: Apache-2.0

/// A service without a unit file, for the user's manager to run (systemd.service(5)).
package struct TransientService {
    /// A setting of systemd.unit(5), systemd.service(5) or systemd.exec(5), by its name on the bus.
    package enum Property {
        case text(String, String)
        case flag(String, Bool)
        /// Microseconds, or bytes.
        case number(String, UInt64)
        case integer(String, Int32)
        case list(String, [String])
        /// Exit statuses.
        case statuses(String, ClosedRange<Int32>)
        case descriptor(String, CInt)
    }

    package let name: String
    /// An absolute path.
    package let program: String
    /// The arguments exactly as the program receives them, its own name first. systemd expands neither
    /// `$NAME`, because of `no-env-expand`, nor `%h`, which it expands in unit files only.
    package let arguments: [String]
    package var properties: [Property]
    /// Whether the starter reads the service's result and then dismisses it.
    package let keepsResult: Bool

    package init(
        name: String, program: String, arguments: [String], properties: [Property], keepsResult: Bool
    ) {
        self.name = name
        self.program = program
        self.arguments = arguments
        self.properties = properties
        self.keepsResult = keepsResult
    }

    /// Appends the arguments of org.freedesktop.systemd1.Manager.StartTransientUnit: `ssa(sv)a(sa(sv))`.
    func write(to message: BusMessage) throws(SystemdError) {
        try message.append(name)
        try message.append("fail")
        try message.container("a", "(sv)") { () throws(SystemdError) in
            for property in properties { try Self.write(property, to: message) }
            try writeCommand(to: message)
        }
        try message.container("a", "(sa(sv))") {}
    }

    private static func write(_ property: Property, to message: BusMessage) throws(SystemdError) {
        switch property {
        case .text(let name, let value):
            try entry(name, "s", message) { () throws(SystemdError) in try message.append(value) }
        case .flag(let name, let value):
            try entry(name, "b", message) { () throws(SystemdError) in try message.append(value) }
        case .number(let name, let value):
            try entry(name, "t", message) { () throws(SystemdError) in try message.append(value) }
        case .integer(let name, let value):
            try entry(name, "i", message) { () throws(SystemdError) in try message.append(value) }
        case .list(let name, let values):
            try entry(name, "as", message) { () throws(SystemdError) in try message.append(values) }
        case .statuses(let name, let statuses):
            try entry(name, "(aiai)", message) { () throws(SystemdError) in
                try message.container("r", "aiai") { () throws(SystemdError) in
                    try message.container("a", "i") { () throws(SystemdError) in
                        for status in statuses { try message.append(status) }
                    }
                    // No signals.
                    try message.container("a", "i") {}
                }
            }
        case .descriptor(let name, let value):
            try entry(name, "h", message) { () throws(SystemdError) in try message.append(descriptor: value) }
        }
    }

    private func writeCommand(to message: BusMessage) throws(SystemdError) {
        try Self.entry("ExecStartEx", "a(sasas)", message) { () throws(SystemdError) in
            try message.container("a", "(sasas)") { () throws(SystemdError) in
                try message.container("r", "sasas") { () throws(SystemdError) in
                    try message.append(program)
                    try message.append(arguments)
                    try message.append(["no-env-expand"])
                }
            }
        }
    }

    private static func entry(
        _ name: String, _ type: String, _ message: BusMessage, _ value: () throws(SystemdError) -> Void
    ) throws(SystemdError) {
        try message.container("r", "sv") { () throws(SystemdError) in
            try message.append(name)
            try message.container("v", type, value)
        }
    }
}
