// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Sources for the check of requirements other than programs, in the session and on the machine.
package struct Surroundings: Sendable {
    /// Names of the running desktop; nil without a session, so that every desktop is accepted.
    let desktops: [String]?
    /// Folders of the services that the session bus can start; nil without a session, so that every service
    /// is accepted.
    let serviceFolders: [String]?
    /// The session's programs that open links; nil without a session, so that every scheme is accepted.
    let linkHandlers: LinkHandlers?
    let hasPrintServer: Bool
    /// File in which CUPS lists its printers for programs without a CUPS client (printcap(5)).
    let printerList: String
    /// The machine's setting for a remote print server (client.conf(5)).
    let printerClient: String
    /// The kernel's list of Bluetooth adapters; inotify reports no changes in sysfs.
    let bluetoothAdapters: String
    /// udev's record of the first adapter, which exists as long as the adapter does; watched instead.
    let bluetoothRecord = "/run/udev/data/+bluetooth:hci0"
    private let session: [String: String]?

    /// - Parameter environment: environment of the session when this process started; nil without a session.
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

    /// The same sources, but with the default folders instead of the environment's.
    var ofMachine: Surroundings {
        Surroundings(
            session: session?.filter { ["XDG_CURRENT_DESKTOP", "CUPS_SERVER"].contains($0.key) },
            printerList: printerList, printerClient: printerClient, bluetoothAdapters: bluetoothAdapters)
    }

    /// Files to watch: a change may mean that the requirement is met, or not any more.
    func files(of requirement: Requirement) -> [String] {
        switch requirement {
        case .printer: [printerList]
        case .bluetooth: [bluetoothRecord]
        case .services(let names): names.flatMap(serviceFiles)
        case .schemes: linkHandlers?.files ?? []
        case .programs, .desktops: []
        }
    }

    /// Possible files of a service of this name, by dbus-daemon(1)'s rules.
    func serviceFiles(of name: String) -> [String] {
        (serviceFolders ?? []).map { $0 + "/" + name + ".service" }
    }

    private static func serviceFolders(_ variables: [String: String]) -> [String] {
        let runtime = own("XDG_RUNTIME_DIR", variables)
        // The bus searches /usr/share last, even if the variable does not contain it.
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

    /// The person's folder that a variable names (XDG Base Directory specification); empty if it is not
    /// absolute.
    private static func own(
        _ name: String, _ variables: [String: String], inHome path: String? = nil
    ) -> [String] {
        let usual = path.flatMap { path in value("HOME", variables).map { $0 + "/" + path } }
        return [value(name, variables) ?? usual].compactMap(\.self).filter(BundlePath.isAbsolute)
    }

    private static func shared(_ name: String, _ variables: [String: String], otherwise: String) -> [String] {
        (value(name, variables) ?? otherwise).split(separator: ":").map(String.init)
            .filter(BundlePath.isAbsolute)
    }

    private static func value(_ name: String, _ variables: [String: String]) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
