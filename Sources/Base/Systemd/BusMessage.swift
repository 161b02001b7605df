// SPDX-License-Identifier: Apache-2.0

import CSystemd

/// A message's arguments for writing, in the types of the D-Bus specification.
struct BusMessage {
    let pointer: OpaquePointer

    /// Appends text, up to the first NUL.
    func append(_ text: String) throws(SystemdError) {
        let result = text.withCString { sd_bus_message_append_basic(pointer, Self.code("s"), $0) }
        try SystemdError.check(result, "sd_bus_message_append_basic")
    }

    func append(_ flag: Bool) throws(SystemdError) { try append(flag ? 1 : 0 as CInt, as: "b") }

    func append(_ number: UInt64) throws(SystemdError) { try append(number, as: "t") }

    func append(_ number: Int32) throws(SystemdError) { try append(number, as: "i") }

    /// Appends a duplicate of the descriptor.
    func append(descriptor: CInt) throws(SystemdError) { try append(descriptor, as: "h") }

    private func append(_ value: some BitwiseCopyable, as type: Unicode.Scalar) throws(SystemdError) {
        var value = value
        try SystemdError.check(
            sd_bus_message_append_basic(pointer, Self.code(type), &value), "sd_bus_message_append_basic")
    }

    func append(_ texts: [String]) throws(SystemdError) {
        try container("a", "s") { () throws(SystemdError) in
            for text in texts { try append(text) }
        }
    }

    /// Appends an array, a structure, a dictionary entry or a variant, with the contents that `body` appends.
    func container(
        _ kind: Unicode.Scalar, _ contents: String, _ body: () throws(SystemdError) -> Void
    ) throws(SystemdError) {
        try SystemdError.check(
            sd_bus_message_open_container(pointer, Self.code(kind), contents), "sd_bus_message_open_container"
        )
        try body()
        try SystemdError.check(sd_bus_message_close_container(pointer), "sd_bus_message_close_container")
    }

    private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
