// SPDX-License-Identifier: Apache-2.0
//
// A thing that several activities reach is one to the person: a phone by KDE Connect and by Bluetooth. So the row is made of
// things. First come those that were used, by their weight together; then the others, by their labels. Each thing is
// followed by its other ways: those by which it is there come first, then the one that succeeded last, then the system's
// order.
//
// The cost is that of the row, not of all that is known: used ones are looked up, and of the others, which are sorted, the
// first are merged.

import StrictJSON

/// The targets of several activities, best first.
package struct TargetRanking {
    /// The targets of one activity.
    package struct Source {
        package let identifier: String
        package let targets: KnownTargets

        package init(_ identifier: String, _ targets: KnownTargets) {
            (self.identifier, self.targets) = (identifier, targets)
        }
    }

    /// One way to a thing.
    package struct Place: Hashable {
        package let source: Int
        package let target: Int
    }

    /// The places in the row, each thing's ways one after the other.
    package private(set) var places: [Place] = []

    private typealias Key = KnownTargets.Key

    private let sources: [Source]
    private let uses: TargetUses
    private var listed: Set<Key> = []

    /// - Parameters:
    ///   - sources: in the system's order.
    ///   - now: seconds since 1970.
    package init(
        _ sources: [Source], _ uses: TargetUses, _ kind: ContentKind, at now: Int, maximum: Int
    ) {
        (self.sources, self.uses) = (sources, uses)
        for key in used(kind, at: now) where places.count < maximum { add(key) }
        var next = sources.map { $0.targets.all.indices }
        while places.count < maximum, let key = first(&next) { add(key) }
        places = Array(places.prefix(maximum))
    }

    /// The things that were used for this kind of content, best first.
    private func used(_ kind: ContentKind, at now: Int) -> [Key] {
        var weights: [Key: Double] = [:]
        var firsts: [Key: Target] = [:]
        for name in uses.targets {
            let weight = uses.weight(name, kind, at: now)
            for source in sources where weight > 0 && source.identifier == name.identifier {
                guard let index = source.targets.index(ofValue: name.value) else { continue }
                let target = source.targets.all[index]
                weights[target.key, default: 0] += weight
                if firsts[target.key].map({ target.precedes($0) }) ?? true { firsts[target.key] = target }
            }
        }
        return weights.keys.sorted { one, other in
            guard weights[one] == weights[other], let first = firsts[one], let second = firsts[other] else {
                return weights[one] ?? 0 > weights[other] ?? 0
            }
            return first.precedes(second)
        }
    }

    private typealias Target = KnownTargets.Target

    /// The first thing that is not listed yet.
    private func first(_ next: inout [Range<Int>]) -> Key? {
        var best: Target?
        for (index, source) in sources.enumerated() {
            while let place = next[index].first, listed.contains(source.targets.all[place].key) {
                next[index].removeFirst()
            }
            guard let target = next[index].first.map({ source.targets.all[$0] }) else { continue }
            if best.map({ target.precedes($0) }) ?? true { best = target }
        }
        return best?.key
    }

    private mutating func add(_ key: Key) {
        guard listed.insert(key).inserted else { return }
        let ways = sources.indices.compactMap { source in
            sources[source].targets.index(of: key).map { Place(source: source, target: $0) }
        }
        places += ways.sorted { one, other in
            let ranks = (rank(one), rank(other))
            return ranks.0 == ranks.1 ? one.source < other.source : ranks.0 > ranks.1
        }
    }

    private func rank(_ place: Place) -> (Int, Int) {
        let (source, target) = (sources[place.source], self.target(place))
        return (target.isReachable ? 1 : 0, uses.last(TargetName(source.identifier, target.value)) ?? .min)
    }

    package func target(_ place: Place) -> KnownTargets.Target {
        sources[place.source].targets.all[place.target]
    }
}
