// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The state of one load while it runs.
struct LoadPass {
    private let loader: Loader
    private let previous: Load
    private let serving: [Bundle]
    /// Bundles that served or were rejected before this load, keyed by location.
    private lazy var former = Dictionary(
        serving.lazy.filter { $0.standing == .present || $0.standing == .rejected }.map { ($0.location, $0) }
    ) { first, _ in first }
    private let records: [String: BundleRecord]
    private let now: Int
    private var survey: Survey
    private var provisions: Provisions
    private var load = Load()
    /// Standing that later bundles of an identifier have, keyed by identifier.
    private var holders: [String: Bundle.Standing] = [:]
    private var needsPrograms = false
    /// The files in `load.filesToWatch`.
    private var watched: Set<ExactText> = []

    init(_ loader: Loader, serving: [Bundle], previous: Load) {
        self.loader = loader
        self.previous = previous
        self.serving = serving
        records = previous.records
        now = loader.clock()
        survey = Survey(
            trust: loader.trust, room: loader.limit, reportPath: loader.reportPath,
            masks: loader.masks, known: previous.names)
        provisions = Provisions(loader.programPath, loader.surroundings, reportPath: loader.reportPath)
    }

    mutating func run() -> Load {
        let system = survey.scan(folder: SearchPath.Folder(loader.path.systemFolder, isSystem: true))
        let search = GeneratorSearch(in: loader.path.generatorFolders, reportPath: loader.reportPath)
        load.generators = search.generators
        let generated = search.generators.map {
            SearchPath.Folder(
                loader.path.generatedFolder + "/" + $0.name, isPersonal: true, isGenerated: true)
        }
        let custom = (loader.path.folders + generated).compactMap { survey.scan(folder: $0) }
        load.knowsSystem = system?.isReachable == true
        let listings = [system].compactMap(\.self) + custom
        let entries = listings.filter { !$0.searchFolder.isGenerated }.flatMap(\.entries)
        load.links = entries.filter { $0.kind == .link }.map(\.path)
        loader.willRead(entries.filter { $0.kind != .link }.map(\.path), load.links)
        let identifiers = Set(system?.entries.filter { $0.kind != .mask }.map(\.identifier) ?? [])
        let systemBundles = readSystem(system, masks: custom)
        load.neighbours = previous.neighbours.renewed(
            system: systemBundles, identifiers: identifiers, elections: loader.elections)
        readCustom(custom)
        load.problems = survey.problems + search.problems
        load.gap = max(load.gap, survey.gap, search.gap)
        load.omitted = survey.omitted
        load.foldersToWatch = foldersToWatch
        load.bundlesToWatch = bundlesToWatch
        load.sort()
        load.establish(after: loader.established, loader.elections)
        return load
    }

    /// Each bundle is listed once, even if a pending bundle has a stand-in at the same path. Generated
    /// bundles are not watched, since only daemons write them; the folders of generators are, because their
    /// programs may be rewritten in place.
    private var bundlesToWatch: [String] {
        let waiting = load.pending.filter {
            load.standIns.isEmpty || load.standIns[$0.record.location] == nil
        }
        let generated = loader.path.generatedFolder + "/"
        let records =
            (load.bundles.filter { $0.standing == .present }.map(\.record) + waiting.map(\.record)
            + load.bundles.filter { $0.standing != .present }.map(\.record))
            .filter { !$0.path.hasPrefix(generated) }
        return records.map(\.path) + (load.generators.isEmpty ? [] : loader.path.generatorFolders)
            + records.flatMap { record in record.manifest.innerFolders.map { record.path + "/" + $0 } }
    }

    private var foldersToWatch: [String] {
        // Another daemon of the same person may publish bundles in the generated folders.
        let generated = load.generators.map { loader.path.generatedFolder + "/" + $0.name }
        let programs = needsPrograms ? provisions.programs.folders : []
        return (loader.path.watchedFolders + generated + programs + load.links).withoutRepeats
    }

    // MARK: The system's bundles

    /// Reads the system's bundles and adds them to the load.
    ///
    /// - Returns: the bundles before their icons are judged.
    private mutating func readSystem(_ listing: Survey.Listing?, masks listings: [Survey.Listing]) -> [Bundle]
    {
        guard let listing else { return [] }
        var masks: [String: String] = [:]
        for entry in listings.filter(\.searchFolder.masksSystem).flatMap(\.entries) where entry.kind == .mask
        {
            masks[entry.identifier] = entry.path
        }
        let titles = TitleCheck(neighbours: Neighbours(), established: [:], known: loader.cache.stored)
        let entries = listing.entries.filter { $0.kind != .mask }
        return read(entries, in: listing, intake(.system, titles, known: records)).map { candidate in
            var candidate = candidate
            candidate.hidden = masks[candidate.identifier].map { .masked(by: $0) }
            add(candidate)
            return candidate.finished()
        }
    }

    // MARK: Custom bundles

    private mutating func readCustom(_ listings: [Survey.Listing]) {
        let titles = TitleCheck(
            neighbours: load.neighbours, established: loader.established, known: loader.cache.stored)
        // Records that were checked against other reserved titles are not reused.
        let isAlike = previous.neighbours.reservesTheSame(as: load.neighbours)
        let intake = intake(.custom, titles, known: isAlike ? records : [:])
        var candidates: [Candidate] = []
        for listing in listings {
            let entries = listing.entries.filter { !isPlainMask($0, in: listing) }
            for var candidate in read(entries, in: listing, intake) {
                hide(&candidate)
                candidates.append(candidate)
            }
        }
        load.neighbours.add(custom: candidates.filter(\.isSound).map(\.record))
        for var candidate in candidates {
            if candidate.hidden == nil { candidate.compare(with: load.neighbours) }
            add(candidate)
        }
    }

    /// Records the entry if it is a mask; false for all others. A mask of a system bundle in a folder that
    /// may not mask it counts as a bundle, so that it is rejected.
    private mutating func isPlainMask(_ entry: Survey.Entry, in listing: Survey.Listing) -> Bool {
        guard entry.kind == .mask, listing.searchFolder.masksSystem || !isReserved(entry.identifier) else {
            return false
        }
        load.masks.append(entry.path)
        if holders[entry.identifier] == nil { holders[entry.identifier] = .masked(by: entry.path) }
        return true
    }

    private func isReserved(_ identifier: String) -> Bool {
        load.neighbours.systemIdentifiers.contains(identifier)
    }

    /// Hides the candidate if an earlier bundle or mask has its identifier.
    private mutating func hide(_ candidate: inout Candidate) {
        guard !isReserved(candidate.identifier) else { return }
        candidate.hidden = holders[candidate.identifier]
        if candidate.hidden == nil {
            holders[candidate.identifier] = .shadowed(by: candidate.record.location)
        }
    }

    // MARK: System and custom bundles

    private func intake(
        _ source: Bundle.Source, _ titles: TitleCheck, known: [String: BundleRecord]
    ) -> BundleIntake {
        BundleIntake(
            source: source, trust: loader.trust, titles: titles, known: known, now: now,
            reportPath: loader.reportPath)
    }

    private mutating func read(
        _ entries: [Survey.Entry], in listing: Survey.Listing, _ intake: BundleIntake
    ) -> [Candidate] {
        intake.read(entries, in: listing).map { taken in
            load.gap = max(load.gap, taken.gap)
            if let key = taken.titlesKey { load.titleFindings[key] = taken.titles }
            return Candidate(taken.record, trust: loader.trust)
        }
    }

    /// The stand-in of a registered bundle whose findings are not cached any more, at the first load;
    /// otherwise nil. The bundle was judged when it was registered, so it serves while its icon is judged
    /// again.
    private func acknowledged(_ candidate: Candidate) -> Bundle? {
        let isRegistered = Folder.split(candidate.record.location).folder == loader.path.registrationFolder
        return serving.isEmpty && isRegistered ? candidate.finished() : nil
    }

    /// Adds the candidate to the load's bundles, if it cannot serve or its findings are cached; otherwise to
    /// the pending ones.
    private mutating func add(_ candidate: Candidate) {
        var candidate = candidate
        let requirements = candidate.record.manifest.requirements
        if candidate.isSound, !requirements.isEmpty {
            needsPrograms = true
            for file in requirements.flatMap(loader.surroundings.files)
            where watched.insert(ExactText(file)).inserted { load.filesToWatch.append(file) }
            candidate.missing = provisions.missing(requirements)
        }
        let found = candidate.hidden == nil ? candidate.findingsKey.flatMap(loader.cache.findings) : nil
        guard candidate.isSound, found == nil else {
            let bundle = candidate.finished(with: found)
            let last = bundle.standing == .rejected ? former[bundle.location] : nil
            return load.addOrHoldBack(bundle, last: last, now: now)
        }
        load.pending.append(candidate)
        let location = candidate.record.location
        guard let last = former[location] ?? acknowledged(candidate) else { return }
        load.standIns[location] = last
        load.bundles.append(last)
    }
}
