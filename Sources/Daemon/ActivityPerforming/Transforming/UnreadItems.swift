// SPDX-License-Identifier: Apache-2.0
//
// A transform that takes something private away says nothing of the items that it does not accept: they are shared with the
// rest, and may hold just that. So they count as unread, as does whatever a later transform makes of one.

import ActivityModel

/// Items of a Prepare's content that may still hold private facts.
struct UnreadItems: Sendable {
    /// Private kinds of facts in one item.
    private struct Kinds {
        var removed: Set<FactKind> = []
        /// Kinds that were to be removed, and may be left.
        var left: Set<FactKind> = []
    }

    private var kinds: [Kinds]

    init(_ content: [Item]) { kinds = Array(repeating: Kinds(), count: content.count) }

    /// Indices of the items, in order.
    var places: [Int] { kinds.indices.filter { !kinds[$0].left.isEmpty } }

    /// Records a transform's kinds of facts: removed from the items that it accepts, possibly left in the others.
    mutating func apply(_ transform: Transform, to accepted: [HandedItem], of content: [Item]) {
        let removed = Set(transform.removes.filter(\.isPrivate))
        let accepted = Set(accepted.map(\.index))
        for (index, item) in content.enumerated() where item.mayHoldFacts {
            if accepted.contains(index) {
                kinds[index].removed.formUnion(removed)
                kinds[index].left.subtract(removed)
            } else {
                kinds[index].left.formUnion(removed.subtracting(kinds[index].removed))
            }
        }
    }

    /// Follows the items to their new places.
    ///
    /// - Parameter sources: for each new item, the places of its source items.
    mutating func move(_ sources: [[Int]]) {
        kinds = sources.map { places in
            places.dropFirst().reduce(into: kinds[places[0]]) { merged, place in
                merged.removed.formIntersection(kinds[place].removed)
                merged.left.formUnion(kinds[place].left)
            }
        }
    }
}

extension Item {
    /// Whether there can be something inside that is not in sight: not in a text, nor in a link.
    fileprivate var mayHoldFacts: Bool {
        ([representation] + alternatives).contains {
            $0.uri != nil && !$0.type.lowercased().hasPrefix("x-scheme-handler/")
                && ContentType($0.type)?.name != "text/plain"
        }
    }
}
