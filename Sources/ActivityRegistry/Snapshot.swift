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

    private let system: [Bundle]
    private let custom: [Bundle]
    private let order: SheetOrder
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
        let present = bundles.filter { $0.standing == .present }
        system = SheetOrder.system(present.filter { $0.source == .system })
        custom = present.filter { $0.source == .custom }
        order = SheetOrder(arrangement: arrangement)
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
        package let bundle: Bundle
        package let taken: [TakenItem]
    }

    /// The system's activities that fit, in their order.
    package func listedSystem(_ request: Request) -> [Listed] {
        listed(system, request)
    }

    /// The custom activities that fit, in the order of the sheet.
    package func listedCustom(_ request: Request, locale: LocaleTag?, collator: Collator) -> [Listed] {
        order.custom(listed(custom, request), locale: locale, collator: collator, bundle: \.bundle)
    }

    private func listed(_ bundles: [Bundle], _ request: Request) -> [Listed] {
        bundles.compactMap { bundle in
            let verdict = bundle.evaluate(request)
            return verdict.isListed ? Listed(bundle: bundle, taken: verdict.taken) : nil
        }
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
