// SPDX-License-Identifier: Apache-2.0
//
// While all files that count are whole, they alone decide. While one is not, nothing opens: the policy in force is the least
// open of a few whole policies, and there is no precedence between them:
//
// - the last whole policy, as each keeper knows it;
// - the files together, where one that is not whole says what it said when it last was;
// - each closing that is, or since then was, read in a file that is not whole, locked.
//
// Where no trusted keeper knows a whole policy, each file by itself is a bound as well. A file that another user or another
// time could read closes everything, unless it is known what it said.

package import ActivityModel
import StrictJSON

/// The admin's policy in force.
package struct Policy: Sendable {
    /// The least open of these counts.
    package let bounds: [PolicyTable]
    /// The files together, which is what would count if nothing were faulty.
    package let now: PolicyTable
    /// The files that are not whole.
    package let faulty: [PolicyFragment]
    /// Path of the file or folder that closes everything, as it is not known what it says.
    package private(set) var closedBy: String?
    /// Values of the settings that are no policy; of whole policies alone.
    private let defaults: SettingValues
    /// The policies that set titles free; nil for `bounds`.
    private let freeing: [PolicyTable]?

    /// - Parameters:
    ///   - keepers: the most trusted first.
    ///   - doubt: why what was kept cannot be read; nil where it can be.
    package init(
        _ look: PolicyLook, _ keepers: [PolicyKeeper], doubt: String? = nil, _ layout: PolicyLayout
    ) {
        let trusted = keepers.filter(\.isTrusted)
        func known(_ path: String) -> JSON.Object? { trusted.lazy.compactMap { $0.document(at: path) }.first }
        func merge(_ documents: [PolicyDocument]) -> PolicyTable { PolicyTable(documents, layout) }
        func whole(_ keeper: PolicyKeeper) -> PolicyTable? {
            keeper.whole.map { merge($0.map { PolicyDocument(path: $0.key.text, object: $0.value) }) }
        }
        now = merge(look.front(known))
        faulty = look.faulty(known)
        guard !faulty.isEmpty else {
            (bounds, defaults, freeing) = ([now], now.settings, nil)
            return
        }
        let others = keepers.filter { !$0.isTrusted }
        let wholes = trusted.compactMap(whole)
        defaults = wholes.first?.settings ?? SettingValues()
        freeing = wholes.isEmpty ? [] : wholes + others.compactMap(whole)
        if let unknown = faulty.first(where: { $0.isUnknown && known($0.path) == nil }) {
            closedBy = unknown.path
        } else if doubt != nil {
            closedBy = faulty[0].path
        }
        func closings(_ object: JSON.Object, _ fragment: PolicyFragment, _ lines: [ExactText: Int])
            -> PolicyTable
        {
            PolicyTable(closing: object, path: fragment.path, but: known(fragment.path), lines: lines)
        }
        // The known masks count as well: no election hides an inspector.
        var bounds = (closedBy == nil ? [] : [PolicyTable.none]) + [now]
        for keeper in keepers {
            bounds.append(merge(look.front { keeper.document(at: $0) ?? known($0) }))
            bounds += [whole(keeper)].compactMap(\.self)
            bounds += faulty.compactMap { file in
                keeper.closed[ExactText(file.path)].map { closings($0, file, [:]) }
            }
        }
        bounds += faulty.map { closings($0.closes, $0, $0.document.lines) }
        if wholes.isEmpty {
            let lasts: [(String) -> JSON.Object?] =
                [known] + keepers.map { keeper in { keeper.document(at: $0) } }
            for last in lasts { bounds += look.front(last).map { merge([$0]).closings } }
        }
        // The first stays: it is the one whose entries have lines.
        var seen: Set<PolicyTable.Meaning> = []
        self.bounds = bounds.filter { seen.insert($0.meaning).inserted }
    }

    // MARK: What is in force

    package func elections(_ person: [String: Election] = [:]) -> Elections {
        Elections(
            bounds: bounds.map(\.elections), freeing: freeing.map { $0.map(\.elections) }, person: person)
    }

    package func openness(of activity: ActivityTraits) -> Openness {
        bounds.map { $0.elections.openness(of: activity) }.min() ?? .listed
    }

    /// Switches that are off.
    package var closed: Set<PolicySwitch> {
        bounds.reduce(into: []) { $0.formUnion($1.settings.closed) }
    }

    /// The settings of daemons and what is starred, with the switches that are off.
    package var settings: SettingValues {
        var settings = defaults
        (settings.closed, settings.allowed) = (closed, bounds.flatMap(\.settings.allowed))
        return settings
    }

    /// Names that count as masks, by folder.
    package var masks: [String: [String]] {
        bounds.reduce(into: [:]) { masks, table in
            masks.merge(table.masks) { $0 + $1.filter { [former = Set($0)] in !former.contains($0) } }
        }
    }

    /// Whether a lock keeps a client from electing an activity.
    ///
    /// - Parameter ofFiles: whether only locks of files count, not those that clients made.
    package func isLocked(_ activity: ActivityTraits, ofFiles: Bool) -> Bool {
        let openness = bounds.map { (ofFiles ? $0.elections.ofFiles : $0.elections).openness(of: activity) }
        return openness.min()?.isLocked == true
    }

    /// The entry that decides about an activity; nil if no file says anything of it.
    package func entry(about activity: ActivityTraits) -> PolicyEntry? {
        bounds.min { $0.elections.openness(of: activity) < $1.elections.openness(of: activity) }?
            .entry(about: activity)
    }

    // MARK: What waits

    /// Something that files would open if none were faulty.
    package struct Waiting: Hashable, Sendable {
        /// An activity's identifier, or a switch.
        package let name: String
        /// The entry that opens it; nil where it is open because no file closes it any more.
        package let entry: PolicyEntry?
    }

    package func waits(_ activity: ActivityTraits) -> Bool {
        !faulty.isEmpty && openness(of: activity) < now.elections.openness(of: activity)
    }

    /// - Parameter installed: the activities there are; those that files name are asked about as well.
    package func waiting(among installed: [ActivityTraits]) -> [Waiting] {
        guard !faulty.isEmpty else { return [] }
        let known = Set(installed.map(\.identifier))
        let named = now.elections.table.entries.keys.filter { Identifier.isValid($0) && !known.contains($0) }
        // Nothing decides about the inspector.
        let activities =
            installed.filter { $0.category != .inspect } + named.sorted().map { ActivityTraits($0) }
        let switches = PolicySwitch.allCases.filter {
            closed.contains($0) && !now.settings.closed.contains($0)
        }
        return activities.filter(waits).map { Waiting(name: $0.identifier, entry: now.entry(about: $0)) }
            + switches.map {
                Waiting(name: $0.rawValue, entry: now.report.entry(.configuration, $0.rawValue))
            }
    }

    /// Everything that files say, and every closing in force.
    package func report(_ waiting: [Waiting]) -> PolicyReport {
        var report = now.report
        report.complete(with: bounds, waiting: Set(waiting.compactMap { $0.entry?.saying }))
        return report
    }

    /// Entries that wait, to name in a sentence.
    private static let namedWaiting = 8

    /// A sentence for each fault: file, line, column, what waits, and what lets it go.
    package func sentences(_ waiting: [Waiting], _ layout: PolicyLayout) -> [String] {
        let named = waiting.prefix(Self.namedWaiting).map { one in
            one.name + (one.entry.map { " (\($0.place))" } ?? "")
        }
        let more = waiting.count > named.count ? [", …"] : []
        let tail =
            waiting.isEmpty
            ? "" : " \(waiting.count) wait: " + named.joined(separator: ", ") + more.joined() + "."
        return faulty.flatMap { fragment in
            guard closedBy == nil else { return fragment.sentences }
            let mask = layout.mask(of: fragment.path)
            let remedy =
                mask.map { "Until it is corrected, or masked by `ln -s /dev/null \($0)`" }
                ?? "Until it is corrected or taken away"
            var sentences = fragment.sentences
            sentences[0] += " \(remedy), nothing opens.\(tail)"
            return sentences
        }
            + (closedBy.map { ["\($0): No activity is listed until it can be read, as it may allow none."] }
                ?? [])
    }
}

extension PolicyTable {
    fileprivate func entry(about activity: ActivityTraits) -> PolicyEntry? {
        guard let (name, _) = elections.entry(for: activity) else { return nil }
        if let name { return report.entry(.elections, name) }
        return report.entries.first { entry in
            entry.key == SettingKey.allowedKey && entry.overriddenBy == nil
                && !ActivitySet(json: entry.value).contains(activity)
        }
    }
}
