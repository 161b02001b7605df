// SPDX-License-Identifier: Apache-2.0
//
// A transform that takes something private away says nothing of the items that it does not accept: they are shared with the
// rest, and may hold just that. So they count as unread, as does whatever a later transform makes of one.

import ActivityModel

/// Items of a Prepare's content of which nobody knows what is inside.
struct UnreadItems: Sendable {
    /// Indices of the items.
    private(set) var places: Set<Int> = []

    /// Adds the items that a transform for privacy does not accept.
    mutating func add(_ content: [Item], beside accepted: [HandedItem]) {
        let accepted = Set(accepted.map(\.index))
        for (place, item) in content.enumerated() where item.mayHoldFacts && !accepted.contains(place) {
            places.insert(place)
        }
    }

    /// Follows the items to their new places.
    ///
    /// - Parameter sources: for each new item, the places of those that it was made of.
    mutating func move(_ sources: [[Int]]) {
        places = Set(sources.indices.filter { !places.isDisjoint(with: sources[$0]) })
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
