// SPDX-License-Identifier: Apache-2.0
//
// The keeper lives on the disk thread and makes snapshots. Every event (a file changed, a client registered,
// elected or arranged something, or asked for a reload) ends in the same three steps: scan the whole
// search path, judge new icons, publish. A client's change is written to the disk before the scan, and
// acknowledged only when the scan has found it: an acknowledged change is in force, and a restart would find
// it too.
//
// An event says only that something has changed. The scan compares every file's stamp with the load before,
// so it finds changes that a watch has missed; it takes its time, and no sheet waits for it.
//
// Judging takes its time too, and only the client that asked waits for it: bundles with known findings are
// published at once, and the others join together in one more generation. A scan during a round of judging
// restarts the round; requests under way continue, and each icon is judged once.

import ActivityDrawing
import ActivityModel
import ActivityPolicy
import Host

/// A scope's registry on the disk, and the changes to it.
package final class RegistryKeeper {
    /// Events for the thread that answers, which handles them in the order in which they were emitted.
    enum Event: Sendable {
        case published(Snapshot)
        /// Only the system's activities, because the first load has not finished.
        case systemOnly(Snapshot)
        /// The system's activities serve, and all bundles with known findings.
        case systemServes
        case scanned(RegistryState)
        /// No work is left for now.
        case settled(RegistryState)
        /// An icon has to be judged; `judge.answer` expects the findings under this number.
        case judge(Int, IconFiles, Requester)
        case answered(Int)
        /// The disk thread has finished the request of this number, answered or not.
        case requestFinished(Int)
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
    /// Called with the file or folder that the keeper reads next; nil when done.
    package let reportPath: @Sendable (String?) -> Void
    /// Whether the daemon is ending and must not wait for another process.
    let isEnding: () -> Bool
    let established: EstablishedTitles
    let reported: ReportedBundles
    /// The admin's and the person's decisions found by the last scan.
    private(set) var decisions = Decisions()
    private var waiting: [Policy.Waiting] = []
    private var report = PolicyReport()
    var load = Load()
    /// The watcher; nil while the kernel grants no inotify instance.
    var watcher: Watcher?
    private var types: ContentTypeSource
    private let round: JudgingRound
    private var waiters: [() -> Void] = []
    private var isStarting = true
    /// Whether a device failed at the last scan that had enough descriptors.
    private(set) var isFaulty = false
    /// Snapshots that the thread that answers may still use: freeing one takes milliseconds, so it happens
    /// here.
    private var former: [Snapshot] = []

    init(
        searchPath: SearchPath, settings: AdminSettings = AdminSettings(), programPath: String,
        surroundings: Surroundings, firstGeneration: Int, remover: Remover = Remover(), log: RegistryLog,
        reportPath: @escaping @Sendable (String?) -> Void, isEnding: @escaping () -> Bool,
        emit: @escaping (Event) -> Void
    ) {
        self.searchPath = searchPath
        self.programPath = programPath
        self.surroundings = surroundings
        trust = Trust.standard(searchPath.scope)
        self.log = log
        self.reportPath = reportPath
        self.isEnding = isEnding
        self.emit = emit
        judge = RemoteJudge { emit(.judge($0, $1, $2)) }
        let isUser = searchPath.scope == .user
        let own = searchPath.stateFolders[0]
        cache = FindingsCache(
            folder: searchPath.cacheFolder, shippedFolder: searchPath.systemFolder, trust: trust,
            reportPath: reportPath)
        reportPath(own)
        round = JudgingRound(judge: judge, cache: cache)
        store = BundleStore(folder: searchPath.registrationFolder, remover: remover)
        memory = PolicyMemory(of: searchPath, settings.files)
        elections = ScopeFiles(searchPath, key: ElectionDocument.key)
        arrangements = ScopeFiles(searchPath, key: PolicyKind.arrangement.rawValue)
        stars = .stars(searchPath)
        reported = ReportedBundles(folder: searchPath.cacheFolder)
        established = EstablishedTitles(folder: own, audience: isUser ? .owner : .everybody)
        types = ContentTypeSource(searchPath.mimeFolders)
        snapshot = .empty(generation: firstGeneration - 1)
    }

    /// Removes leftovers of an interrupted change, and makes the first load.
    func start() {
        reportPath(store.folder)
        attempt { () throws(StorageError) in try store.sweep() }
        for folder in [searchPath.stateFolders[0], searchPath.cacheFolder] {
            reportPath(folder)
            attempt { () throws(StorageError) in try AtomicFile.sweep(folder, by: store.remover) }
        }
        scan(publishing: true)
    }

    // MARK: Scanning

    /// Scans everything, and always publishes a generation.
    ///
    /// - Parameter then: called when every bundle found is judged.
    package func reload(then: @escaping () -> Void) {
        waiters.append(then)
        scan(publishing: true)
    }

    /// Scans everything if something has changed, and publishes if the result differs.
    package func refresh() {
        guard watcher?.drain().changed != false || load.unsettledUntil.map({ $0 <= Clocks.real() }) == true
        else {
            return emit(.settled(state))
        }
        scan(publishing: false)
    }

    /// - Parameter publishing: whether to publish a generation even if nothing differs.
    /// - Returns: whether the result was good enough to replace the bundles served so far.
    @discardableResult
    func scan(publishing: Bool) -> Bool {
        let start = ContinuousClock.now
        // Events up to here need no further scan.
        startWatching()
        watchBundles()
        let isDecided = readPolicy()
        let unkept = saveMemory()
        let decisions = decisions
        let loader = Loader(
            path: searchPath.restricted(by: decisions.policy.closed), trust: trust, cache: cache,
            elections: decisions.elections, masks: decisions.policy.masks, programPath: programPath,
            surroundings: surroundings,
            established: established.titles, reportPath: reportPath,
            willRead: { [unowned self] in watch(found: $0, links: $1) })
        let found = loader.load(serving: snapshot.bundles, previous: load)
        // Pending bundles count: a verdict on an icon changes no policy, and no scan follows it.
        let bundles = found.bundles + found.pending.map { $0.finished() }
        waiting = decisions.policy.waiting(
            among: Set(bundles.filter { $0.standing == .present }.map(\.traits)))
        log.report(
            decisions.problems(waiting) + [unkept].compactMap(\.self) + found.misnamed(in: decisions.named)
                + found.problems + found.excessProblems)
        log.loaded(found, after: load, ContinuousClock.now - start)
        guard isBelieved(found), isDecided else {
            keepServing(publishing: publishing)
            return false
        }
        report = decisions.report(waiting)
        log.report(report)
        load = found
        if found.gap != .none || watcher == nil || decisions.isClosed {
            load.scheduleRescan(at: Clocks.real() + (decisions.lacksResources ? Load.grace : Loader.retry))
        }
        cache.file(titles: load.titleFindings)
        load.titleFindings = [:]
        watchBundles()
        let next = Snapshot(
            generation: snapshot.generation + 1, bundles: load.bundles, elections: decisions.elections,
            arrangement: decisions.arrangement, starred: decisions.starred,
            types: types.read(reportPath: reportPath),
            reserved: load.reserved)
        if publishing || !next.serves(theSameAs: snapshot) { publish(next) }
        emit(.scanned(state))
        judgePending(by: loader)
        return true
    }

    /// The admin's settings files as they are now.
    package func configuration() -> AdminSettings {
        AdminSettings(searchPath, memory, reportPath: reportPath)
    }

    /// Reads the decisions of the admin and the person. If the set of files has changed, watches the new set
    /// and reads once more: a file may have changed before it was watched.
    ///
    /// - Returns: false if descriptors are lacking; then the former policy stays in force.
    private func readPolicy() -> Bool {
        let before = decisions
        for _ in 0..<2 {
            let found = Decisions(searchPath, memory, reportPath: reportPath)
            guard isStarting || !found.lacksResources else {
                decisions = before
                return false
            }
            decisions = found
            guard found.files != before.files else { break }
            watchBundles()
        }
        return true
    }

    /// Whether the load may replace the bundles served so far. A lack of descriptors passes, and is waited
    /// for; a failing device gets one more scan, since one bad bundle must not stop all others.
    private func isBelieved(_ found: Load) -> Bool {
        let isKnownFault = isFaulty
        isFaulty = found.gap == .device || isFaulty && found.gap == .resources
        return found.gap == .none || snapshot.bundles.isEmpty || found.gap == .device && isKnownFault
    }

    /// Continues to serve the former bundles, and plans another scan soon.
    private func keepServing(publishing: Bool) {
        log.step("What served serves on, as not all could be read. It is looked at again soon.")
        watchBundles()
        load.scheduleRescan(at: Clocks.real() + Load.grace)
        if publishing { publish(snapshot.next(snapshot.bundles, snapshot.reserved)) }
        finishScan()
    }

    /// Judges system bundles first: clients are served only when these are ready.
    private func judgePending(by loader: Loader) {
        round.cancel()
        let system = load.pending.filter { $0.source == .system }
        if system.isEmpty, isStarting {
            isStarting = false
            emit(.systemServes)
        }
        guard !load.pending.isEmpty else { return finishScan() }
        round.start(system.isEmpty ? load.pending : system) { [weak self] in self?.join($0, loader) }
    }

    /// Publishes all bundles judged in this round in one generation, and continues with the others.
    private func join(_ findings: [Digest: IconFindings], _ loader: Loader) {
        let waited = load.pending.count
        log.step("Icons judged: \(findings.count).")
        load = loader.finish(load, findings)
        let next = snapshot.next(load.bundles, load.reserved)
        if !next.serves(theSameAs: snapshot) { publish(next) }
        if load.pending.count < waited { judgePending(by: loader) } else { finishScan() }
    }

    private func publish(_ next: Snapshot) {
        log.step("Generation \(next.generation) serves.")
        former.append(snapshot)
        snapshot = next
        emit(.published(next))
    }

    func release(before generation: Int) {
        former.removeAll { $0.generation < generation }
    }

    /// Finishes a scan when everything found is judged, and answers the calls that waited for that.
    private func finishScan() {
        established.replace(load.established)
        log.report(snapshot.bundles, after: reported)
        emit(.settled(state))
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter() }
    }

    /// Scans for pending changes; if some paths are not watched, scans everything.
    package func catchUp() {
        if unwatched == nil { refresh() } else { scan(publishing: false) }
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
    fileprivate var excessProblems: [String] {
        guard omitted > 0 else { return [] }
        return [
            "\(omitted) custom bundles past the limit of \(Loader.maximumBundles) are left out. Remove some."
        ]
    }
}
