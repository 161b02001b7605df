// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// One load under way.
struct LoadPass {
    /// Who has a name: the first in the path that bears it.
    private enum Holder {
        case bundle(String)
        case mask(String)
    }

    private let loader: Loader
    private let lastGood: [String: Bundle]
    private let now: Int
    private var survey: Survey
    private var programs: ProgramPath
    private var load = Load()
    private var holders: [String: Holder] = [:]
    private var needsPrograms = false

    init(_ loader: Loader, _ previous: [Bundle]) {
        self.loader = loader
        let good = previous.filter { $0.standing == .present }
        lastGood = Dictionary(good.map { ($0.path, $0) }) { first, _ in first }
        now = loader.clock()
        survey = Survey(trust: loader.trust, limit: loader.limit)
        programs = ProgramPath(loader.programPath)
    }

    mutating func run() -> Load {
        let system = survey.look(into: loader.path.systemFolder)
        let custom = loader.path.folders.compactMap {
            survey.look(into: $0.path, masksSystem: $0.masksSystem)
        }
        load.knowsSystem = system != nil
        loader.willRead(([system].compactMap { $0 } + custom).flatMap { $0.entries.map(\.path) })
        let identifiers = Set(system?.entries.filter { $0.kind != .mask }.map(\.identifier) ?? [])
        let systemBundles = readSystem(system, masks: custom)
        load.neighbours = Neighbours(
            system: systemBundles, identifiers: identifiers, elections: loader.elections)
        readCustom(custom)
        load.problems = survey.problems
        load.isIncomplete = load.isIncomplete || survey.isIncomplete
        load.leftOut = survey.leftOut
        load.foldersToWatch = foldersToWatch
        load.bundlesToWatch =
            (load.bundles.filter { $0.standing == .present }.map(\.path) + load.pending.map(\.path)
            + load.bundles.filter { $0.standing != .present }.map(\.path)).withoutRepeats
        load.sort()
        load.establish(after: loader.established, loader.elections)
        return load
    }

    private var foldersToWatch: [String] {
        let searched = loader.path.folders.map(\.path) + [loader.path.systemFolder]
        return (searched + (needsPrograms ? programs.folders : [])).withoutRepeats
    }

    // MARK: The system's bundles

    /// Reads them and takes them up; they are given back as far as they are known before their icons are
    /// judged.
    private mutating func readSystem(_ place: Survey.Place?, masks places: [Survey.Place]) -> [Bundle] {
        guard let place else { return [] }
        var masks: [String: String] = [:]
        for entry in places.filter(\.masksSystem).flatMap(\.entries) where entry.isMaskInForce {
            masks[entry.identifier] = entry.path
        }
        let check = TitleCheck(neighbours: Neighbours(), established: [:])
        var bundles: [Bundle] = []
        for entry in place.entries where entry.kind != .mask {
            var candidate = read(entry, in: place, .system)
            check.check(&candidate)
            candidate.hidden = masks[entry.identifier].map { .masked(by: $0) }
            take(candidate)
            bundles.append(candidate.finished())
        }
        return bundles
    }

    // MARK: Custom bundles

    private mutating func readCustom(_ places: [Survey.Place]) {
        var candidates: [Candidate] = []
        let check = TitleCheck(neighbours: load.neighbours, established: loader.established)
        for place in places {
            for entry in place.entries {
                guard var candidate = candidate(entry, in: place) else { continue }
                check.check(&candidate)
                if candidate.isSound {
                    load.neighbours.add(custom: candidate.manifest.title, of: candidate.identifier)
                }
                candidates.append(candidate)
            }
        }
        for var candidate in candidates {
            if candidate.hidden == nil { candidate.compare(with: load.neighbours) }
            take(candidate)
        }
    }

    /// Nil for a mask that is just that: it is no bundle.
    private mutating func candidate(_ entry: Survey.Entry, in place: Survey.Place) -> Candidate? {
        let isReserved = load.neighbours.systemIdentifiers.contains(entry.identifier)
        if entry.isMaskInForce {
            guard isReserved, !place.masksSystem else {
                if holders[entry.identifier] == nil { holders[entry.identifier] = .mask(entry.path) }
                return nil
            }
            return uselessMask(entry)
        }
        var candidate = read(entry, in: place, .custom)
        if isReserved {
            candidate.diagnostics.insert(.reserved(entry.identifier), at: 0)
        } else if let holder = holders[entry.identifier] {
            switch holder {
            case .bundle(let path): candidate.hidden = .shadowed(by: path)
            case .mask(let path): candidate.hidden = .masked(by: path)
            }
        } else {
            holders[entry.identifier] = .bundle(entry.path)
        }
        return candidate
    }

    private func uselessMask(_ entry: Survey.Entry) -> Candidate {
        var candidate = Candidate(identifier: entry.identifier, path: entry.path, source: .custom)
        let sentence =
            "A system activity is masked only from /etc/activities. Ignore it instead: "
            + "activityctl elect \(entry.identifier) ignore"
        candidate.diagnostics = [Diagnostic(.identifierReserved, sentence)]
        return candidate
    }

    // MARK: Both

    private mutating func read(_ entry: Survey.Entry, in place: Survey.Place, _ source: Bundle.Source)
        -> Candidate
    {
        var candidate = Candidate(identifier: entry.identifier, path: entry.path, source: source)
        candidate.trust = loader.trust
        if let fault = entry.ownerFault { candidate.diagnostics.append(Diagnostic(.bundleOwner, fault)) }
        if case .misplaced(let sentence) = entry.kind {
            candidate.diagnostics.append(Diagnostic(.bundlePath, sentence))
        } else if entry.kind == .folder {
            readFolder(entry, in: place, &candidate)
        }
        return candidate
    }

    private mutating func readFolder(
        _ entry: Survey.Entry, in place: Survey.Place, _ candidate: inout Candidate
    ) {
        do throws(RegistryError) {
            let contents = BundleFolder(try place.folder.openFolder(entry.name), trust: loader.trust)
            candidate.diagnostics += [contents.ownerFault].compactMap { $0 }
            let isSystem = candidate.source == .system
            candidate.take(BundleReader(isSystem: isSystem, folder: entry.name).read(contents))
            candidate.changed = contents.changed
            load.isIncomplete = load.isIncomplete || contents.isIncomplete
        } catch {
            load.isIncomplete = load.isIncomplete || error.isPassing
            candidate.diagnostics.append(Diagnostic(.bundlePath, error.description))
        }
    }

    /// Judged where nothing is to be judged, or the verdict is known; else it waits.
    private mutating func take(_ candidate: Candidate) {
        var candidate = candidate
        if candidate.isSound, !candidate.manifest.neededPrograms.isEmpty {
            needsPrograms = true
            candidate.missingPrograms = programs.missing(candidate.manifest.neededPrograms)
        }
        let last = lastGood[candidate.path]
        let verdict = candidate.hidden == nil ? candidate.verdictKey.flatMap(loader.cache.verdict) : nil
        guard candidate.isSound, verdict == nil else {
            let bundle = candidate.finished(with: verdict)
            return load.settle(bundle, changed: candidate.changed, last: last, now: now)
        }
        load.pending.append(candidate)
        guard let last else { return }
        load.lastGood[candidate.path] = last
        load.bundles.append(last)
    }
}

extension Candidate {
    /// Whether it serves if its icon does.
    fileprivate var isSound: Bool { hidden == nil && !diagnostics.hasErrors }
}

extension Survey.Entry {
    /// A mask that somebody put there who may.
    fileprivate var isMaskInForce: Bool { kind == .mask && ownerFault == nil }
}
