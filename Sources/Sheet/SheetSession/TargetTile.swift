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
    /// A thing as it was answered; nil for one without a label that can be seen, or that no listed activity leads to.
    ///
    /// - Parameter isFinal: whether a way that was not found is away; it may still be found otherwise.
    init?(_ target: Sheet.Target, listed: Set<String>, isFinal: Bool) {
        let ways = ([target] + (target.ways ?? []).map(target.by)).filter { listed.contains($0.identifier) }
        label = DisplayedName(target.label).text
        guard !label.isEmpty, !ways.isEmpty else { return nil }
        self.ways = ways.map { way in
            var way = way
            way.ways = nil
            way.reachable = way.reachable || !isFinal
            return way
        }
    }
}

extension Sheet.Target {
    /// Whether it is the same answer to the same question.
    package func isSame(_ other: Sheet.Target) -> Bool {
        identifier.isExactly(other.identifier) && field.isExactly(other.field) && value.isExactly(other.value)
    }

    /// Whether it is the same answer, and what the tile says still holds: a program may give another thing that value.
    func isStill(_ other: Sheet.Target) -> Bool {
        isSame(other) && kind == other.kind && TitleFolding.fold(label) == TitleFolding.fold(other.label)
    }

    /// The same thing by another way.
    fileprivate func by(_ way: Sheet.Way) -> Sheet.Target {
        Sheet.Target(
            identifier: way.identifier, field: way.field, value: way.value, label: label, detail: detail,
            kind: kind, reachable: way.reachable, title: way.title, iconDigest: way.iconDigest, icon: icon)
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
