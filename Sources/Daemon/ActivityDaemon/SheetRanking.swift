// SPDX-License-Identifier: Apache-2.0
//
// `Describe` gives the rank of each activity among all activities of its generation, and sorting 10,000
// titles takes longer than one client may delay the others. So the ranks are computed in pieces when a client
// first asks, and cached for the generation: clients describe one activity after another.

import ActivityModel
import ActivityRegistry
import Varlink

/// Ranks of a generation's activities in a sheet that would list them all.
final class SheetRanking {
    private static let piece = 256

    let generation: Int
    /// The snapshot; nil when the ranking is complete.
    private var snapshot: Snapshot?
    private let collator: Collator
    private let locale: LocaleTag?
    /// Number of activities added so far.
    private var seen = 0
    private var custom = SortedRuns<(order: SheetOrder, identifier: String)>(of: 2048) {
        $0.order < $1.order
    }
    private var ranks: [String: Int] = [:]

    init(of snapshot: Snapshot, _ collator: Collator, _ locale: LocaleTag?) {
        (self.snapshot, self.collator, self.locale) = (snapshot, collator, locale)
        generation = snapshot.generation
    }

    /// Does one piece of work; true when the ranking is complete.
    func step() -> Bool {
        guard let snapshot else { return true }
        let rest = snapshot.present.dropFirst(seen).prefix(Self.piece)
        guard rest.isEmpty else {
            for bundle in rest where bundle.manifest.isActivity { add(bundle, snapshot) }
            seen += rest.count
            return false
        }
        for _ in 0..<Self.piece {
            guard let next = custom.popFirst() else {
                self.snapshot = nil
                return true
            }
            ranks[next.identifier] = ranks.count
        }
        return false
    }

    private func add(_ bundle: Bundle, _ snapshot: Snapshot) {
        guard bundle.source == .custom else { return ranks[bundle.identifier] = ranks.count }
        let title = bundle.manifest.title(in: locale)
        custom.append((snapshot.orderKey(of: bundle, title: title, collator), bundle.identifier))
    }

    /// The rank, from 0; nil for a bundle that is not a present activity.
    func rank(of bundle: Bundle) -> Int? {
        bundle.standing == .present ? ranks[bundle.identifier] : nil
    }
}

/// The ranking of the generation that was last asked for, in the daemon's own locale.
final class SheetRankings {
    private let collators: Collators
    private let locale: LocaleTag?
    private var last: SheetRanking?

    init(_ collators: Collators, locale: LocaleTag?) {
        (self.collators, self.locale) = (collators, locale)
    }

    /// Calls `then` with the ranking, at once or when the locale is open.
    func ranking(of snapshot: Snapshot, for call: PendingCall, then: @escaping (SheetRanking) -> Void) {
        if let last, last.generation == snapshot.generation { return then(last) }
        collators.open(locale, for: call.requester) { [self] collator in
            let ranking = SheetRanking(of: snapshot, collator, locale)
            last = ranking
            then(ranking)
        }
    }
}
