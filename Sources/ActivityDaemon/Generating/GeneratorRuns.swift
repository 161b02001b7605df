// SPDX-License-Identifier: Apache-2.0
//
// When generators run, and what becomes of what they make. Each look tells which generators there are; one that is new,
// or another program than before, runs, and so does one of whose paths something has changed, 200 ms after the first of
// the changes. What changes while it runs makes it run once more, a second after it began at the earliest.
//
//     stage      a new folder                                    the disk's thread
//     perform    the program, confined (Confinement.swift)       systemd, or a process
//     accept     what differs takes the former's place           the disk's thread
//     watch      what the program has named                      the disk's thread
//     look       what serves is what is there now                the disk's thread
//
// Nothing waits for this, READY neither: what was made before serves until then.

import ActivityPerforming
import ActivityRegistry
import Host
import Systemd

/// Runs generators, and knows how they did.
final class GeneratorRuns {
    /// How many run at the same time; each is mostly one process.
    private static let maximumRunning = 4
    /// How often it is looked how much has been written; microseconds.
    private static let measurePeriod: UInt64 = 250_000
    /// Milliseconds between two starts of a generator, at least: it may have named what changes with each run.
    private static let leastPeriod = 1_000

    let registry: BundleRegistry
    private let performer: Performer
    let loop: EventLoop
    let journal: Journal
    private let surroundings: GeneratorSurroundings
    private let folders: GeneratedFolders
    let dependencies: Dependencies
    /// By name.
    private(set) var reports: [String: GeneratorReport] = [:]
    private var waiting: [String] = []
    /// From when a run's folder is made until its paths are watched.
    private var busy: Set<String> = []
    /// Those of the busy ones whose program runs.
    private var runs: [String: GeneratorRun] = [:]
    private var again: Set<String> = []
    /// When each began last, in milliseconds of CLOCK_MONOTONIC.
    private var starts: [String: Int] = [:]
    private var restTimer: EventSource?
    private var hasBegun = false
    /// Why some changes are not seen: a sentence.
    private(set) var unwatched: String?
    var changes: (descriptor: CInt, source: EventSource)?
    var changeTimer: EventSource?
    private var measureTimer: EventSource?

    init(
        _ registry: BundleRegistry, _ performer: Performer, _ loop: EventLoop, _ journal: Journal,
        _ surroundings: GeneratorSurroundings
    ) {
        self.registry = registry
        self.performer = performer
        self.loop = loop
        self.journal = journal
        self.surroundings = surroundings
        let disk = registry.disk
        folders = GeneratedFolders(
            registry.searchPath.generatedFolder, staging: surroundings.stagingFolder, registry.remover
        ) { disk.note($0) }
        dependencies = Dependencies { disk.note($0) }
    }

    /// Whether one runs, or is about to.
    var isPending: Bool { !waiting.isEmpty || !busy.isEmpty }

    /// What is at fault now: sentences for `Status`.
    var problems: [String] { all.compactMap(\.problem) }

    /// By name.
    var all: [GeneratorReport] { reports.values.sorted { $0.generator.name < $1.generator.name } }

    func isRunning(_ name: String) -> Bool { busy.contains(name) }

    func isThere(_ name: String) -> Bool { reports[name] != nil }

    func note(_ folders: [String], of name: String) { reports[name]?.folders = folders }

    func note(unwatched reason: String?) {
        if let reason, reason != unwatched { journal.problem(reason, id: Journal.MessageID.unwatched) }
        unwatched = reason
    }

    // MARK: Which there are

    /// Takes the generators that a look has found.
    func take(_ found: [Generator]) {
        let names = Set(found.map(\.name))
        for name in reports.keys where !names.contains(name) { forget(name) }
        begin(names.sorted())
        for generator in found where reports[generator.name]?.generator != generator {
            reports[generator.name, default: GeneratorReport(generator)].generator = generator
            stop(generator.name, "Another program has taken its place.")
            schedule(generator.name)
        }
    }

    private func forget(_ name: String) {
        reports[name] = nil
        starts[name] = nil
        again.remove(name)
        waiting.removeAll { $0 == name }
        stop(name, "It has been taken away.")
        registry.run(at: registry.searchPath.generatedFolder) { [dependencies, folders] in
            (dependencies.remove(name), Result { () throws(StorageError) in try folders.remove(name) })
        } then: { [weak self] changed, removed in
            for name in changed { self?.schedule(name) }
            if case .failure(let error) = removed { self?.journal.problem(error.description) }
        }
    }

    /// Runs all of them once more: what they depend on may have changed unseen.
    func runAll() {
        for name in reports.keys.sorted() { schedule(name) }
    }

    /// Reads what is there already, once.
    private func begin(_ names: [String]) {
        guard !hasBegun else { return }
        hasBegun = true
        registry.run(at: registry.searchPath.generatedFolder) { [folders] in
            (
                Result { () throws(StorageError) in try folders.sweep() },
                names.map { GeneratorContents(folders.contents(of: $0)) }
            )
        } then: { [weak self] swept, contents in
            if case .failure(let error) = swept { self?.journal.problem(error.description) }
            for (name, contents) in zip(names, contents) where self?.reports[name]?.contents == nil {
                self?.reports[name]?.contents = contents
            }
        }
    }

    // MARK: Running

    func schedule(_ name: String) {
        guard isThere(name) else { return }
        if busy.contains(name) { again.insert(name) } else if !waiting.contains(name) { waiting.append(name) }
        startNext()
    }

    private func startNext() {
        while busy.count < Self.maximumRunning, let next = waiting.firstIndex(where: { rest(of: $0) == 0 }) {
            let name = waiting.remove(at: next)
            busy.insert(name)
            start(name)
        }
        guard let rest = waiting.map(rest).min(), rest > 0 else { return }
        if restTimer == nil { restTimer = try? loop.after(0) { [unowned self] in startNext() } }
        restTimer?.rearm(after: UInt64(rest) * 1_000)
    }

    /// How long it has to wait, in milliseconds.
    private func rest(of name: String) -> Int {
        guard let start = starts[name] else { return 0 }
        return max(0, start + Self.leastPeriod - Clocks.monotonic())
    }

    private func start(_ name: String) {
        registry.run(at: surroundings.stagingFolder) { [folders] in
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
        guard let generator = reports[name]?.generator else {
            discard(folder)
            return finish(name)
        }
        let run = GeneratorRun(generator, in: folder) { [weak self] in self?.end($0) }
        runs[name] = run
        starts[name] = Clocks.monotonic()
        let job = PerformJob(generator.path, within: surroundings.confinement(in: folder))
        performer.perform(job, program: generator.path, for: run)
        measureLater()
    }

    /// Ends a run, if there is one. One whose unit is not known yet is ended when it is measured.
    private func stop(_ name: String, _ sentence: String) {
        guard let run = runs[name] else { return }
        run.condemn(sentence)
        if let unit = run.unit { performer.cancel(unit, for: run) }
    }

    // MARK: Ending

    private func end(_ run: GeneratorRun) {
        runs[run.name] = nil
        reports[run.name]?.started = run.started
        reports[run.name]?.duration = run.duration
        report(run)
        if run.failure == nil, reports[run.name] != nil { accept(run) } else { reject(run) }
    }

    private func accept(_ run: GeneratorRun) {
        registry.run(at: run.folder) { [folders, folder = run.folder, name = run.name] in
            Result { () throws(GeneratedFolders.Fault) in
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
        reports[run.name]?.contents = contents
        reports[run.name]?.failure = nil
        journal.log(
            .debug,
            "Generator \(run.name): bundles: \(contents.bundles), left out: \(contents.leftOut), "
                + (isNew ? "new" : "as before") + "; \(run.duration) ms.", ["GENERATOR": run.name])
        if let problem = contents.problem { journal.generator(run.name, problem) }
        if isNew { registry.tell { $0.catchUp() } }
        // Thousands of files: the look comes first.
        discard(run.folder)
    }

    /// It has failed, or is not there any more, or not as it was.
    private func reject(_ run: GeneratorRun) {
        discard(run.folder)
        guard reports[run.name]?.generator == run.generator else { return finish(run.name) }
        fail(run.name, run.failure)
        watch(run)
    }

    private func discard(_ folder: String) {
        registry.run(at: folder) { [folders] in folders.discard(folder) }
    }

    private func fail(_ name: String, _ failure: String?) {
        reports[name]?.failure = failure
        if let problem = reports[name]?.problem { journal.generator(name, problem) }
    }

    /// Logs what it has printed for people.
    private func report(_ run: GeneratorRun) {
        if let errors = run.errors { journal.generator(run.name, printed: errors) }
        guard run.output.faulty > 0 else { return }
        journal.generator(
            run.name,
            "The generator \(run.name) printed \(run.output.faulty) lines that are no absolute paths. "
                + "They are passed over.")
    }

    /// What there is to do for this generator is done.
    func finish(_ name: String) {
        busy.remove(name)
        if again.remove(name) != nil { schedule(name) }
        startNext()
    }

    // MARK: What they write

    private func measureLater() {
        if measureTimer == nil {
            measureTimer = try? loop.after(Self.measurePeriod) { [unowned self] in measure() }
        }
        measureTimer?.rearm(after: Self.measurePeriod)
    }

    /// Ends those that have written more than they may.
    private func measure() {
        let running = runs.mapValues(\.folder)
        guard !running.isEmpty else { return }
        registry.run(at: surroundings.stagingFolder) { [folders] in
            running.compactMapValues { folder in
                do throws(GeneratedFolders.Fault) { try folders.check(folder) } catch {
                    return error.sentence
                }
                return nil
            }
        } then: { [weak self] (faults: [String: String]) in
            guard let self else { return }
            for (name, run) in runs {
                if let sentence = faults[name] ?? run.failure { stop(name, sentence) }
            }
            if !runs.isEmpty { measureLater() }
        }
    }
}
