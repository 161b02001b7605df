// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A real activityd in temporary folders, on a real socket, told READY by its own notification.
///
/// Nothing of the machine is changed and little of it read: home, the XDG folders, PATH and the system
/// activities are the fixture's own. What it started is ended and what it wrote is removed when `run`
/// returns.
final class DaemonFixture {
    let folder = Scratch()
    let notifications: NotifySocket
    /// Handed to the daemon; `start` reads it.
    var environment: [String: String]
    /// The folder of system activities that the command line names; empty: none.
    var systemBundles: String
    /// A command that runs the daemon, such as `unshare`.
    var prefix: [String] = []
    /// The user that runs the daemon and owns the folders; nil for the user that runs the tests.
    var owner: uid_t?
    private(set) var process: ChildProcess?
    private var arguments: [String] = []

    private init() throws {
        for name in ["run", "home", "programs", "system", "config", "data"] { folder.folder(name) }
        chmod(folder("run"), 0o700)
        notifications = try NotifySocket(at: folder("notify"))
        systemBundles = folder("system")
        environment = [
            "HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"), "XDG_DATA_HOME": folder("data"),
            "XDG_STATE_HOME": folder("state"), "XDG_CACHE_HOME": folder("cache"),
            "XDG_RUNTIME_DIR": folder("run"), "PATH": folder("programs"),
            "NOTIFY_SOCKET": folder("notify"), "SWIFT_BACKTRACE": "enable=no",
        ]
        installStandardSystem()
    }

    /// Runs `body` beside a daemon that has been started on what `prepare` put there.
    static func run(
        prepare: (DaemonFixture) throws -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try prepared { fixture in
            try prepare(fixture)
            try fixture.start()
            try body(fixture)
        }
    }

    /// Runs `body`, which starts the daemon itself.
    static func prepared(_ body: (DaemonFixture) throws -> Void) throws {
        let fixture = try DaemonFixture()
        defer {
            fixture.process = nil
            fixture.notifications.stop()
            // Activities outlive the daemon that started them.
            #expect(LeftProcesses.end(of: fixture.folder.path))
        }
        try body(fixture)
    }

    // MARK: Folders

    /// The socket that clients are given.
    lazy var socket = folder("run/activityd/io.activityd")
    var sheetSocket: String { folder("run/activityd-sheet/io.activityd.Sheet") }
    /// Where Register puts bundles.
    var registered: String { folder("data/activities") }
    /// The first folder of the search path.
    var configured: String { folder("config/activities") }

    func install(_ plugins: Plugin...) {
        for plugin in plugins { plugin.write(into: configured) }
    }

    func installSystem(_ plugins: Plugin...) {
        for plugin in plugins { plugin.write(into: systemBundles) }
    }

    /// Four system activities whose order is neither that of their titles nor of their identifiers.
    private func installStandardSystem() {
        let everything: [JSON] = ["*/*", "inode/directory", "x-scheme-handler/*"]
        installSystem(
            Plugin("io.test.copy", "Copy", types: everything, position: 10),
            Plugin("io.test.zebra", "Mail", position: 20), Plugin("io.test.ant", "Save", position: 20),
            Plugin(
                "io.test.print", "Print", types: ["image/*", "application/pdf", "text/plain"], position: 5,
                ["titles": ["de": "Drucken", "fr": "Imprimer", "zh-CN": "打印"]]))
    }

    /// The person's settings.
    var configuration: String { folder("config/activityd/activityd.json") }

    func configure(_ settings: String) { Files.write(configuration, settings) }

    /// Puts a program that does nothing into the daemon's PATH.
    func addProgram(_ name: String) {
        Files.write(folder("programs/") + name, "#!/bin/sh\n", mode: 0o755)
    }

    /// Installs a program that opens links of this scheme, as a package would.
    func addHandler(of scheme: String) {
        addProgram("opener")
        let applications = folder("data/applications")
        Files.write(applications + "/opener.desktop", "[Desktop Entry]\nName=Opener\nExec=opener %u\n")
        Files.write(
            applications + "/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/\(scheme)=opener.desktop;\n")
    }

    // MARK: Life

    /// Starts the daemon and waits until it serves.
    func start(_ arguments: String...) throws {
        try launch(arguments)
        try notifications.wait(for: "READY=1")
    }

    /// Starts the daemon and waits for nothing.
    func launch(_ arguments: [String]) throws {
        self.arguments = arguments
        if let owner { Files.give(folder.path, to: owner) }
        process = try ChildProcess(
            (owner.map(UserManager.become) ?? []) + prefix + [
                Checkout.program("activityd")
            ] + (systemBundles.isEmpty ? [] : ["--bundles", systemBundles]) + arguments,
            environment: environment, log: folder("log"))
    }

    /// Ends the daemon and waits for it.
    @discardableResult
    func stop(_ signal: CInt = SIGTERM, _ location: SourceLocation = #_sourceLocation) -> ChildProcess.End? {
        process?.signal(signal)
        return process?.wait(location)
    }

    /// Kills the daemon with SIGKILL, and starts it again.
    func crashAndRestart() throws {
        #expect(stop(SIGKILL) == .killed(by: SIGKILL))
        try launch(arguments)
        try notifications.wait(for: "READY=1")
    }

    /// The daemon's log so far. Only what came before an answer is surely in it.
    var log: String { Files.text(folder("log")) }

    // MARK: Clients

    func client() throws -> Client { try Client(connecting: socket, timeout: HangLimit.duration) }

    func wire() throws -> Wire { try Wire(connecting: socket) }
}
