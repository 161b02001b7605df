// SPDX-License-Identifier: Apache-2.0
//
// The keeper lives on the disk's thread and makes snapshots. Whatever happens (a file changed, a client
// registered, elected or arranged something, a reload was asked for) ends in the same three steps: look at the
// whole search path, judge what was not judged yet, publish. A change that a client asks for is on the disk
// before it is looked at, and is acknowledged only when the look has found it: an acknowledged change is in force,
// and is what a restart would find.
//
// An event says only that something has changed. The look compares every file's stamp with what was read before,
// so it misses nothing that a watch misses; it takes its time, and no sheet waits for it.
//
// Judging takes its time, and only the client that asked waits for it: what is judged is published at once, the
// rest joins together in one more generation. A look that comes while icons are being judged restarts the
// round; requests under way go on, and each is made once.

import ActivityDrawing
import ActivityModel
import ActivityPolicy
import Host

/// All that is registered in a scope, as it is on the disk, and the changes to it.
package final class RegistryKeeper {
    /// Events for the thread that answers, in this order.
    enum Event: Sendable {
        case published(Snapshot)
        /// The system's activities alone, for want of anything else.
        case spare(Snapshot)
        /// The system's activities serve, and all whose findings are known.
        case systemServes
        /// A look is over.
        case looked(RegistryState)
        /// Nothing more is done for now.
        case settled(RegistryState)
        /// An icon is to be judged; `judge` is told the answer under this number.
        case judge(Int, IconFiles, Requester)
        /// The work that was asked for under this number is done.
        case answered(Int)
        /// The disk's thread is done with the request of this number, answered or not.
        case cameBack(Int)
    }

    private(set) var snapshot: Snapshot
    let searchPath: SearchPath
    let judge: RemoteJudge
    let cache: FindingsCache
    let store: BundleStore
    let elections: ScopeFiles
    let arrangements: ScopeFiles
    let stars: ScopeFiles
    let memory: PolicyMemory
    let trust: Trust
    let programPath: String
    let surroundings: Surroundings
    let log: RegistryLog
    private let emit: (Event) -> Void
    /// Says which file or folder the keeper is reading; nil when done.
    package let note: @Sendable (String?) -> Void
    /// Whether the daemon ends: then nothing waits for another process.
    let isEnding: () -> Bool
    let established: EstablishedTitles
    let reported: ReportedBundles
    /// The admin's and the person's, as the last look found them.
    private(set) var decisions = Decisions()
    /// Activities and switches that files would open if none were faulty.
    private var waiting: [Policy.Waiting] = []
    private var report = PolicyReport()
    var load = Load()
    /// The watcher; nil while the kernel gives no inotify instance.
    var watcher: Watcher?
    private var types: ContentTypeSource
    private let round: JudgingRound
    private var waiters: [() -> Void] = []
    private var isStarting = true
    /// Whether a device was at fault at the last look.
    private(set) var isFaulty = false
    /// Snapshots that the thread that answers may still have: letting go of one takes milliseconds, and is done
    /// here.
    private var former: [Snapshot] = []

    /// Reads what was kept; `start` makes the first load.
    ///
    /// - Parameters:
    ///   - firstGeneration: of this process; larger than any of the process before.
    ///   - programPath: PATH, in which required programs are looked up.
    init(
        searchPath: SearchPath, programPath: String, surroundings: Surroundings, firstGeneration: Int,
        remover: Remover = Remover(), log: RegistryLog,
        note: @escaping @Sendable (String?) -> Void, isEnding: @escaping () -> Bool,
        emit: @escaping (Event) -> Void
    ) {
        self.searchPath = searchPath
        self.programPath = programPath
        self.surroundings = surroundings
        trust = Trust.standard(searchPath.scope)
        self.log = log
        self.note = note
        self.isEnding = isEnding
        self.emit = emit
        judge = RemoteJudge { emit(.judge($0, $1, $2)) }
        let isUser = searchPath.scope == .user
        let own = searchPath.stateFolders[0]
        cache = FindingsCache(
            folder: searchPath.cacheFolder, shippedFolder: searchPath.systemFolder, trust: trust)
        round = JudgingRound(judge: judge, cache: cache)
        store = BundleStore(folder: searchPath.registrationFolder, remover: remover)
        memory = PolicyMemory(of: searchPath)
        elections = ScopeFiles(searchPath, key: ElectionDocument.key)
        arrangements = ScopeFiles(searchPath, key: PolicyKind.arrangement.rawValue)
        stars = .stars(searchPath)
        reported = ReportedBundles(folder: searchPath.cacheFolder)
        established = EstablishedTitles(folder: own, audience: isUser ? .owner : .everybody)
        types = ContentTypeSource(searchPath.mimeFolders)
        snapshot = .empty(generation: firstGeneration - 1)
    }

    /// Removes what an interrupted change left, and makes the first load.
    func start() {
        note(store.folder)
        attempt { () throws(StorageError) in try store.sweep() }
        for folder in [searchPath.stateFolders[0], searchPath.cacheFolder] {
            note(folder)
            attempt { () throws(StorageError) in try AtomicFile.sweep(folder, by: store.remover) }
        }
        look(publishing: true)
    }

    // MARK: Looking

    /// Looks at everything, and publishes a generation in any case.
    ///
    /// - Parameter then: called when all that was found is judged and serves.
    package func reload(then: @escaping () -> Void) {
        waiters.append(then)
        look(publishing: true)
    }

    /// Looks at everything where something has changed, and publishes where something is different.
    package func refresh() {
        guard watcher?.drain().changed != false || load.unsettledUntil.map({ $0 <= Clocks.real() }) == true
        else {
            return emit(.settled(state))
        }
        look(publishing: false)
    }

    /// - Parameter publishing: whether to raise the generation even where all is as it was.
    /// - Returns: whether what was found could take the place of what served.
    @discardableResult
    func look(publishing: Bool) -> Bool {
        let start = ContinuousClock.now
        // This look sees what has happened so far.
        startWatching()
        watchBundles()
        let isDecided = readPolicy()
        let unkept = saveMemory()
        let decisions = decisions
        let loader = Loader(
            path: searchPath.restricted(by: decisions.policy.closed), trust: trust, cache: cache,
            elections: decisions.elections, masks: decisions.policy.masks, programPath: programPath,
            surroundings: surroundings,
            established: established.titles, note: note,
            willRead: { [unowned self] in watch(found: $0, links: $1) })
        let found = loader.load(serving: snapshot.bundles, previous: load)
        waiting = decisions.policy.waiting(
            among: found.bundles.filter { $0.standing == .present }.map(\.traits))
        log.report(
            decisions.problems(waiting) + [unkept].compactMap(\.self) + found.misnamed(in: decisions.named)
                + found.problems + found.surplus)
        log.loaded(found, after: load, ContinuousClock.now - start)
        guard isBelieved(found), isDecided else {
            keep(publishing: publishing)
            return false
        }
        report = decisions.report(waiting)
        log.report(report)
        load = found
        if found.gap != .none || watcher == nil || decisions.isClosed {
            load.look(again: Clocks.real() + (decisions.lacksMeans ? Load.grace : Loader.retry))
        }
        cache.file(titles: load.titleFindings)
        load.titleFindings = [:]
        watchBundles()
        let next = Snapshot(
            generation: snapshot.generation + 1, bundles: load.bundles, elections: decisions.elections,
            arrangement: decisions.arrangement, starred: decisions.starred, types: types.read(note: note),
            reserved: load.reserved)
        if publishing || !next.serves(theSameAs: snapshot) { publish(next) }
        emit(.looked(state))
        judgePending(by: loader)
        return true
    }

    /// The admin's files of settings as they are now.
    package func configuration() -> AdminSettings { AdminSettings(searchPath, memory, note: note) }

    /// Reads what the admin and the person decided. Where there are other files than before, they are watched, and
    /// read once more: one of them may have changed before it was.
    ///
    /// - Returns: false where descriptors are wanting; then the former policy stays in force.
    private func readPolicy() -> Bool {
        let before = decisions
        for _ in 0..<2 {
            let found = Decisions(searchPath, memory, note: note)
            guard isStarting || !found.lacksMeans else {
                decisions = before
                return false
            }
            decisions = found
            guard found.files != before.files else { break }
            watchBundles()
        }
        return true
    }

    /// Whether what was found may take the place of what serves. Want of descriptors passes, and is waited
    /// for; a device's fault is given one more look, since one bad bundle must not stop all the others.
    private func isBelieved(_ found: Load) -> Bool {
        let isKnownFault = isFaulty
        isFaulty = found.gap == .device || isFaulty && found.gap == .means
        return found.gap == .none || snapshot.bundles.isEmpty || found.gap == .device && isKnownFault
    }

    /// Goes on serving what served before, and plans another look at everything soon.
    private func keep(publishing: Bool) {
        log.step("What served serves on, as not all could be read. It is looked at again soon.")
        watchBundles()
        load.look(again: Clocks.real() + Load.grace)
        if publishing { publish(snapshot.next(snapshot.bundles, snapshot.reserved)) }
        settle()
    }

    /// The system's first: no client is served before they are.
    private func judgePending(by loader: Loader) {
        round.cancel()
        let system = load.pending.filter { $0.source == .system }
        if system.isEmpty, isStarting {
            isStarting = false
            emit(.systemServes)
        }
        guard !load.pending.isEmpty else { return settle() }
        round.start(system.isEmpty ? load.pending : system) { [weak self] in self?.join($0, loader) }
    }

    /// Publishes what was judged, all of it in one generation, and goes on with the rest.
    private func join(_ findings: [Digest: IconFindings], _ loader: Loader) {
        let waited = load.pending.count
        log.step("Icons judged: \(findings.count).")
        load = loader.finish(load, findings)
        let next = snapshot.next(load.bundles, load.reserved)
        if !next.serves(theSameAs: snapshot) { publish(next) }
        if load.pending.count < waited { judgePending(by: loader) } else { settle() }
    }

    private func publish(_ next: Snapshot) {
        log.step("Generation \(next.generation) serves.")
        former.append(snapshot)
        snapshot = next
        emit(.published(next))
    }

    /// The thread that answers has this generation, and none before it.
    func release(before generation: Int) {
        former.removeAll { $0.generation < generation }
    }

    /// Everything found is judged; answers the calls that waited for that.
    private func settle() {
        established.take(load.established)
        log.report(snapshot.bundles, after: reported)
        emit(.settled(state))
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter() }
    }

    /// Looks at what has changed and is not looked at yet; where not all is watched, at everything.
    package func catchUp() {
        if unwatched == nil { refresh() } else { look(publishing: false) }
    }

    private var state: RegistryState {
        RegistryState(
            isJudged: load.pending.isEmpty && load.heldBack.isEmpty && load.gap == .none,
            generators: load.generators, unsettledUntil: load.unsettledUntil,
            watchDescriptor: watcher?.descriptor, unwatched: unwatched,
            problems: log.standing, closed: decisions.policy.closed, isClosed: decisions.isClosed,
            admin: decisions.policy, policy: report, waiting: waiting.count,
            heldBack: Array(load.heldBack.values))
    }
}

extension Load {
    /// Sentences on bundles past the limit.
    fileprivate var surplus: [String] {
        guard leftOut > 0 else { return [] }
        return [
            "\(leftOut) custom bundles past the limit of \(Loader.maximumBundles) are left out. Remove some."
        ]
    }
}
