// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Sources in the session and the machine that tell whether requirements other than programs are met.
package struct Surroundings: Sendable {
    /// The names of the desktop that runs; nil where there is no session, and every desktop will do.
    let desktops: [String]?
    /// Where the session's bus finds the services that it can start; nil where there is no session, and every service will
    /// do.
    let serviceFolders: [String]?
    /// Whether the session names a server with printers.
    let hasPrintServer: Bool
    /// File in which CUPS lists its printers, for programs that do not speak with it (printcap(5)).
    let printerList: String
    /// Where the machine names a server with printers (client.conf(5)).
    let printerClient: String
    /// Where the kernel lists its Bluetooth adapters; nothing tells of a change there.
    let bluetoothAdapters: String
    /// udev's record of the first adapter, which is there as long as the adapter is.
    let bluetoothRecord = "/run/udev/data/+bluetooth:hci0"

    /// - Parameter environment: of the session, as it was when this process was started; nil without one.
    package init(
        session environment: [String: String]?, printerList: String = "/run/cups/printcap",
        printerClient: String = "/etc/cups/client.conf", bluetoothAdapters: String = "/sys/class/bluetooth"
    ) {
        desktops = environment.map { variables in
            (variables["XDG_CURRENT_DESKTOP"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
                .map { String(Substring($0)) }
        }
        serviceFolders = environment.map(Self.serviceFolders)
        hasPrintServer = environment?["CUPS_SERVER"]?.isEmpty == false
        self.printerList = printerList
        self.printerClient = printerClient
        self.bluetoothAdapters = bluetoothAdapters
    }

    /// The files that change with what is required.
    func files(of requirement: Requirement) -> [String] {
        switch requirement {
        case .printer: [printerList]
        case .bluetooth: [bluetoothRecord]
        case .services(let names): names.flatMap(serviceFiles)
        case .programs, .desktops: []
        }
    }

    /// Where a service of this name may be, as dbus-daemon(1) looks for it.
    func serviceFiles(of name: String) -> [String] {
        (serviceFolders ?? []).map { $0 + "/" + name + ".service" }
    }

    private static func serviceFolders(_ variables: [String: String]) -> [String] {
        func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        let own = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
        let shared = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let folders = [value("XDG_RUNTIME_DIR"), own] + shared.split(separator: ":").map(String.init)
        // The bus looks in /usr/share last, whatever the variable says.
        return (folders.compactMap(\.self).filter(BundlePath.isAbsolute) + ["/usr/share"]).withoutRepeats
            .map { $0 + "/dbus-1/services" }
    }
}
