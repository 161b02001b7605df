// SPDX-License-Identifier: Apache-2.0
//
// While all files that count are whole, they alone decide. While one is broken, nothing opens beyond what is
// remembered: the policy in force is the least open of these policies, none of which has precedence:
//
// - the last whole policy of each `PolicyKeeper`;
// - the merged files, each broken one as it last was;
// - each closing, locked, that was read in a file since it was last whole, but for those that it had just so
//   then.
//
// If no trusted keeper has a whole policy, the closings of each file count by themselves too. A file that
// only another user or another time can read closes everything, unless its former content is known. So does
// any broken file while the kept documents cannot be read.

package import ActivityModel
import Host
import StrictJSON

/// The administrator's effective policy.
package struct Policy: Sendable {
    /// Upper bounds; the most restrictive applies.
    package let bounds: [PolicyTable]
    /// The merged files, a broken one as it last was.
    package let now: PolicyTable
    /// The broken files.
    package let incomplete: [PolicyFragment]
    /// Path of the broken file or folder because of which everything is denied: its content, or that of the
    /// kept documents, is unknown.
    package private(set) var closedBy: String?
    /// The settings that are not policy, from a whole policy; nil if none is known.
    private let defaults: PolicyTable?
    /// Tables that decide whether a reserved title may be reused; nil means `bounds`.
    private let freeing: [PolicyTable]?

    /// - Parameters:
    ///   - keepers: most trusted first.
    ///   - doubt: the error that prevented reading the kept documents; nil if they were read.
    package init(
        _ scan: PolicyScan, _ keepers: [PolicyKeeper], doubt: String? = nil, _ layout: PolicyLayout
    ) {
        let trusted = keepers.filter(\.isTrusted)
        func known(_ path: String) -> JSON.Object? { trusted.lazy.compactMap { $0.document(at: path) }.first }
        func merge(_ documents: [PolicyDocument]) -> PolicyTable { PolicyTable(documents, layout) }
        func whole(_ keeper: PolicyKeeper) -> [PolicyDocument]? {
            keeper.whole.map { $0.map { PolicyDocument(path: $0.key.text, object: $0.value) } }
        }
        now = merge(scan.front(known))
        incomplete = scan.incompleteFragments(known)
        guard !incomplete.isEmpty else {
            (bounds, defaults, freeing) = ([now], now, nil)
            return
        }
        let others = keepers.filter { !$0.isTrusted }
        let wholes = trusted.compactMap(whole).map(merge)
        defaults = wholes.first
        freeing = wholes.isEmpty ? [] : wholes + others.compactMap(whole).map(merge)
        if let unknown = incomplete.first(where: { $0.isUnknown && known($0.path) == nil }) {
            closedBy = unknown.path
        } else if doubt != nil {
            closedBy = incomplete[0].path
        }
        // `now` is a bound even if everything is denied: its masks hide inspectors, which elections cannot.
        var bounds = [closedBy.map { PolicyTable.none(because: $0) }, now].compactMap(\.self)
        // Most keepers know the same documents.
        var seen: Set<[ExactText: JSON.Object]> = []
        for documents in keepers.flatMap({ keeper in
            [scan.front { keeper.document(at: $0) ?? known($0) }, whole(keeper)].compactMap(\.self)
        }) {
            let objects = Dictionary(documents.map { (ExactText($0.path), $0.object) }) { first, _ in first }
            if seen.insert(objects).inserted { bounds.append(merge(documents)) }
        }
        var closings: [PolicyTable] = []
        for file in incomplete {
            let said = known(file.path).map { Closings.of($0, file.form) }
            func close(_ object: JSON.Object, _ positions: [ExactText: TextPosition] = [:]) {
                let new = Closings.of(object, without: said)
                let document = PolicyDocument(path: file.path, object: new, positions: positions)
                closings.append(PolicyTable(closing: document, layout))
            }
            close(file.closes, file.document.positions)
            for keeper in keepers { keeper.closed[ExactText(file.path)]?.forEach { close($0) } }
        }
        if wholes.isEmpty {
            let lasts: [(String) -> JSON.Object?] =
                [known] + keepers.map { keeper in { keeper.document(at: $0) } }
            closings += lasts.flatMap { scan.front($0).map { merge([$0]).closings } }
        }
        self.bounds = bounds + PolicyTable.joined(closings)
    }

    // MARK: Effective policy

    package func elections(_ person: [String: Election] = [:]) -> Elections {
        Elections(
            bounds: bounds.map(\.elections), freeing: freeing.map { $0.map(\.elections) }, person: person)
    }

    package func openness(of activity: ActivityTraits) -> Openness {
        bounds.map { $0.openness(of: activity) }.min() ?? .listed
    }

    package var closed: Set<PolicySwitch> {
        bounds.reduce(into: []) { $0.formUnion($1.settings.closed) }
    }

    /// The daemon's settings, the starred activities and the switches that are off.
    package var settings: SettingValues {
        var settings = defaults?.settings ?? SettingValues()
        settings.closed = closed
        return settings
    }

    /// The entry of a setting that is not policy.
    package func entry(ofSetting key: String) -> PolicyEntry? {
        defaults?.report.entry(.configuration, key)
    }

    package var masks: [String: [String]] {
        bounds.reduce(into: [:]) { masks, table in
            masks.merge(table.masks) { $0 + $1.filter { [former = Set($0)] in !former.contains($0) } }
        }
    }

    /// Whether a lock prevents clients from setting an election for an activity.
    ///
    /// - Parameter ofFiles: whether to ignore locks that clients made.
    package func isLocked(_ activity: ActivityTraits, ofFiles: Bool) -> Bool {
        let openness = bounds.map { (ofFiles ? $0.elections.ofFiles : $0.elections).openness(of: activity) }
        return openness.min()?.isLocked == true
    }

    package func entry(about activity: ActivityTraits) -> PolicyEntry? {
        bounds.min { $0.openness(of: activity) < $1.openness(of: activity) }?
            .entry(about: activity)
    }

    /// The file that keeps an activity from being more open, with the line if it is known: the file of the
    /// entry in force or, if the files no longer have that entry, the first broken one.
    package func location(closing activity: ActivityTraits) -> String? {
        let entry = entry(about: activity)
        let isFaulty = entry.map { entry in incomplete.contains { $0.path.isExactly(entry.path) } } == true
        return waits(activity) && !isFaulty ? incomplete.first?.path : entry?.location ?? closedBy
    }

    // MARK: Pending entries

    /// An activity or switch that the files would permit if none were invalid.
    package struct Waiting: Hashable, Sendable {
        /// An activity's identifier, or a switch.
        package let name: String
        /// The entry that permits it; nil if it is permitted by default.
        package let entry: PolicyEntry?
    }

    package func waits(_ activity: ActivityTraits) -> Bool {
        !incomplete.isEmpty && openness(of: activity) < now.openness(of: activity)
    }

    /// The pending entries, of activities that are installed or named in files, and of switches.
    package func waiting(among installed: Set<ActivityTraits>) -> [Waiting] {
        guard !incomplete.isEmpty else { return [] }
        let known = Set(installed.map(\.identifier))
        let names = now.settings.allowed.reduce(into: Set(now.elections.table.entries.keys)) {
            $0.formUnion($1.names)
        }
        let masked = bounds.flatMap(\.elections.masked)
        let named = names.union(masked).filter { Identifier.isValid($0) && !known.contains($0) }
        // Elections do not apply to inspectors, but masks do.
        let activities =
            installed.sorted { $0.identifier < $1.identifier }
            .filter { $0.category != .inspect || masked.contains($0.identifier) }
            + named.sorted().map { ActivityTraits($0) }
        let switches = PolicySwitch.allCases.filter {
            closed.contains($0) && !now.settings.closed.contains($0)
        }
        let list = now.report.entry(.configuration, SettingKey.allowedKey)
        return activities.filter(waits).map {
            Waiting(name: $0.identifier, entry: now.entry(about: $0) ?? list)
        }
            + switches.map {
                Waiting(name: $0.rawValue, entry: now.report.entry(.configuration, $0.rawValue))
            }
    }

    /// All entries of the files, and every effective restriction.
    package func report(_ waiting: [Waiting]) -> PolicyReport {
        var report = now.report
        report.complete(with: bounds, waiting: Set(waiting.compactMap { $0.entry?.identity }))
        return report
    }

    /// Maximum number of pending entries named in a message.
    private static let namedWaiting = 8

    /// A fault of an invalid file, and what follows from it.
    package struct Problem: Hashable, Sendable {
        package let fault: String
        /// The effect and its remedies, stated once for each file; empty, or a sentence after a space.
        fileprivate(set) var effect = ""

        package var sentence: String { fault + effect }
    }

    /// The problems of all invalid files, with positions, remedies and the pending entries.
    package func problems(_ waiting: [Waiting], _ layout: PolicyLayout) -> [Problem] {
        let named = waiting.prefix(Self.namedWaiting).map { one in
            one.name + (one.entry.map { " (\($0.location))" } ?? "")
        }
        let more = waiting.count > named.count ? [", …"] : []
        // Added once, however many files are invalid.
        var tail =
            waiting.isEmpty
            ? "" : " \(waiting.count) wait: " + named.joined(separator: ", ") + more.joined() + "."
        let cause = incomplete.filter { $0.path == closedBy }
        // An inaccessible folder yields the same message for each file in it.
        var told: Set<String> = []
        return (cause + incomplete).flatMap { fragment in
            var problems = fragment.sentences.map { Problem(fault: $0) }
            guard told.insert(problems[0].fault).inserted else { return [Problem]() }
            if closedBy == nil {
                problems[0].effect = " Until it \(remedy(for: fragment, layout)), nothing opens.\(tail)"
                tail = ""
            } else if closedBy?.isExactly(fragment.path) == true {
                problems[0].effect =
                    " Until it \(remedy(for: fragment, layout)), no activity is listed, as it may allow none."
            }
            return problems
        }
    }

    /// The possible remedies for a file, as the rest of a clause that begins with "Until it".
    private func remedy(for file: PolicyFragment, _ layout: PolicyLayout) -> String {
        let correction = file.isUnknown ? "can be read" : "is corrected"
        guard file.subject.isExactly(file.path), let mask = layout.mask(of: file.path) else {
            return correction + " or taken away"
        }
        // The front file of this name is invalid as well, and will hide this file once corrected.
        if incomplete.contains(where: { $0.path.isExactly(mask) }) { return "or \(mask) \(correction)" }
        let place = Folder.split(mask).folder
        guard let word = mask.shellWord, let folder = place.shellWord else {
            return "\(correction), taken away, or masked by a link to /dev/null of the same name in \(place)"
        }
        // The folder may be missing in the first layer.
        return "\(correction), or masked by `mkdir -p \(folder) && ln -s /dev/null \(word)`"
    }
}

extension String {
    /// The path as a word for a shell; nil if it contains invisible characters, or a backslash, which may
    /// stand for a byte that is not UTF-8.
    fileprivate var shellWord: String? {
        let unseen: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
        guard unicodeScalars.allSatisfy({ $0 != "\\" && !unseen.contains($0.properties.generalCategory) })
        else {
            return nil
        }
        let isPlain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@%:,=".contains($0)) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}

extension PolicyTable {
    fileprivate func entry(about activity: ActivityTraits) -> PolicyEntry? {
        guard let (name, _) = elections.entry(for: activity) else { return nil }
        return name.map { report.entry(.elections, $0) }
            ?? report.entry(.configuration, SettingKey.allowedKey)
    }
}
