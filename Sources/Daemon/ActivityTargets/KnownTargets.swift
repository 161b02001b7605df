// SPDX-License-Identifier: Apache-2.0
//
// Labels are folded and collated once, when a program has printed them, so that a reply from memory only
// compares bytes.

package import ActivityModel
package import StrictJSON

/// The targets of one activity.
package struct KnownTargets: Sendable {
    /// Maximum targets to remember, including unreachable ones.
    static let maximum = FormField.maximumPrintedOptions

    /// Identifies a target within its activity. A stranger's device may have any label, so a device with a
    /// detail ("marked") never counts as the person's own.
    package struct Key: Hashable, Sendable {
        let label: ExactText
        let kind: TargetKind?
        let isMarked: Bool
    }

    package struct Target: Sendable {
        let value: String
        /// The printed label, with a number if several of the activity's targets of its kind share it.
        fileprivate(set) var label: String
        let detail: String?
        let kind: TargetKind?
        /// Name of the target's own icon in the desktop's theme.
        let icon: String?
        /// Whether the last run of the program printed the target.
        let isReachable: Bool
        package fileprivate(set) var key: Key
        /// Collation key of the label.
        fileprivate(set) var order: [UInt8] = []
        fileprivate let printed: String

        fileprivate init(
            _ value: String, printed: String, _ detail: String?, _ kind: TargetKind?, _ icon: String?,
            isReachable: Bool
        ) {
            (self.value, self.printed, self.detail, self.kind) = (value, printed, detail, kind)
            self.icon = icon
            self.isReachable = isReachable
            label = printed
            key = Self.key(printed, detail, kind)
        }

        fileprivate static func key(_ label: String, _ detail: String?, _ kind: TargetKind?) -> Key {
            Key(label: ExactText(TitleFolding.fold(label)), kind: kind, isMarked: detail != nil)
        }

        var isNumbered: Bool { !label.isExactly(printed) }

        /// Whether a target of this key in another activity is the same thing: a device of the person's.
        /// People, groups and locations of one name are distinct, and two phones of one name cannot be
        /// matched across activities.
        var isOneThing: Bool { kind?.isDevice == true && !key.isMarked && !isNumbered }

        /// Applies a numbered label, if it is the printed label with a number.
        fileprivate mutating func number(as label: String) {
            guard label.hasPrefix(printed + " ("), label.hasSuffix(")") else { return }
            let number = label.dropFirst(printed.count + 2).dropLast()
            guard number.wholeMatch(of: /[1-9][0-9]{0,3}/) != nil else { return }
            (self.label, key) = (label, Self.key(label, detail, kind))
        }

        /// The order of targets with equal use: unmarked before marked, then reachable first, then by label.
        func precedes(_ other: Target) -> Bool {
            if key.isMarked != other.key.isMarked { return other.key.isMarked }
            if isReachable != other.isReachable { return isReachable }
            return order.lexicographicallyPrecedes(other.order)
        }
    }

    /// Sorted by `precedes`.
    package let all: [Target]
    private let byValue: [ExactText: Int]
    private let byKey: [Key: Int]

    package init() { self.init([]) }

    private init(_ sorted: [Target]) {
        all = sorted
        byValue = Dictionary(sorted.enumerated().map { (ExactText($1.value), $0) }) { first, _ in first }
        byKey = Dictionary(sorted.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }

    var printed: String {
        all.filter(\.isReachable).map { target in
            [
                target.value, target.printed, target.kind?.rawValue ?? "", target.detail ?? "",
                target.icon ?? "",
            ]
            .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// The targets except programs. Programs depend on the types for which they were listed, while a phone
    /// accepts most types.
    var things: KnownTargets { KnownTargets(all.filter { $0.kind != .program }) }

    func index(ofValue value: ExactText) -> Int? { byValue[value] }

    func index(of key: Key) -> Int? { byKey[key] }

    var numbered: [ExactText: String] {
        Dictionary(all.filter(\.isNumbered).map { (ExactText($0.value), $0.label) }) { first, _ in first }
    }

    /// Merges a new run's output: the printed targets, and earlier devices, people and locations as
    /// unreachable ones, up to the maximum.
    ///
    /// - Parameter numbered: earlier numbered labels of the activity's targets, keyed by value.
    package func updated(
        by printed: [FormField.Option], numbered labels: [ExactText: String] = [:], _ collator: Collator
    ) -> KnownTargets {
        let values = Set(printed.map { ExactText($0.value) })
        let present = printed.map {
            Target($0.value, printed: $0.label, $0.detail, $0.kind, $0.icon, isReachable: true)
        }
        // A phone that was paired again has a new value under its old name, and replaces the former entry. A
        // value that was known before belongs to a second phone of that name.
        let keys = Set(present.filter { index(ofValue: ExactText($0.value)) == nil }.map(\.key))
        // A missing program was removed, or no longer opens the types; a missing device may return.
        let gone = all.filter { $0.kind != .program && !values.contains(ExactText($0.value)) }
            .filter { !keys.contains(Target.key($0.printed, $0.detail, $0.kind)) }
            .prefix(Self.maximum - min(Self.maximum, present.count))
            .map { Target($0.value, printed: $0.printed, $0.detail, $0.kind, $0.icon, isReachable: false) }
        var targets = present + gone
        Self.number(&targets, keeping: labels.merging(numbered) { $1 })
        for index in targets.indices { targets[index].order = collator.key(targets[index].label) }
        return KnownTargets(targets.sorted { $0.precedes($1) })
    }

    /// Numbers targets that share label and kind, since two phones may have one name: each keeps its former
    /// number, or gets the next unused one, in order of values. A target whose own name equals another's
    /// numbered label is numbered too: people choose device names.
    private static func number(_ targets: inout [Target], keeping labels: [ExactText: String]) {
        func folded(_ label: String) -> ExactText { ExactText(TitleFolding.fold(label)) }
        let groups = Dictionary(grouping: targets.indices) { targets[$0].key }
        var given: Set<ExactText> = []
        for index in targets.indices {
            guard let label = labels[ExactText(targets[index].value)], given.insert(folded(label)).inserted
            else { continue }
            targets[index].number(as: label)
        }
        let had = Set(labels.values.map(folded))
        var taken = had.union(targets.map { folded($0.printed) })
        for group in groups.values {
            let unnumbered = group.filter { !targets[$0].isNumbered }
            guard group.count > 1 || unnumbered.contains(where: { had.contains(folded(targets[$0].printed)) })
            else { continue }
            let byValue = unnumbered.sorted {
                targets[$0].value.utf8.lexicographicallyPrecedes(targets[$1].value.utf8)
            }
            var number = 0
            for index in byValue {
                var label: String
                repeat {
                    number += 1
                    label = "\(targets[index].printed) (\(number))"
                } while !taken.insert(folded(label)).inserted
                targets[index].number(as: label)
            }
        }
    }
}
