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

    /// The way that a press takes. It stays the same while the tile is shown, since another way may lead to another person.
    package var way: Sheet.Target { ways[0] }

    /// The ways that a press does not take.
    package var otherWays: ArraySlice<Sheet.Target> { ways.dropFirst() }

    package var isReachable: Bool { way.reachable }

    /// Safe to show; nil where there is none.
    package var detail: String? {
        way.detail.map { DisplayedName($0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }

    func leads(by target: Sheet.Target) -> Bool { ways.contains { $0.isSame(target) } }
}

extension TargetTile {
    /// A tile for each thing, in the targets' order: the ways to a device follow each other, under one label. A target without a
    /// label that can be seen is left out.
    static func all(_ targets: [Sheet.Target]) -> [TargetTile] {
        var tiles: [TargetTile] = []
        for target in targets {
            if let last = tiles.last, last.takes(target) {
                tiles[tiles.count - 1].ways.append(target)
            } else {
                let label = DisplayedName(target.label).text
                if !label.isEmpty { tiles.append(TargetTile(label: label, ways: [target])) }
            }
        }
        return tiles
    }

    private func takes(_ target: Sheet.Target) -> Bool {
        let first = ways[0]
        return kind?.isDevice == true && target.kind == first.kind
            && target.detail == nil && first.detail == nil
            && target.label.isExactly(first.label)
            && !ways.contains { $0.identifier.isExactly(target.identifier) }
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
