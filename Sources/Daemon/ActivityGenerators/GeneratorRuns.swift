// SPDX-License-Identifier: Apache-2.0
//
// Schedules generators, and publishes their output. Each scan lists the generators. A new or replaced
// generator runs immediately; any generator runs again 200 ms after the first of its watched changes. A
// change during a run leads to one more run. Two runs of a generator start at least a second apart.
//
//     stage      creates a new folder                            disk thread
//     perform    runs the program, confined (Confinement.swift)  systemd, or a process
//     accept     publishes the bundles that differ               disk thread
//     scan       loads the published bundles                     disk thread
//     watch      watches the paths that the program printed      disk thread
//
// Nothing waits for this, not even READY: the previous bundles serve until then.

package import ActivityPerforming
package import ActivityRegistry
import Host
package import Systemd

/// Runs generators, and records their state.
package final class GeneratorRuns {
    /// Minimum time between two starts of a generator, in milliseconds: its runs may change the paths that it
    /// has printed.
    private static let minimumPeriod = 1_000

    let registry: BundleRegistry
    private let performer: Performer
    let loop: EventLoop
    /// Logs a message.
    private let post: (GeneratorMessage) -> Void
    /// The folder in memory that generators write to.
    let stagingFolder: String
    let folders: GeneratedFolders
    let dependencies: Dependencies
    private var states: [String: GeneratorState] = [:]
    private var waitTimer: EventSource?
    private var hasBegun = false
    /// The reason why some changes are not seen, as a sentence; nil if all are.
    package private(set) var unwatched: String?
    private(set) lazy var changes = ChangeWindow(loop) { [weak self] in self?.takeChanges() }
    var measureTimer: EventSource?

    package init(
        _ registry: BundleRegistry, _ performer: Performer, _ loop: EventLoop,
        post: @escaping (GeneratorMessage) -> Void
    ) {
        self.registry = registry
        self.performer = performer
        self.loop = loop
        self.post = post
        stagingFolder = performer.settings.runtimeFolder + "/activityd/generating"
        let disk = registry.disk
        folders = GeneratedFolders(
            registry.searchPath.generatedFolder, staging: stagingFolder, registry.remover
        ) { disk.reportPath($0) }
        dependencies = Dependencies { disk.reportPath($0) }
    }

    /// Whether a generator runs or is about to run.
    package var isPending: Bool { states.values.contains { $0.stage != .idle } }

    package var problems: [String] { all.compactMap(\.problem) }

    /// Folders of the generators' bundles, which come last in the search path.
    package var servedFolders: [String] {
        all.map { registry.searchPath.generatedFolder + "/" + $0.name }
    }

    /// States of the present generators, sorted by name.
    var all: [GeneratorState] {
        states.values.filter { $0.generator != nil }.sorted { $0.name < $1.name }
    }

    var runs: [String: GeneratorRun] { states.compactMapValues(\.run) }

    func isThere(_ name: String) -> Bool { states[name]?.generator != nil }

    func setFolders(_ folders: [String], of name: String) { states[name]?.folders = folders }

    func report(unwatched reason: String?) {
        if let reason, reason != unwatched { post(.unwatched(reason)) }
        unwatched = reason
    }

    // MARK: Finding generators

    /// Runs new and replaced generators among those that the last scan has found.
    package func follow() {
        let found = registry.state.generators
        let names = Set(found.map(\.name))
        for state in all where !names.contains(state.name) { forget(state) }
        begin(names.sorted())
        for generator in found where states[generator.name]?.generator != generator {
            states[generator.name, default: GeneratorState(generator.name)].generator = generator
            stop(generator.name, "Another program has taken its place.")
            schedule(generator.name)
        }
    }

    private func forget(_ state: GeneratorState) {
        let name = state.name
        stop(name, "It has been taken away.")
        var rest = GeneratorState(name)
        (rest.stage, rest.run) = (state.stage, state.run)
        states[name] = state.isBusy ? rest : nil
        registry.run(at: registry.searchPath.generatedFolder) { [dependencies, folders] in
            (dependencies.remove(name), Result { () throws(StorageError) in try folders.remove(name) })
        } then: { [weak self] changed, removed in
            for name in changed { self?.schedule(name) }
            if case .failure(let error) = removed { self?.post(.problem(error.description)) }
        }
    }

    /// Runs all generators again: their sources may have changed unnoticed.
    package func runAll() {
        for state in all { schedule(state.name) }
    }

    /// Sweeps the folders and reads the published bundles, once.
    private func begin(_ names: [String]) {
        guard !hasBegun else { return }
        hasBegun = true
        registry.run(at: registry.searchPath.generatedFolder) { [folders] in
            (
                Result { () throws(StorageError) in try folders.sweep() },
                names.map { GeneratorContents(folders.contents(of: $0)) }
            )
        } then: { [weak self] swept, contents in
            if case .failure(let error) = swept { self?.post(.problem(error.description)) }
            for (name, contents) in zip(names, contents) where self?.states[name]?.contents == nil {
                self?.states[name]?.contents = contents
            }
        }
    }

    // MARK: Running

    func schedule(_ name: String) {
        guard let state = states[name], state.generator != nil else { return }
        if state.isBusy { states[name]?.runsAgain = true } else { states[name]?.stage = .waiting }
        startNext()
    }

    /// Starts as many waiting generators as may run, the least recently started ones first.
    private func startNext() {
        let waiting = states.values.filter { $0.stage == .waiting }.sorted {
            ($0.begun ?? 0, $0.name) < ($1.begun ?? 0, $1.name)
        }
        let free = ProgramLimits.generators - states.values.count(where: \.isBusy)
        for state in waiting.filter({ rest(of: $0) == 0 }).prefix(max(0, free)) { start(state.name) }
        guard let rest = waiting.map(rest).filter({ $0 > 0 }).min() else { return }
        if waitTimer == nil { waitTimer = try? loop.after(0) { [weak self] in self?.startNext() } }
        waitTimer?.rearm(after: UInt64(rest) * 1_000)
    }

    /// Remaining wait before the next start, in milliseconds.
    private func rest(of state: GeneratorState) -> Int {
        guard let begun = state.begun else { return 0 }
        return max(0, begun + Self.minimumPeriod - Clocks.monotonic())
    }

    private func start(_ name: String) {
        states[name]?.stage = .staging
        registry.run(at: stagingFolder) { [folders] in
            Result { () throws(StorageError) in try folders.stage(name) }
        } then: { [weak self] staged in
            switch staged {
            case .success(let folder): self?.perform(name, in: folder)
            case .failure(let error):
                self?.fail(name, error.description)
                self?.finish(name)
            }
        }
    }

    private func perform(_ name: String, in folder: String) {
        guard let generator = states[name]?.generator else {
            discard(folder)
            return finish(name)
        }
        let run = GeneratorRun(generator, in: folder)
        let client = ProgramClient(performer, DiskCaller(.own, bytes: 0)) { [weak self, weak run] in
            guard let self, let run else { return }
            run.end($0)
            end(run)
        }
        run.client = client
        states[name]?.begin(run, at: Clocks.monotonic())
        let confinement = Confinement(ofGeneratorIn: folder, performer.settings)
        let job = PerformJob(generator.path, within: confinement)
        performer.perform(job, program: generator.path, for: client)
        measureLater()
    }

    /// Stops a generator's run, if there is one. If the stop fails, the run's time limit ends it.
    func stop(_ name: String, _ sentence: String) {
        states[name]?.run?.condemn(sentence)
        states[name]?.run?.client?.stop()
    }

    // MARK: Ending

    private func end(_ run: GeneratorRun) {
        states[run.name]?.end(run)
        report(run)
        if run.failure == nil, isThere(run.name) { accept(run) } else { reject(run) }
    }

    private func accept(_ run: GeneratorRun) {
        registry.run(at: run.folder) { [folders, folder = run.folder, name = run.name] in
            Result { () throws(GeneratedFault) in
                let acceptance = try folders.accept(folder, as: name)
                return (isNew: acceptance.isNew, contents: GeneratorContents(acceptance.contents))
            }
        } then: { [weak self] accepted in
            switch accepted {
            case .success(let accepted):
                self?.succeed(run, accepted.contents, isNew: accepted.isNew)
                self?.watch(run)
            case .failure(let fault):
                run.condemn(fault.sentence)
                self?.reject(run)
            }
        }
    }

    private func succeed(_ run: GeneratorRun, _ contents: GeneratorContents, isNew: Bool) {
        states[run.name]?.contents = contents
        states[run.name]?.failure = nil
        post(
            .ran(
                run.name,
                "Generator \(run.name): bundles: \(contents.bundles), left out: \(contents.omitted), "
                    + (isNew ? "new" : "as before") + "; \(run.duration) ms."))
        if let problem = contents.problem { post(.generatorProblem(run.name, problem)) }
        if isNew { registry.post { $0.catchUp() } }
        // Discarded after the scan, since it may remove thousands of files.
        discard(run.folder)
    }

    /// Discards the output of a run that failed, or whose generator has been removed or replaced.
    private func reject(_ run: GeneratorRun) {
        discard(run.folder)
        guard states[run.name]?.generator == run.generator else { return finish(run.name) }
        fail(run.name, run.failure)
        watch(run)
    }

    private func discard(_ folder: String) {
        registry.run(at: folder) { [folders] in folders.discard(folder) }
    }

    private func fail(_ name: String, _ failure: String?) {
        states[name]?.failure = failure
        if let problem = states[name]?.problem { post(.generatorProblem(name, problem)) }
    }

    /// Logs a run's standard error, and the number of unusable lines in its output.
    private func report(_ run: GeneratorRun) {
        if let errors = run.errors { post(.printed(run.name, errors)) }
        guard run.output.invalidLines > 0 else { return }
        let sentence =
            "The generator \(run.name) printed lines that are no absolute paths, and they are passed over: "
            + "\(run.output.invalidLines)."
        post(.generatorProblem(run.name, sentence))
    }

    /// Marks the generator as idle, schedules it if it must run again, and starts the next one.
    func finish(_ name: String) {
        let runsAgain = states[name]?.runsAgain == true
        states[name]?.stage = .idle
        states[name]?.runsAgain = false
        if !isThere(name) { states[name] = nil }
        if runsAgain { schedule(name) } else { startNext() }
    }
}
