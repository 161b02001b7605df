// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// All that is registered at one generation: never changed, only replaced as a whole, so that one answer is
/// never made of two states.
package struct Snapshot: Sendable {
    package let generation: Int
    /// Every bundle that was found and judged, in the order of the search path.
    package let bundles: [Bundle]
    package let elections: Elections
    package let arrangement: [String]
    package let types: ContentTypeDatabase
    /// Titles that only the system's activities may bear.
    package let reserved: ReservedTitles

    /// Those that are present: the system's in their order, then the custom ones.
    package let present: [Bundle]
    /// The different `maxBytes` of those that are present, ascending.
    package let sizeLimits: [Int]
    private let index: TypeIndex
    private let arranged: [String: Int]
    /// Of the bundles that bear an identifier.
    private let places: [String: [Int]]

    package init(
        generation: Int, bundles: [Bundle], elections: Elections, arrangement: [String],
        types: ContentTypeDatabase,
        reserved: ReservedTitles
    ) {
        self.generation = generation
        self.bundles = bundles
        self.elections = elections
        self.arrangement = arrangement
        self.types = types
        self.reserved = reserved
        let serving = bundles.filter { $0.standing == .present }
        present =
            SheetOrder.system(serving.filter { $0.source == .system })
            + serving.filter { $0.source == .custom }
        sizeLimits = Set(present.flatMap { $0.manifest.accepts.compactMap(\.maxBytes) }).sorted()
        index = TypeIndex(present)
        arranged = SheetOrder.places(arrangement)
        places = Dictionary(grouping: bundles.indices) { bundles[$0].identifier }
    }

    /// The same under the next generation.
    var again: Snapshot {
        Snapshot(
            generation: generation + 1, bundles: bundles, elections: elections, arrangement: arrangement,
            types: types,
            reserved: reserved)
    }

    /// What a sheet lists, with what each activity takes.
    package struct Listed: Sendable {
        /// In `present`.
        package let place: Int
        package let bundle: Bundle
        /// The items that it takes; nil where it takes them all, of which thousands of activities need no list each.
        package let taken: [Int]?
    }

    /// The activities that fit: the system's in their order, then the custom ones in no order that a sheet
    /// could show.
    package func listed(_ request: Request) -> [Listed] {
        index.candidates(request).compactMap { place in
            let verdict = present[place].evaluate(request)
            guard verdict.isListed else { return nil }
            let isAll = verdict.taken.count == request.content.items.count
            return Listed(
                place: place, bundle: present[place], taken: isAll ? nil : verdict.taken.map(\.item))
        }
    }

    /// By what a custom activity's place in a sheet is found.
    package func orderKey(of bundle: Bundle, title: String, _ collator: Collator) -> SheetOrder.Key {
        SheetOrder.Key(
            place: arranged[bundle.identifier], title: collator.key(title), identifier: bundle.identifier)
    }

    /// The bundle that stands for `identifier`: the one that is neither shadowed nor masked.
    package func bundle(_ identifier: String) -> Bundle? {
        bundles(identifier).first { $0.standing == .present || $0.standing == .rejected }
    }

    package func bundles(_ identifier: String) -> [Bundle] {
        (places[identifier] ?? []).map { bundles[$0] }
    }

    /// Whether a system bundle bears this identifier, whatever became of it.
    package func isSystem(_ identifier: String) -> Bool {
        (places[identifier] ?? []).contains { bundles[$0].source == .system }
    }

    /// Whether answers would be the same but for the generation.
    func serves(theSameAs other: Snapshot) -> Bool {
        bundles == other.bundles && elections == other.elections && arrangement == other.arrangement
            && types == other.types
    }

    package func count(_ state: Bundle.State, _ source: Bundle.Source? = nil) -> Int {
        bundles.count { ($0.source == source ?? $0.source) && $0.state(under: elections) == state }
    }
}
