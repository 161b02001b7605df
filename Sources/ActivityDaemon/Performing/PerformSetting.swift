// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Whose activities are performed, and where.
struct PerformSetting {
    /// $XDG_RUNTIME_DIR.
    let runtimeFolder: String
    let home: String
    /// $XDG_CONFIG_HOME.
    let configurationFolder: String
    /// The daemon's own.
    let environment: [String: String]
    /// Whether the daemon is a service of systemd, narrowed and ended when it is idle.
    let isService: Bool

    /// What an activity narrows itself to; nil where it does not.
    func sandbox(for job: PerformJob, in folder: PerformFolder) throws(PerformRefusal) -> Sandbox? {
        let options = job.options
        guard !options.network || options.writes != nil else { return nil }
        var writes: [String]?
        if let named = options.writes {
            try folder.makeTemporary()
            let personal = PersonalFolders(home: home, configuration: configurationFolder)
            // Not the folder itself: what the next daemon goes by lies in it, and it stops whatever unit stands there.
            var paths = [folder.temporaryPath]
            for name in named { paths.append(try personal.make(name)) }
            writes = paths
        }
        return Sandbox(
            network: options.network, writes: writes, hidden: ownSockets + (job.isSystem ? [] : [bus]),
            isSystem: job.isSystem)
    }

    /// The ways to have something done outside of a sandbox by systemd and by this daemon.
    private var ownSockets: [String] {
        [
            runtimeFolder + "/activityd/io.activityd", runtimeFolder + "/systemd",
            Self.folder(of: bus) + "/systemd",
        ]
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    /// The socket of the session's bus.
    private var bus: String {
        let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        guard address.hasPrefix("unix:path=") else { return runtimeFolder + "/bus" }
        return String(address.dropFirst("unix:path=".count).prefix { $0 != "," && $0 != ";" })
    }
}
