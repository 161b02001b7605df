// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host
import StrictJSON

/// The registry on the thread that answers: the current snapshot in memory, and requests to the disk thread,
/// where its `RegistryKeeper` lives, for everything else.
///
/// Use it from one thread only. The closure passed to `ask` runs on the disk thread; `process` delivers its
/// answer and all events in the order in which they occurred there, so a client that learns of a change finds
/// it in `snapshot`.
package final class BundleRegistry {
    package let searchPath: SearchPath
    package private(set) var snapshot: Snapshot
    package private(set) var state = RegistryState()
    /// Whether the system's activities serve alone, since the first load hangs.
    package private(set) var isSystemOnly = false
    /// Called with each new snapshot.
    package var onChange: ((Snapshot) -> Void)?
    package var onScan: (() -> Void)?
    /// Called when all bundles found by a scan are judged.
    package var onSettled: (() -> Void)?
    /// Called when the disk thread gets new work.
    package var onWork: (() -> Void)?

    package let disk: DiskThread
    package let remover: Remover
    let programPath: String
    let surroundings: Surroundings
    /// The settings at the start; forgotten after the first load.
    private(set) var settings: AdminSettings
    private let judge: any IconJudge
    private let keeper = Confined<RegistryKeeper>()
    let events: Mailbox<RegistryKeeper.Event>
    var requests = DiskQueue()
    /// Whether the daemon is ending and no longer waits for the disk.
    var hasGivenUp = false
    private var waiting: [Int: () -> Void] = [:]
    private var lastID = 0
    private var onServing: (() -> Void)?

    /// Loads nothing yet.
    ///
    /// - Parameters:
    ///   - judge: judge of icons; called on this thread.
    ///   - settings: the settings at the start, with the files read for them.
    ///   - programPath: PATH for the lookup of required programs.
    ///   - firstGeneration: first generation of this process; larger than every generation of the process
    ///     before.
    ///   - tellsSteps: whether to log the steps of each load too.
    ///   - log: called, like `tellsSteps`, on the disk thread.
    /// - Throws: `storage` if the kernel grants no thread or descriptor.
    package init(
        searchPath: SearchPath, settings: AdminSettings = AdminSettings(), judge: any IconJudge,
        programPath: String, surroundings: Surroundings, firstGeneration: Int,
        tellsSteps: @escaping @Sendable () -> Bool = { false },
        log: @escaping @Sendable (RegistryMessage) -> Void
    ) throws(StorageError) {
        self.searchPath = searchPath
        self.settings = settings
        self.programPath = programPath
        self.surroundings = surroundings
        self.judge = judge
        snapshot = .empty(generation: firstGeneration - 1)
        disk = try DiskThread()
        remover = Remover(on: disk) { log(.problem($0.description)) }
        let events = try Mailbox<RegistryKeeper.Event>()
        self.events = events
        disk.run(at: searchPath.stateFolders[0]) { [keeper, disk, remover] in
            keeper.value = RegistryKeeper(
                searchPath: searchPath, settings: settings, programPath: programPath,
                surroundings: surroundings, firstGeneration: firstGeneration, remover: remover,
                log: RegistryLog(tellsSteps: tellsSteps, log), reportPath: { disk.reportPath($0) },
                isEnding: { disk.isEnding },
                emit: { events.post($0) })
        }
    }

    /// Makes the first load.
    ///
    /// - Parameter then: called when the system's activities serve, and all bundles with known findings.
    package func start(then: @escaping () -> Void) {
        onServing = then
        post(at: searchPath.systemFolder) { $0.start() }
    }

    // MARK: Asking

    /// Runs `work` on the disk thread, and calls `then` with its result.
    package func ask<Answer: Sendable>(
        at path: String? = nil, _ work: @escaping @Sendable (RegistryKeeper) -> Answer,
        then: @escaping (Answer) -> Void
    ) {
        let (id, answer) = (nextID(), Slot<Answer>())
        waiting[id] = { if let value = answer.take() { then(value) } }
        post(at: path) { [events] keeper in
            answer.put(work(keeper))
            events.post(.answered(id))
        }
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    package func post(at path: String? = nil, _ work: @escaping @Sendable (RegistryKeeper) -> Void) {
        onWork?()
        disk.run(at: path ?? searchPath.registrationFolder) { [keeper] in
            if let keeper = keeper.value { work(keeper) }
        }
    }

    /// Saves unsaved state, and ends the disk thread, unless it hangs. Open requests get no answer.
    package func finish() {
        post { $0.save() }
        disk.finish()
        (waiting, requests) = ([:], DiskQueue())
    }

    // MARK: Events

    /// Readable when `process` should be called.
    package var descriptor: Int32 { events.descriptor }

    /// Whether any request is unfinished.
    package var isPending: Bool { !waiting.isEmpty || requests.isPending || disk.isBusy }

    /// Handles the events so far; never sleeps.
    package func process() {
        for event in events.drain() { handle(event) }
    }

    private func handle(_ event: RegistryKeeper.Event) {
        switch event {
        case .published(let next):
            (snapshot, isSystemOnly, settings) = (next, false, AdminSettings())
            post { $0.release(before: next.generation) }
            onChange?(next)
        case .systemOnly(let spare):
            guard snapshot.bundles.isEmpty else { return }
            (snapshot, isSystemOnly) = (spare, true)
            serve()
        case .systemServes: serve()
        case .scanned(let state):
            self.state = state
            onScan?()
        case .settled(let state):
            self.state = state
            onSettled?()
        case .judge(let id, let icons, let requester):
            judge.judge(icons, for: requester) { [weak self] found in
                self?.post { $0.judge.answer(id, found) }
            }
        case .answered(let id):
            requests.remove(id)?.deliver()
            waiting.removeValue(forKey: id)?()
        case .requestFinished(let id):
            if requests.finish(id) { handOver() }
        }
    }

    /// The bundles of an identifier. If there are none, bundles held back because they may still be being
    /// copied.
    package func bundles(_ identifier: String) -> [Bundle] {
        let found = snapshot.bundles(identifier)
        return found.isEmpty ? state.heldBack.filter { $0.identifier.isExactly(identifier) } : found
    }

    /// Ends the wait for a first sheet.
    package func serve() {
        onServing?()
        onServing = nil
    }
}

/// A value confined to one thread. Unchecked: only work on that thread touches it.
private final class Confined<Value>: @unchecked Sendable {
    var value: Value?
}
