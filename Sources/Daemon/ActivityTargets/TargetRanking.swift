// SPDX-License-Identifier: Apache-2.0
//
// A device that several activities reach, such as a phone by KDE Connect and by Bluetooth, is one thing to
// the person. So the row consists of things: first the used ones, by their combined weight, then the others:
// unmarked before marked, reachable before missing, then by label. Among the ways to a thing, the last
// successful one comes first, then the rest in the order of `TargetSearch`. There reachability does not
// count, so that a press does the same as before.
//
// The cost depends on the length of the row and on the used targets, not on the number of known targets: used
// targets are looked up, and the others, which are sorted, are merged only as far as needed.

import ActivityModel
package import ActivityPerforming
import StrictJSON

/// The targets of several activities, best first.
package struct TargetRanking {
    package struct Source {
        let identifier: String
        let targets: KnownTargets

        package init(_ identifier: String, _ targets: KnownTargets) {
            (self.identifier, self.targets) = (identifier, targets)
        }
    }

    /// A target, as an index in the sources and one in the source's targets.
    package struct TargetIndex: Hashable {
        let source: Int
        let target: Int
    }

    /// The ways to each thing in the row, at least one; a press uses the first.
    package private(set) var things: [[TargetIndex]] = []

    /// A device of the person's, which several activities may reach, or a target of one activity. Each has
    /// one tile.
    private struct Thing: Hashable {
        let key: KnownTargets.Key
        /// The index of the target's source; nil for a device, which other sources may reach too.
        let source: Int?

        init(_ target: Target, of source: Int) {
            key = target.key
            self.source = target.isOneThing ? nil : source
        }
    }

    private let sources: [Source]
    private let uses: TargetUses
    private var listed: Set<Thing> = []

    /// - Parameters:
    ///   - sources: activities in the order of `TargetSearch`.
    ///   - now: seconds since 1970.
    package init(
        _ sources: [Source], _ uses: TargetUses, _ kind: ContentKind, at now: Int, maximum: Int
    ) {
        (self.sources, self.uses) = (sources, uses)
        for thing in used(kind, at: now) where things.count < maximum { add(thing) }
        var next = sources.map { $0.targets.all.indices }
        while things.count < maximum, let thing = first(&next) { add(thing) }
    }

    /// Things used for this kind of content, best first.
    private func used(_ kind: ContentKind, at now: Int) -> [Thing] {
        var weights: [Thing: Double] = [:]
        var firsts: [Thing: Target] = [:]
        for name in uses.targets {
            let weight = uses.weight(name, kind, at: now)
            for (place, source) in sources.enumerated()
            where weight > 0 && source.identifier == name.identifier {
                guard let index = source.targets.index(ofValue: name.value) else { continue }
                let target = source.targets.all[index]
                let thing = Thing(target, of: place)
                weights[thing, default: 0] += weight
                if firsts[thing].map({ target.precedes($0) }) ?? true { firsts[thing] = target }
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

    /// The next thing that is not listed yet; nil if there is none.
    private func first(_ next: inout [Range<Int>]) -> Thing? {
        var best: (target: Target, thing: Thing)?
        for (index, source) in sources.enumerated() {
            while let place = next[index].first,
                listed.contains(Thing(source.targets.all[place], of: index))
            {
                next[index].removeFirst()
            }
            guard let target = next[index].first.map({ source.targets.all[$0] }) else { continue }
            if best.map({ target.precedes($0.target) }) ?? true { best = (target, Thing(target, of: index)) }
        }
        return best?.thing
    }

    private mutating func add(_ thing: Thing) {
        guard listed.insert(thing).inserted else { return }
        let among = thing.source.map { $0..<($0 + 1) } ?? sources.indices
        let ways = among.compactMap { source in
            sources[source].targets.index(of: thing.key).map { TargetIndex(source: source, target: $0) }
        }.filter { thing.source != nil || target($0).isOneThing }
        things.append(
            ways.sorted { one, other in
                let (first, second) = (rank(one), rank(other))
                return first == second ? one.source < other.source : first > second
            })
    }

    /// The time of the last success, in seconds since 1970; `Int.min` if there was none.
    private func rank(_ place: TargetIndex) -> Int {
        uses.last(TargetName(sources[place.source].identifier, target(place).value)) ?? .min
    }

    func target(_ place: TargetIndex) -> KnownTargets.Target {
        sources[place.source].targets.all[place.target]
    }
}
