// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
package import Systemd
import Varlink

/// The daemon's composition root: builds the parts, connects them, and runs them on the thread that answers.
package final class Daemon {
    /// Microseconds that a reload waits after the first signal, so that it answers for later ones too.
    private static let reloadWindow: UInt64 = 200_000
    /// Longest wait for the disk when the daemon ends, in microseconds; then open calls are refused.
    private static let shutdownTimeout: UInt64 = 2_000_000

    let options: Options
    private let process: HostProcess
    let locale: LocaleTag?
    private let configurationFiles: [String]
    private(set) var settings: Settings
    /// Sentences for `Status`.
    private(set) var settingsProblems: [String]
    let journal: Journal
    let loop: SystemdLoop
    /// The answering thread's loop, for further sources of the process.
    package var events: EventLoop { loop.events }
    let drawing: DrawingClient
    let registry: BundleRegistry
    let watch: RegistryWatch
    let server: Server
    let sockets: Sockets
    let collators: Collators
    let monitors = Monitors()
    let counters = Counters()
    private(set) lazy var audit = AuditLog(journal, loop.events)
    let sandboxedConnections: Int
    /// The performer of the user scope; nil in the system scope.
    let performer: Performer?
    private(set) lazy var performing = PerformHandler(registry: registry, performer: performer)
    private(set) lazy var features = makeFeatures()
    private var reloadTimer: EventSource?
    private var idleTimer: EventSource?
    private var endTimer: EventSource?

    /// - Throws: `StartError`, or an error of the system.
    package init(_ options: Options, environment: [String: String], in process: HostProcess) throws {
        self.options = options
        self.process = process
        locale = Self.sessionLocale(environment)
        configurationFiles = Self.configurationFiles(options.scope, environment)
        let path: SearchPath =
            options.scope == .system
            ? .system(environment: environment) : .user(environment: environment, home: Self.homeFolder)
        let (admin, (settings, problems)) = Self.firstSettings(path, configurationFiles)
        self.settings = settings
        settingsProblems = problems
        journal = process.journal
        journal.level = options.logLevel ?? settings.logLevel
        for problem in problems { journal.problem(problem, id: Journal.MessageID.configurationProblem) }
        let budget = try DescriptorBudget(
            connections: settings.limits.connections,
            activities: options.scope == .user ? ProgramLimits.all : 0,
            sandboxed: options.scope == .user ? Limits.sandboxedConnections : 0,
            raisingLimit: process.raiseDescriptorLimit)
        sandboxedConnections = budget.sandboxed
        drawing = DrawingClient(
            program: DrawingClient.program(environment: environment), environment: environment,
            limits: Self.drawingLimits(options.scope))
        loop = SystemdLoop(try EventLoop(), drawing: drawing)
        registry = try BundleRegistry(
            searchPath: try Self.searchPath(options, settings, environment), settings: admin, judge: drawing,
            programPath: environment["PATH"] ?? ProgramPath.machines,
            surroundings: Surroundings(session: options.scope == .user ? environment : nil),
            firstGeneration: Clock.sinceBoot,
            tellsSteps: { [journal] in journal.level == .debug },
            log: { [journal] in journal.registry($0) })
        collators = Collators(registry) { [loop] in try? loop.events.after($0, $1) }
        watch = RegistryWatch(registry, loop.events, journal)
        let runtimeFolder =
            options.scope == .system ? "/run" : SearchPath.folder(environment["XDG_RUNTIME_DIR"])
        let (sockets, faults) = try Sockets.open(
            options.scope, inherited: process.inherited, runtimeFolder: runtimeFolder)
        self.sockets = sockets
        for fault in faults { journal.problem(fault) }
        server = try Server(
            configuration: Self.configuration(settings.limits, budget, options.scope), loop: loop)
        let performing = Self.performing(
            options.scope, registry.searchPath, sockets, settings.limits, budget, environment)
        performer = performing.map { [loop, registry] in Performer(loop.events, registry, $0) }
        performer?.onFault = { [journal] in
            journal.log(.debug, "\($0): \($1)", ["ACTIVITY_ID": $0])
        }
        performer?.onFinish = { [journal, counters] in
            journal.performed($0, $1)
            counters.count($1.outcome)
        }
        performer?.onAnswers = { [registry] in registry.saveAnswers($1, of: $0, .succeeded) }
    }

    /// Serves until `end` or idleness ends the daemon.
    package func run() throws {
        try serve()
        try watch.start()
        registry.onChange = { [unowned self] snapshot in
            collators.beginGeneration()
            monitors.announce(snapshot.generation)
            process.report(.changed(status: status))
        }
        // Clients wait in the sockets' backlog until there is a sheet to serve.
        server.stopAccepting()
        registry.start { [unowned self] in
            process.report(.ready(status: status))
            journal.log(.info, "Serving \(status).", id: Journal.MessageID.started)
            performer?.recover(sockets.kept)
            watch.onScan = { [weak self] in self?.follow() }
            watch.onSettle = { [weak self] in self?.follow() }
            follow()
            server.resumeAccepting()
            watchIdleness()
        }
        try server.run()
        audit.recordOmitted()
        registry.finish()
        drawing.stop()
        sockets.removeLinks()
    }

    private func follow() {
        for feature in features { feature.follow() }
    }

    private func makeFeatures() -> [Feature] {
        [
            makeTargets(),
            makeGenerators(),
            makeTransforms(),
        ]
    }

    // MARK: Changes

    func reload(
        for requester: Requester = .own, then: @escaping (_ refusal: String?) -> Void = { _ in }
    ) {
        process.report(.reloading)
        let (files, former) = (configurationFiles, settings)
        let read = Slot<(settings: Settings, problems: [String])>()
        // Continues after its client hangs up, since systemd already knows that the daemon reloads.
        registry.request(for: DiskCaller(requester, bytes: 0)) { keeper, answer in
            read.put(
                Settings.load(keeper.configuration(), files, former: former, reportPath: keeper.reportPath))
            keeper.reload { answer(()) }
        } then: { [unowned self] (result: Result<Void, DiskRefusal>) in
            let read = read.take()
            if let read { configure(read.settings, read.problems) }
            for feature in features { feature.reload() }
            switch result {
            case .success:
                journal.log(.info, "Reloaded: \(status).", id: Journal.MessageID.reloaded)
                then(nil)
            case .failure(let refusal):
                let isRead =
                    read == nil ? "" : "Everything was read again, but not every icon is judged yet. "
                let reason = isRead + refusal.description
                journal.problem("Not reloaded: \(reason)", id: Journal.MessageID.notReloaded)
                then(reason)
            }
            process.report(.ready(status: status))
        }
    }

    /// Signals may come at any rate: the first opens a window, and one reload answers for all signals in it.
    package func requestReload() {
        guard reloadTimer == nil else { return }
        process.report(.reloading)
        reloadTimer = try? loop.events.after(Self.reloadWindow) { [unowned self] in
            reloadTimer?.remove()
            reloadTimer = nil
            reload()
        }
    }

    /// Applies the configuration files' log level and idle time; other settings apply from the next start. A
    /// level set by SetLogLevel stays unless the files' own level has changed.
    private func configure(_ new: Settings, _ problems: [String]) {
        for problem in problems { journal.problem(problem, id: Journal.MessageID.configurationProblem) }
        if options.logLevel == nil, new.logLevel != settings.logLevel { journal.level = new.logLevel }
        settings = new
        settingsProblems = problems
        follow()
        if server.connectionCount == 0 { waitForIdleness() }
    }

    private var status: String {
        let snapshot = registry.snapshot
        let rejected = snapshot.counts.rejected
        return
            "\(snapshot.counts.system) system and \(snapshot.counts.custom) custom activities"
            + (rejected > 0 ? ", \(rejected) rejected" : "") + ", generation \(snapshot.generation)"
    }

    // MARK: Ending

    /// Idleness counts from when the daemon serves: until then the client that started it waits in the
    /// backlog.
    private func watchIdleness() {
        guard sockets.areInherited else { return }
        server.onConnectionCountChange = { [unowned self] count in
            if count == 0 { waitForIdleness() } else { idleTimer?.pause() }
        }
        performer?.onIdle = { [unowned self] in
            if server.connectionCount == 0 { waitForIdleness() }
        }
        idleTimer = try? loop.events.after(idleTimeout ?? 0) { [unowned self] in endIfIdle() }
        waitForIdleness()
    }

    private var idleTimeout: UInt64? { options.idleTimeout ?? settings.idleTimeout }

    private func waitForIdleness() {
        guard let timeout = idleTimeout else { return idleTimer?.pause() ?? () }
        idleTimer?.rearm(after: timeout)
    }

    /// Answers the calls that clients have already sent, and then lets `run` return.
    package func end() {
        process.report(.ending)
        server.stopAccepting()
        registry.disk.beginEnd()
        let drain = { [unowned self] in server.drain() }
        endTimer = try? loop.events.after(Self.shutdownTimeout) { [registry] in
            registry.giveUp()
            drain()
        }
        if let performer { performer.handOverPipes(then: drain) } else { drain() }
    }

    /// Stops accepting first: a client that connects now waits in the backlog, and systemd starts the next
    /// daemon for it.
    private func endIfIdle() {
        server.stopAccepting()
        let isPending =
            registry.isPending || drawing.isPending || performer?.isPending == true
            || features.contains { $0.isPending() }
        if server.connectionCount == 0, !isPending {
            journal.log(.debug, "Ending: no client is connected.", id: Journal.MessageID.ended)
            end()
        } else {
            server.resumeAccepting()
            waitForIdleness()
        }
    }
}
