// SPDX-License-Identifier: Apache-2.0
//
// The registry holds one snapshot and replaces it. Whatever happens (a file changed, somebody registered,
// elected or arranged something, a reload was asked for) ends in the same three steps: look at the whole
// search path, judge what no verdict is known of, publish. A change that somebody asks for is on the disk
// before it is looked at, so that what is acknowledged is what a restart would find.
//
// A look holds up whoever calls, so it does little: a bundle of which the watcher reports nothing is taken as it
// was read before, and what nobody waits for is left to `tidy`. Only a reload believes no watch and looks at
// every bundle.
//
// Judging takes its time, and nobody waits for it but who asked: what is judged is published at once, the
// rest joins together in one more generation. A look that comes while icons are being judged begins a new
// round; verdicts of the old one are filed and found there.

package import ActivityModel
import CLinux

/// All that is registered in a scope, and the changes to it.
package final class BundleRegistry {
    package private(set) var snapshot: Snapshot
    /// Called with each new snapshot.
    package var onChange: ((Snapshot) -> Void)?
    /// Called with a sentence for whatever could not be read or written and stops nothing.
    package var onProblem: ((String) -> Void)?
    /// Called when all that a look found is judged.
    package var onSettled: (() -> Void)?
    package let searchPath: SearchPath

    let judge: any IconJudge
    let cache: VerdictCache
    let store: BundleStore
    let elections: ElectionStore
    let arrangements: ArrangementStore
    let watcher: Watcher?
    let trust: Trust
    let programPath: String
    private let establishedTitles: EstablishedTitles
    private(set) var established: TitleTable
    private(set) var load = Load()
    /// Whether titles were established since they were written down.
    private var hasNewTitles = false
    /// Whether something waits for `tidy`.
    package private(set) var isUntidy = false
    /// Whether the last look took bundles as they were.
    private var isTrusting = false
    /// What `snapshot.types` were made of.
    private var typeFiles: ContentTypeDatabase.Files = []
    private var round: JudgingRound?
    private var waiters: [() -> Void] = []
    private var systemWaiter: (() -> Void)?
    private var reported: Set<String> = []
    /// Whether a device was at fault at the last look.
    private var isFaulty = false

    /// Loads what can be served at once.
    ///
    /// - Parameters:
    ///   - firstGeneration: of this process; larger than any of the process before.
    ///   - programPath: PATH, in which required programs are looked up.
    package init(
        searchPath: SearchPath, judge: any IconJudge, programPath: String, firstGeneration: Int,
        trust: Trust? = nil
    ) {
        self.searchPath = searchPath
        self.judge = judge
        self.programPath = programPath
        self.trust = trust ?? Trust.standard(searchPath.scope)
        let isUser = searchPath.scope == .user
        let own = searchPath.stateFolders[0]
        let system = searchPath.stateFolders.last ?? own
        cache = VerdictCache(
            folder: searchPath.cacheFolder, shippedFolder: searchPath.systemFolder, trust: self.trust)
        store = BundleStore(folder: searchPath.registrationFolder)
        elections = ElectionStore(
            configuration: searchPath.configurationFolder + "/elections.json",
            system: system + "/elections.json",
            person: isUser ? own + "/elections.json" : nil)
        arrangements = ArrangementStore(
            system: system + "/arrangement.json", person: isUser ? own + "/arrangement.json" : nil)
        establishedTitles = EstablishedTitles(folder: own, audience: isUser ? .owner : .everybody)
        established = establishedTitles.load()
        watcher = try? Watcher()
        snapshot = Snapshot(
            generation: firstGeneration - 1, bundles: [], elections: Elections(), arrangement: [],
            types: ContentTypeDatabase(), reserved: ReservedTitles([]))
    }

    /// Removes what an interrupted change left, and makes the first load.
    ///
    /// - Parameter then: called when the system's activities serve, and all whose verdicts are known. That is
    ///   at once where the system's verdicts were shipped with them.
    package func start(then: @escaping () -> Void) {
        report(
            store.sweep() + AtomicFile.sweep(searchPath.stateFolders[0])
                + AtomicFile.sweep(searchPath.cacheFolder))
        systemWaiter = then
        reload()
    }

    // MARK: Looking

    /// Looks at everything anew, and publishes a generation in any case.
    ///
    /// - Parameter then: called when all that was found is judged and serves.
    package func reload(then: (() -> Void)? = nil) {
        if let then { waiters.append(then) }
        look(publishing: true, trustingWatches: false)
    }

    /// Looks at whatever has changed, and publishes where something is different.
    package func refresh() {
        look(publishing: false, trustingWatches: true)
    }

    /// Looks at whatever has changed, and publishes a generation in any case.
    func renew() {
        look(publishing: true, trustingWatches: true)
    }

    /// When to look again because of bundles that may still be being copied, in milliseconds of
    /// CLOCK_REALTIME; it may change whenever `onSettled` is called.
    package var unsettledUntil: Int? { load.unsettledUntil }

    /// - Parameter trustingWatches: whether bundles of which the watcher reports nothing are taken as they were.
    private func look(publishing: Bool, trustingWatches: Bool) {
        isTrusting = trustingWatches
        // What has happened till now is seen by this look.
        watcher?.drain()
        watchBundles()
        let (elections, problems) = elections.load()
        let (arrangement, more) = arrangements.load()
        let loader = Loader(
            path: searchPath, trust: trust, cache: cache, elections: elections, programPath: programPath,
            established: established, willRead: { [unowned self] in watch(bundles: $0) },
            isUntouched: { [unowned self] in trustingWatches && isUntouched($0) })
        let found = loader.load(serving: snapshot.bundles, previous: load)
        report(problems + more + found.problems + found.surplus)
        guard isBelieved(found) else { return keep(publishing: publishing) }
        load = found
        if found.gap != .none { load.look(again: Loader.now() + Loader.retry) }
        watcher?.markRead()
        cache.file(titles: load.titleVerdicts)
        load.titleVerdicts = [:]
        watchBundles()
        let next = Snapshot(
            generation: snapshot.generation + 1, bundles: load.bundles, elections: elections,
            arrangement: arrangement, types: contentTypes(),
            reserved: load.reserved)
        if publishing || !next.serves(theSameAs: snapshot) { publish(next) }
        judgePending(by: loader)
    }

    /// The content types as the machine knows them now: taking them apart costs more than reading them.
    private func contentTypes() -> ContentTypeDatabase {
        let files = ContentTypeDatabase.files(searchPath.mimeFolders)
        guard files != typeFiles else { return snapshot.types }
        typeFiles = files
        return ContentTypeDatabase(files: files)
    }

    /// Whether what was found may take the place of what serves. Want of descriptors passes, and is waited
    /// for; a device's fault is given one more look, since one bad bundle must not stop all the others.
    private func isBelieved(_ found: Load) -> Bool {
        let isKnownFault = isFaulty
        isFaulty = found.gap == .device || isFaulty && found.gap == .means
        return found.gap == .none || snapshot.bundles.isEmpty || found.gap == .device && isKnownFault
    }

    /// Watches what the last load found to be worth it, and keeps the watcher's own texts rather than others.
    private func watchBundles() {
        watch(bundles: load.bundlesToWatch, of: load.bundlesWorthWatching)
        if let watcher { load.bundlesToWatch = watcher.bundles }
    }

    /// What served before serves on, and everything is looked at again soon.
    private func keep(publishing: Bool) {
        watchBundles()
        load.look(again: Loader.now() + Load.grace)
        if publishing { publish(snapshot.again) }
        settle()
    }

    /// The system's first: nobody is served before they are.
    private func judgePending(by loader: Loader) {
        round?.cancel()
        round = nil
        let system = load.pending.filter { $0.source == .system }
        if system.isEmpty { tellSystemWaiter() }
        guard !load.pending.isEmpty else { return settle() }
        let round = JudgingRound(system.isEmpty ? load.pending : system, judge: judge, cache: cache)
        self.round = round
        round.start { [weak self] in self?.join($0, loader) }
    }

    /// Takes up what was judged, all of it in one generation, and goes on with the rest.
    private func join(_ verdicts: [Digest: IconVerdict], _ loader: Loader) {
        let waited = load.pending.count
        load = loader.finish(load, verdicts)
        let next = Snapshot(
            generation: snapshot.generation + 1, bundles: load.bundles, elections: snapshot.elections,
            arrangement: snapshot.arrangement, types: snapshot.types, reserved: load.reserved)
        if !next.serves(theSameAs: snapshot) { publish(next) }
        if load.pending.count < waited { judgePending(by: loader) } else { settle() }
    }

    private func publish(_ next: Snapshot) {
        snapshot = next
        onChange?(next)
    }

    private func tellSystemWaiter() {
        let waiter = systemWaiter
        systemWaiter = nil
        waiter?()
    }

    /// Everything found is judged, and who waited is told.
    private func settle() {
        isUntidy = true
        hasNewTitles = hasNewTitles || load.established != established
        established = load.established
        if !isTrusting { tidy() }
        onSettled?()
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter() }
    }

    /// Does what a look leaves to be done and nobody waits for. After a look at everything that is done at
    /// once; after another it may wait for a calm moment, so that no call is held up.
    package func tidy() {
        guard isUntidy else { return }
        isUntidy = false
        save()
        watchInnerFolders()
        // A load leaves about as much behind as it keeps, which the allocator would hold for the next one.
        malloc_trim(0)
    }

    /// Writes down verdicts and titles that are new.
    package func save() {
        do { try cache.save() } catch { onProblem?(error.description) }
        guard hasNewTitles else { return }
        hasNewTitles = false
        do { try establishedTitles.save(established) } catch { onProblem?(error.description) }
    }

    /// Says of each problem once that it is there, and again only after it was gone.
    private func report(_ problems: [String]) {
        for problem in problems where !reported.contains(problem) { onProblem?(problem) }
        reported = Set(problems)
    }

    private func report(_ errors: [RegistryError]) {
        for error in errors { onProblem?(error.description) }
    }

    // MARK: Icons

    /// The files of a bundle's icon as they are now; nil where they cannot be read any more.
    package func icons(of bundle: Bundle) -> IconFiles? {
        guard let folder = try? Folder(bundle: bundle.path) else { return nil }
        return BundleReader(isSystem: bundle.source == .system, folder: nil)
            .read(BundleFolder(folder, trust: trust)).icons
    }
}

extension Load {
    /// What is said of bundles past the limit.
    fileprivate var surplus: [String] {
        guard leftOut > 0 else { return [] }
        return [
            "\(leftOut) custom bundles past the limit of \(Loader.maximumBundles) are left out. Remove some."
        ]
    }
}
