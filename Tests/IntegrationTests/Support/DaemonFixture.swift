// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

/// A real activityd, told READY by its own notification. What it started is ended and what it wrote is
/// removed when `run` returns.
final class DaemonFixture: ServedDaemon {
    let notifications: NotifySocket
    /// A command that runs the daemon, such as `unshare`.
    var prefix: [String] = []
    /// The user that runs the daemon and owns the folders; nil for the user that runs the tests.
    var owner: uid_t?
    private(set) var process: ChildProcess?
    private var arguments: [String] = []

    private init() throws {
        let folder = Scratch()
        notifications = try NotifySocket(at: folder("notify"))
        super.init(folder)
        environment["NOTIFY_SOCKET"] = folder("notify")
        environment["SWIFT_BACKTRACE"] = "enable=no"
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

    // MARK: The command line

    /// The command and the environment in which activityctl asks this daemon.
    func activityctlCommand(_ arguments: [String]) -> (command: [String], environment: [String: String]) {
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"),
            "LC_ALL": "C.UTF-8", "TERM": "xterm",
        ]
        return ([ActivityctlProgram.path, "--user", "--socket", socket] + arguments, environment)
    }

    /// Runs activityctl in a pipe: how it ended, and what came on either stream.
    func activityctl(_ arguments: [String]) throws -> (status: ChildProcess.End, text: String) {
        let (command, environment) = activityctlCommand(arguments)
        let result = try ChildProcess.run(command, environment: environment)
        return (result.end, result.output)
    }

    func activityctl(_ arguments: String...) throws -> (status: ChildProcess.End, text: String) {
        try activityctl(arguments)
    }
}
