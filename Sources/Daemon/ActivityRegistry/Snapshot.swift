// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// The content of the registry at one generation. A snapshot never changes, and is only replaced as a whole,
/// so that no reply mixes two states.
package struct Snapshot: Sendable {
    package let generation: Int
    /// All judged bundles, in the order of `Load.bundles`.
    package let bundles: [Bundle]
    package let elections: Elections
    package let arrangement: [String]
    package let starred: [String]
    package let types: ContentTypeDatabase
    package let reserved: ReservedTitles

    /// Indices in `bundles` of the present bundles: the system's in their order, then custom ones.
    private let serving: [Int32]
    /// The distinct `maxBytes` values of present bundles, ascending.
    package let sizeLimits: [Int]
    private let typeIndex: TypeIndex
    private let arranged: [String: Int]
    private let stars: Set<String>
    /// Present transforms, the system's in their order.
    package let transforms: [Bundle]
    /// The system's bundle that inspects items before they are shared; nil if there is none that can run.
    package let inspector: Bundle?
    /// Numbers of active system activities, active custom activities, and rejected bundles.
    package let counts: (system: Int, custom: Int, rejected: Int)
    /// Indices in `bundles`, sorted by identifier; bundles of one identifier stay in order.
    private let byIdentifier: [Int32]

    package init(
        generation: Int, bundles: [Bundle], elections: Elections, arrangement: [String], starred: [String],
        types: ContentTypeDatabase,
        reserved: ReservedTitles
    ) {
        self.generation = generation
        self.bundles = bundles
        self.elections = elections
        self.arrangement = arrangement
        self.starred = starred
        stars = Set(starred)
        self.types = types
        self.reserved = reserved
        serving = bundles.indices.filter { bundles[$0].standing == .present }.map { Int32($0) }
        let present = serving.lazy.map { bundles[Int($0)] }
        sizeLimits = Set(present.flatMap { $0.manifest.accepts.compactMap(\.maxBytes) }).sorted()
        typeIndex = TypeIndex(present)
        transforms = present.filter { $0.manifest.transform != nil }
        inspector = present.first {
            $0.manifest.isInspector && $0.source == .system && $0.missing.isEmpty
        }
        arranged = Dictionary(arrangement.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        counts = bundles.reduce(into: (system: 0, custom: 0, rejected: 0)) { counts, bundle in
            switch bundle.state(under: elections) {
            case .active where !bundle.manifest.isActivity: break
            case .active where bundle.source == .system: counts.system += 1
            case .active: counts.custom += 1
            case .rejected: counts.rejected += 1
            case .ignored, .unavailable, .shadowed, .masked: break
            }
        }
        byIdentifier = bundles.indices.map { Int32($0) }.sorted {
            (bundles[Int($0)].identifier, $0) < (bundles[Int($1)].identifier, $1)
        }
    }

    static func empty(generation: Int) -> Snapshot {
        Snapshot(
            generation: generation, bundles: [], elections: Elections(), arrangement: [],
            starred: [], types: ContentTypeDatabase(), reserved: ReservedTitles([]))
    }

    package var present: some RandomAccessCollection<Bundle> { serving.lazy.map { bundles[Int($0)] } }

    /// The next generation, with other bundles and everything else unchanged.
    func next(_ bundles: [Bundle], _ reserved: ReservedTitles) -> Snapshot {
        Snapshot(
            generation: generation + 1, bundles: bundles, elections: elections, arrangement: arrangement,
            starred: starred, types: types, reserved: reserved)
    }

    /// A bundle listed in a sheet, with the items that it accepts.
    package struct Listed: Sendable {
        package let bundle: Bundle
        /// Indices of the accepted items; nil for all items, since thousands of activities need no list each.
        package let taken: [Int]?
    }

    /// Indices in `present` of all bundles that may accept the request, ascending.
    package func candidates(_ request: Request) -> [Int] { typeIndex.candidates(request) }

    package func present(_ index: Int) -> Bundle { bundles[Int(serving[index])] }

    /// The bundle at an index in `present`; nil if it does not accept the request.
    package func listed(_ index: Int, _ request: Request) -> Listed? {
        let bundle = present(index)
        let verdict = bundle.evaluate(request)
        guard verdict.isListed else { return nil }
        let isAll = verdict.taken.count == request.content.count
        return Listed(bundle: bundle, taken: isAll ? nil : verdict.taken.map(\.item))
    }

    package func orderKey(of bundle: Bundle, title: String, _ collator: Collator) -> SheetOrder {
        SheetOrder(
            rank: arranged[bundle.identifier], title: collator.key(title), identifier: bundle.identifier)
    }

    /// Whether the activity is present and starred.
    package func isStarred(_ bundle: Bundle) -> Bool {
        bundle.standing == .present && stars.contains(bundle.identifier)
    }

    /// The bundle that represents `identifier`: neither shadowed nor masked.
    package func bundle(_ identifier: String) -> Bundle? {
        bundles(identifier).first { $0.standing == .present || $0.standing == .rejected }
    }

    package func bundles(_ identifier: String) -> [Bundle] {
        let sorted = byIdentifier.lazy.map { bundles[Int($0)] }
        let first = sorted.end { $0.identifier < identifier }
        return sorted[first...].prefix { $0.identifier == identifier }
            .filter { $0.identifier.isExactly(identifier) }
    }

    /// Whether a system bundle has this identifier, even if it is masked or rejected.
    package func isSystem(_ identifier: String) -> Bool {
        bundles(identifier).contains { $0.source == .system }
    }

    /// Whether both snapshots lead to the same replies except for the generation.
    func serves(theSameAs other: Snapshot) -> Bool {
        bundles == other.bundles && elections == other.elections && arrangement == other.arrangement
            && starred == other.starred && types == other.types
    }
}
