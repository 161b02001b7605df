// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Sources in the session and the machine that tell whether requirements other than programs are met.
package struct Surroundings: Sendable {
    /// The names of the desktop that runs; nil where there is no session, and every desktop will do.
    let desktops: [String]?
    /// Whether the session names a server with printers.
    let hasPrintServer: Bool
    /// File in which CUPS lists its printers, for programs that do not speak with it (printcap(5)).
    let printerList: String
    /// Where the machine names a server with printers (client.conf(5)).
    let printerClient: String
    /// Where the kernel lists its Bluetooth adapters; nothing tells of a change there.
    let bluetoothAdapters: String
    /// udev's record of the first adapter, which is there as long as the adapter is.
    let bluetoothRecord: String

    /// - Parameter environment: of the session, as it was when this process was started; nil without one.
    package init(
        session environment: [String: String]?, printerList: String = "/run/cups/printcap",
        printerClient: String = "/etc/cups/client.conf", bluetoothAdapters: String = "/sys/class/bluetooth",
        bluetoothRecord: String = "/run/udev/data/+bluetooth:hci0"
    ) {
        desktops = environment.map { variables in
            (variables["XDG_CURRENT_DESKTOP"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
                .map { String(Substring($0)) }
        }
        hasPrintServer = environment?["CUPS_SERVER"]?.isEmpty == false
        self.printerList = printerList
        self.printerClient = printerClient
        self.bluetoothAdapters = bluetoothAdapters
        self.bluetoothRecord = bluetoothRecord
    }

    /// The file that changes with what is required; nil where there is none.
    func file(of requirement: Requirement) -> String? {
        switch requirement {
        case .printer: printerList
        case .bluetooth: bluetoothRecord
        case .programs, .desktops: nil
        }
    }
}
