// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
import StrictJSON

/// One thing to share to, such as a phone, with every activity that leads there.
package struct TargetTile: Hashable, Sendable {
    /// Safe to show, and never empty.
    package let label: String
    /// The targets that are this thing, the preferred one first; at least one.
    package internal(set) var ways: [Sheet.Target]

    package var kind: TargetKind? { ways[0].kind.flatMap(TargetKind.init(rawValue:)) }

    /// The way that a press takes: one that was not found gives way to one that was.
    package var way: Sheet.Target { ways.first(where: \.reachable) ?? ways[0] }

    /// The ways that a press does not take.
    package var otherWays: [Sheet.Target] { ways.filter { !$0.isSame(way) } }

    package var isReachable: Bool { way.reachable }

    /// Safe to show; nil where there is none.
    package var detail: String? {
        way.detail.map { DisplayedName($0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }

    func leads(by target: Sheet.Target) -> Bool { ways.contains { $0.isSame(target) } }
}

extension TargetTile {
    private struct Key: Hashable {
        let label: String
        let kind: String?
    }

    /// A tile for each thing, in the targets' order. Targets of several activities that are called the same are one thing.
    /// Where one activity has two of a name they are different things, and which of them another activity means is not
    /// known: each is a tile of its own. A target without a label that can be seen is left out.
    static func all(_ targets: [Sheet.Target]) -> [TargetTile] {
        let named = targets.compactMap { target -> (key: Key, tile: TargetTile)? in
            let label = DisplayedName(target.label).text
            guard !label.isEmpty else { return nil }
            let key = Key(label: TitleFolding.fold(label), kind: target.kind)
            return (key, TargetTile(label: label, ways: [target]))
        }
        var activities: [Key: Set<String>] = [:]
        var ambiguous: Set<Key> = []
        for (key, tile) in named {
            let isFirst = activities[key, default: []].insert(tile.ways[0].identifier).inserted
            if !isFirst { ambiguous.insert(key) }
        }
        var tiles: [TargetTile] = []
        var places: [Key: Int] = [:]
        for (key, tile) in named {
            if let place = places[key], !ambiguous.contains(key) {
                tiles[place].ways += tile.ways
            } else {
                places[key] = tiles.count
                tiles.append(tile)
            }
        }
        return tiles
    }
}

extension Sheet.Target {
    /// Whether it is the same answer to the same question.
    package func isSame(_ other: Sheet.Target) -> Bool {
        identifier.isExactly(other.identifier) && field.isExactly(other.field) && value.isExactly(other.value)
    }

    /// The questions with this answer given to the one that it answers.
    func answering(_ fields: [Sheet.Field]) -> [Sheet.Field] {
        fields.map { field in
            guard field.id.isExactly(self.field) else { return field }
            var answered = field
            answered.default = value
            if let options = field.options, !options.contains(where: { $0.value.isExactly(value) }) {
                answered.options = [Sheet.Option(value: value, label: label)] + options
            }
            return answered
        }
    }

    /// Whether something else is still to be asked.
    func leavesOpen(_ fields: [Sheet.Field]) -> Bool {
        fields.contains {
            !$0.id.isExactly(field) && $0.required && $0.type != .toggle && ($0.default ?? "").isEmpty
        }
    }
}
