// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
import StrictJSON

/// A destination, such as a phone, with all ways to share to it.
package struct TargetTile: Hashable, Sendable {
    /// Safe to show, and never empty.
    package let label: String
    /// Targets of one or more activities that are this destination, the preferred one first; at least one.
    package internal(set) var ways: [Sheet.Target]

    package var kind: TargetKind? { ways[0].kind.flatMap(TargetKind.init(rawValue:)) }

    /// The way that a press uses. It is fixed while the tile is shown, since another way may lead to another
    /// person.
    package var way: Sheet.Target { ways[0] }

    package var otherWays: ArraySlice<Sheet.Target> { ways.dropFirst() }

    package var isReachable: Bool { way.reachable }

    /// Safe to show; nil if there is none.
    package var detail: String? {
        way.detail.map { DisplayedName($0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }

    func leads(by target: Sheet.Target) -> Bool { ways.contains { $0.isSame(target) } }
}

extension TargetTile {
    /// Creates a tile from the daemon's reply; nil if the label is invisible, or if no listed activity leads
    /// there.
    ///
    /// - Parameter isFinal: whether ways that were not found are unreachable; otherwise they may still be
    ///   found.
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
    /// Whether both are the same answer to the same field.
    package func isSame(_ other: Sheet.Target) -> Bool {
        identifier.isExactly(other.identifier) && field.isExactly(other.field) && value.isExactly(other.value)
    }

    /// Whether both are the same answer, kind and label: a program may reuse a value for another thing.
    func isStill(_ other: Sheet.Target) -> Bool {
        isSame(other) && kind == other.kind && TitleFolding.fold(label) == TitleFolding.fold(other.label)
    }

    /// The same thing through another way.
    fileprivate func by(_ way: Sheet.Way) -> Sheet.Target {
        Sheet.Target(
            identifier: way.identifier, field: way.field, value: way.value, label: label, detail: detail,
            kind: kind, reachable: way.reachable, title: way.title, iconDigest: way.iconDigest, icon: icon)
    }

    /// The form with this target as the default of its field.
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

    /// Whether another required field, other than a toggle, has no default.
    func hasUnanswered(_ fields: [Sheet.Field]) -> Bool {
        fields.contains {
            !$0.id.isExactly(field) && $0.required && $0.type != .toggle && ($0.default ?? "").isEmpty
        }
    }
}
