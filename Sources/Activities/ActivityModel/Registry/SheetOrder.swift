// SPDX-License-Identifier: Apache-2.0
//
// The order of activities in a reply to List. A sheet that jumps makes people press the wrong thing, so it
// depends only on the bundles, the arrangement and the request's locale: not on the search path, the time of
// registration, or use.
//
//     system activities     by position, equal positions by identifier (`Load`)
//     the app's own         in the app's order
//     custom activities     first the arranged ones, in the arrangement; then the others, by title as the
//                           locale collates it; equal titles by identifier
//
// Identifiers are unique among listed activities, so no two are ever equal. The window derives its own layout
// from this order: sharing above acting (`ActivityGrid`), and above both Quick Access (`QuickAccess`), whose
// targets are ranked by use (`TargetRanking`). ARCHITECTURE.md lists every place that decides an order.

/// Sort key of a custom activity in a sheet.
package struct SheetOrder: Comparable, Sendable {
    private let rank: Int
    private let title: [UInt8]
    private let identifier: String

    /// - Parameters:
    ///   - rank: index in the arrangement; nil if it does not contain the activity.
    ///   - title: a `Collator`'s key for the localised title.
    package init(rank: Int?, title: [UInt8], identifier: String) {
        self.rank = rank ?? .max
        self.title = title
        self.identifier = identifier
    }

    package static func < (one: SheetOrder, other: SheetOrder) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        if one.title != other.title { return one.title.lexicographicallyPrecedes(other.title) }
        return one.identifier.utf8.lexicographicallyPrecedes(other.identifier.utf8)
    }
}

extension Manifest {
    package func title(in locale: LocaleTag?) -> String {
        locale?.lookup(in: titles) ?? title
    }
}
