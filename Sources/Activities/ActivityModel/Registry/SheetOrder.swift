// SPDX-License-Identifier: Apache-2.0
//
// The total order. A sheet that jumps makes people press the wrong thing, so the order depends on
// nothing but the bundles, the arrangement and the locale: not on the search path, not on when something was
// registered, not on use.
//
//     system activities     by position, equal positions by identifier (`Snapshot`)
//     the app's own         in the app's order
//     custom activities     those arranged, in that arrangement; the others by title as the locale collates it; equal
//                           titles by identifier
//
// Identifiers are unique among what is listed, so that no two activities are ever equal.

/// Sort key of a custom activity in a sheet.
package struct SheetOrder: Comparable, Sendable {
    private let rank: Int
    private let title: [UInt8]
    private let identifier: String

    /// - Parameters:
    ///   - rank: in the arrangement; nil where it is in none.
    ///   - title: as a `Collator` makes it of the title that is shown.
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
    /// The title that a person of this locale reads.
    package func title(in locale: LocaleTag?) -> String {
        locale?.lookup(in: titles) ?? title
    }
}
