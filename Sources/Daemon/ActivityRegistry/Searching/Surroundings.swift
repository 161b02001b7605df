// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Sources in the session and the machine that tell whether requirements other than programs are met.
package struct Surroundings: Sendable {
    /// The names of the desktop that runs; nil where there is no session, and every desktop will do.
    let desktops: [String]?
    /// Where the session's bus finds the services that it can start; nil where there is no session, and every service will
    /// do.
    let serviceFolders: [String]?
    /// The session's programs that open links; nil where there is no session, and every scheme has one.
    let linkHandlers: LinkHandlers?
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
    private let session: [String: String]?

    /// - Parameter environment: of the session, as it was when this process was started; nil without one.
    package init(
        session environment: [String: String]?, printerList: String = "/run/cups/printcap",
        printerClient: String = "/etc/cups/client.conf", bluetoothAdapters: String = "/sys/class/bluetooth"
    ) {
        session = environment
        desktops = environment.map { variables in
            (variables["XDG_CURRENT_DESKTOP"] ?? "").utf8.split(separator: UInt8(ascii: ":"))
                .map { String(Substring($0)) }
        }
        serviceFolders = environment.map(Self.serviceFolders)
        linkHandlers = environment.map { [desktops] variables in
            LinkHandlers(
                desktops: desktops ?? [], configuration: Self.configurationFolders(variables),
                data: Self.dataFolders(variables))
        }
        hasPrintServer = environment?["CUPS_SERVER"]?.isEmpty == false
        self.printerList = printerList
        self.printerClient = printerClient
        self.bluetoothAdapters = bluetoothAdapters
    }

    /// The same of the machine's own folders alone, with none that the environment names.
    var ofMachine: Surroundings {
        Surroundings(
            session: session?.filter { ["XDG_CURRENT_DESKTOP", "CUPS_SERVER"].contains($0.key) },
            printerList: printerList, printerClient: printerClient, bluetoothAdapters: bluetoothAdapters)
    }

    /// The files that change with what is required.
    func files(of requirement: Requirement) -> [String] {
        switch requirement {
        case .printer: [printerList]
        case .bluetooth: [bluetoothRecord]
        case .services(let names): names.flatMap(serviceFiles)
        case .schemes: linkHandlers?.files ?? []
        case .programs, .desktops: []
        }
    }

    /// Where a service of this name may be, as dbus-daemon(1) looks for it.
    func serviceFiles(of name: String) -> [String] {
        (serviceFolders ?? []).map { $0 + "/" + name + ".service" }
    }

    private static func serviceFolders(_ variables: [String: String]) -> [String] {
        let runtime = own("XDG_RUNTIME_DIR", variables)
        // The bus looks in /usr/share last, whatever the variable says.
        return (runtime + dataFolders(variables) + ["/usr/share"]).withoutRepeats.map {
            $0 + "/dbus-1/services"
        }
    }

    private static func dataFolders(_ variables: [String: String]) -> [String] {
        own("XDG_DATA_HOME", variables, inHome: ".local/share")
            + shared("XDG_DATA_DIRS", variables, otherwise: "/usr/local/share:/usr/share")
    }

    private static func configurationFolders(_ variables: [String: String]) -> [String] {
        own("XDG_CONFIG_HOME", variables, inHome: ".config")
            + shared("XDG_CONFIG_DIRS", variables, otherwise: "/etc/xdg")
    }

    /// The person's own folder of a kind (XDG Base Directory specification).
    private static func own(
        _ name: String, _ variables: [String: String], inHome path: String? = nil
    ) -> [String] {
        let usual = path.flatMap { path in value("HOME", variables).map { $0 + "/" + path } }
        return [value(name, variables) ?? usual].compactMap(\.self).filter(BundlePath.isAbsolute)
    }

    /// The machine's folders of a kind.
    private static func shared(_ name: String, _ variables: [String: String], otherwise: String) -> [String] {
        (value(name, variables) ?? otherwise).split(separator: ":").map(String.init)
            .filter(BundlePath.isAbsolute)
    }

    private static func value(_ name: String, _ variables: [String: String]) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
