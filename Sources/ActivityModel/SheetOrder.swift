// SPDX-License-Identifier: Apache-2.0
//
// The total order (R9). A sheet that jumps makes people press the wrong thing, so the order depends on
// nothing but the bundles, the arrangement and the locale: not on the search path, not on when something was
// registered, not on use.
//
//     system activities     by position, equal positions by identifier
//     the app's own         in the app's order
//     custom activities     those arranged, in that arrangement; the others by title as the locale collates it; equal
//                           titles by identifier
//
// Identifiers are unique among what is listed, so that no two activities are ever equal.

/// Puts activities into the order of the sheet.
package struct SheetOrder: Sendable {
    private let places: [String: Int]

    /// - Parameter arrangement: identifiers of custom activities, first come first.
    package init(arrangement: [String]) {
        places = Dictionary(arrangement.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    }

    package static func system(_ bundles: [Bundle]) -> [Bundle] {
        bundles.sorted {
            let places = ($0.manifest.position ?? .max, $1.manifest.position ?? .max)
            return places.0 != places.1
                ? places.0 < places.1 : $0.identifier.utf8.precedes($1.identifier.utf8)
        }
    }

    /// - Parameter bundle: what is sorted may be more than a bundle; this is the bundle of it.
    package func custom<Element>(
        _ elements: [Element], locale: LocaleTag?, collator: Collator, bundle: (Element) -> Bundle
    ) -> [Element] {
        let keyed = elements.map { element in
            let bundle = bundle(element)
            return (
                element: element, place: places[bundle.identifier] ?? .max,
                title: collator.key(bundle.manifest.title(in: locale)), identifier: bundle.identifier
            )
        }
        return keyed.sorted { one, other in
            if one.place != other.place { return one.place < other.place }
            if one.title != other.title { return one.title.precedes(other.title) }
            return one.identifier.utf8.precedes(other.identifier.utf8)
        }.map(\.element)
    }
}

extension Collection<UInt8> {
    fileprivate func precedes(_ other: some Collection<UInt8>) -> Bool {
        lexicographicallyPrecedes(other)
    }
}

extension Manifest {
    /// The title that a person of this locale reads.
    package func title(in locale: LocaleTag?) -> String {
        locale?.lookup(in: titles) ?? title
    }
}
