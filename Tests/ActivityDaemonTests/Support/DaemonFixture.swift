// SPDX-License-Identifier: Apache-2.0

import ActivityDaemon
import ActivityDrawing
import ActivityRegistry
import DaemonSupport
import Glibc
import StrictJSON
import Systemd
import TestSupport
import Testing

/// A daemon in the tests' own process: the same calls on the same sockets as of a program, without its start.
///
/// Tests of signals, kills, systemd, limits of the process, other users and locales need the program, and
/// are in IntegrationTests.
final class DaemonFixture: ServedDaemon {
    private var thread: DaemonThread?

    private init() {
        super.init(Scratch(isInMemory: true))
    }

    /// Findings on the standard system's icons, as packages have them: activity-draw starts only for tests
    /// with other icons, and for those that draw.
    private static let findings = Result {
        let standard = ServedDaemon()
        let drawing = DrawingClient(program: DrawingClient.program(environment: [:]))
        defer { drawing.stop() }
        _ = try ShippedFindings.write(in: standard.systemBundles, by: drawing)
        return Files.read(standard.systemBundles + "/verdicts.json")
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
        let fixture = DaemonFixture()
        Files.write(fixture.systemBundles + "/verdicts.json", try findings.get())
        defer {
            #expect(throws: Never.self) { try fixture.stop() }
            // activity-draw ends with the daemon; activities outlive it.
            #expect(LeftProcesses.end(of: fixture.folder.path))
        }
        try body(fixture)
    }

    /// Runs `body` beside a daemon that performs these activities, and starts their programs itself.
    ///
    /// - Parameter system: bundles of the system's, beside the standard ones.
    static func performing(
        _ activities: [Plugin] = [], system: [Plugin] = [],
        prepare: (DaemonFixture) throws -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try run(prepare: { daemon in
            daemon.environment["PATH"] = daemon.folder("programs") + ":/usr/bin:/bin"
            for activity in activities { activity.write(into: daemon.configured) }
            for bundle in system { bundle.write(into: daemon.systemBundles) }
            try prepare(daemon)
        }) { daemon in
            try daemon.waitTillJudged(activities.count + system.count)
            try body(daemon)
        }
    }

    /// Runs `body` beside a daemon that waits for programs that list targets for as long as a loaded machine
    /// needs.
    static func listing(
        _ activities: [Plugin], timeout: Int = 60_000_000, settings: KeyValuePairs<String, JSON> = [:],
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try performing(activities, prepare: { $0.configureTargets(timeout: timeout, settings) }, body)
    }

    // MARK: Life

    /// Starts the daemon and waits until it serves.
    func start(logLevel: Journal.Level? = nil) throws {
        let options = Options(
            scope: .user, systemBundles: systemBundles.isEmpty ? nil : systemBundles, generators: nil,
            idleTimeout: nil, logLevel: logLevel)
        let thread = try DaemonThread(options, environment: environment, log: folder("log"))
        self.thread = thread
        try thread.waitTillReady()
    }

    /// The activity-draw that the daemon has started.
    func drawingProcess() throws -> pid_t { try #require(thread?.children.first) }

    /// Ends the daemon, which saves its state, and waits for it.
    func stop() throws {
        let thread = thread
        self.thread = nil
        try thread?.end()
    }

    /// Ends the daemon, and starts the next one on its files.
    func restart() throws {
        try stop()
        try start()
    }
}
