// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityPolicy
import ActivityRegistry
import Glibc
import Host
import StrictJSON
import Synchronization
import Varlink

extension Daemon {
    /// The person's configuration file, which overrides the admin's settings; empty in the system scope.
    static func configurationFiles(_ scope: Scope, _ environment: [String: String]) -> [String] {
        guard scope == .user else { return [] }
        let path = SearchPath.user(environment: environment, home: homeFolder)
        let own = path.personalConfigurationFolder + "/activityd"
        // A folder of the admin's stays the admin's even if XDG_CONFIG_HOME leads there.
        return path.policyFolders.contains { $0.isExactly(own) } ? [] : [own + "/activityd.json"]
    }

    /// The settings at the daemon's start. A file on a dead server must not keep the daemon from starting:
    /// once a path has not responded for three seconds, the person's files count as unreadable, and all that
    /// the admin's may close is closed.
    static func firstSettings(
        _ path: SearchPath, _ files: [String]
    ) -> (admin: AdminSettings, own: (settings: Settings, problems: [String])) {
        guard let reader = try? DiskThread() else {
            let admin = AdminSettings(of: path)
            return (admin, Settings.load(admin, files))
        }
        let (admin, read) = (Slot<AdminSettings>(), Slot<(settings: Settings, problems: [String])>())
        let first = path.policyFolders.first ?? "/"
        reader.run(at: first) {
            let found = AdminSettings(of: path, reportPath: reader.reportPath)
            admin.put(found)
            read.put(Settings.load(found, files, reportPath: reader.reportPath))
        }
        let blocked = reader.finishUnlessBlocked()
        let found = admin.take() ?? .unknown
        if let own = read.take() { return (found, own) }
        var (settings, problems) = Settings.load(found, [])
        // `rememberTargets` stays on: turning it off would delete remembered targets, which the person may
        // not want.
        settings.closed = PolicySwitch.personal.subtracting([.rememberTargets])
        problems.append(
            "\(blocked ?? first) does not answer. Check that its server is there, and restart the daemon."
        )
        return (found, (settings, problems))
    }

    /// - Throws: `missingFolder` if a folder named on the command line does not exist.
    static func searchPath(
        _ options: Options, _ settings: Settings, _ environment: [String: String]
    ) throws(StartError) -> SearchPath {
        let bundles =
            try options.systemBundles.map { path throws(StartError) in
                try absolute(path, of: "system activities")
            } ?? settings.systemBundles
        let generators = try options.generators.map { path throws(StartError) in
            try absolute(path, of: "generators")
        }
        return options.scope == .system
            ? .system(bundles: bundles, environment: environment)
            : .user(environment: environment, home: homeFolder, bundles: bundles, generators: generators)
    }

    /// Settings of the performer; nil in the system scope or without a runtime folder.
    static func performing(
        _ scope: Scope, _ path: SearchPath, _ sockets: Sockets, _ limits: Limits,
        _ budget: DescriptorBudget, _ environment: [String: String]
    ) -> PerformerSettings? {
        guard scope == .user, let runtimeFolder = SearchPath.folder(environment["XDG_RUNTIME_DIR"]) else {
            return nil
        }
        let programPath = environment["PATH"] ?? ProgramPath.machines
        return PerformerSettings(
            runtimeFolder: runtimeFolder, home: SearchPath.folder(environment["HOME"]) ?? homeFolder,
            configurationFolder: path.personalConfigurationFolder, cacheFolder: path.cacheFolder,
            activityStates: path.activityStates, environment: environment,
            isService: sockets.areInherited && environment["INVOCATION_ID"] != nil,
            sandboxProgram: OwnProgram.path("activity-sandbox"),
            findProgram: { ProgramPath.find($0, in: programPath) },
            handOverTime: UInt64(limits.handOverUSec), maximumRunning: budget.activities)
    }

    /// The session's locale for sorting, by the precedence of POSIX.
    static func sessionLocale(_ environment: [String: String]) -> LocaleTag? {
        ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
            .flatMap { LocaleTag($0) }
    }

    static var homeFolder: String { UserDatabase.user(getuid())?.home ?? "/" }

    private static func absolute(_ path: String, of what: String) throws(StartError) -> String {
        guard let full = RealPath.find(path) else {
            throw .missingFolder(what: what, path: path, reason: ErrorText.of())
        }
        return full
    }

    static func configuration(
        _ limits: Limits, _ budget: DescriptorBudget, _ scope: Scope
    ) -> Configuration {
        var configuration = Configuration {
            CallError.limitExceeded(limit: $0, maximum: $1).varlink(in: Interfaces.sheet)
        }
        configuration.frameLimit = limits.frameBytes
        configuration.replyLimit = limits.replyBytes
        configuration.connectionLimit = budget.connections
        configuration.connectionLimitPerUser =
            limits.connectionsPerUser ?? (scope == .user ? budget.connections : 256)
        configuration.reservedConnections = min(configuration.reservedConnections, budget.connections / 2)
        // Longer than the drawing process may stay silent, so that an icon under way is still answered, or
        // refused.
        configuration.drainTime = .seconds(15)
        return configuration
    }

    /// Limits of the drawing client. The system scope serves all users of the machine with one process: a
    /// good icon takes milliseconds, and a request may delay other users by a second at most.
    static func drawingLimits(_ scope: Scope) -> DrawingClient.Limits {
        var limits = DrawingClient.Limits()
        if scope == .system { limits.clientSeconds = 1 }
        return limits
    }
}
