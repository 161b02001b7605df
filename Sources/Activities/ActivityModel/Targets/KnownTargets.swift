// SPDX-License-Identifier: Apache-2.0
//
// Labels are folded and collated once, when a program has printed them, so that an answer from memory only compares bytes.

package import StrictJSON

/// The targets of one activity, as they are known.
package struct KnownTargets: Sendable {
    /// Targets that are known, those that are gone included.
    package static let maximum = FormField.maximumPrintedOptions

    /// Identifies a target among those of its activity. A stranger's device may bear any label, so a marked device is never
    /// the person's own.
    package struct Key: Hashable, Sendable {
        let label: ExactText
        let kind: TargetKind?
        let isMarked: Bool

        /// Whether other activities' targets of this key are the same thing to the person: a device of theirs. People, groups and
        /// places of one name are several.
        package var isOneThing: Bool { kind?.isDevice == true && !isMarked }
    }

    package struct Target: Sendable {
        package let value: String
        /// Unique among the activity's targets of its kind.
        package fileprivate(set) var label: String
        package let detail: String?
        package let kind: TargetKind?
        /// Whether the program printed it the last time.
        package let isReachable: Bool
        package fileprivate(set) var key: Key
        /// How its label sorts.
        fileprivate(set) var order: [UInt8] = []
        fileprivate let printed: String

        fileprivate init(
            _ value: String, printed: String, _ detail: String?, _ kind: TargetKind?, isReachable: Bool
        ) {
            (self.value, self.printed, self.detail, self.kind) = (value, printed, detail, kind)
            self.isReachable = isReachable
            label = printed
            key = Self.key(printed, detail, kind)
        }

        fileprivate static func key(_ label: String, _ detail: String?, _ kind: TargetKind?) -> Key {
            Key(label: ExactText(TitleFolding.fold(label)), kind: kind, isMarked: detail != nil)
        }

        /// Whether it comes before another that was used as little: marked ones last, then what is there, by label.
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

    /// The lines that the program printed the last time.
    package var printed: String {
        all.filter(\.isReachable).map { target in
            [target.value, target.printed, target.kind?.rawValue ?? "", target.detail ?? ""]
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Without programs, which open the types that they were printed for; a phone takes most things.
    package var things: KnownTargets { KnownTargets(all.filter { $0.kind != .program }) }

    package func index(ofValue value: ExactText) -> Int? { byValue[value] }

    package func index(of key: Key) -> Int? { byKey[key] }

    /// The targets after the program was asked once more: those that it printed, and behind them, as far as there is room,
    /// those that were known before.
    package func updated(by printed: [FormField.Option], _ collator: Collator) -> KnownTargets {
        let values = Set(printed.map { ExactText($0.value) })
        let present = printed.map {
            Target($0.value, printed: $0.label, $0.detail, $0.kind, isReachable: true)
        }
        // A phone that was paired anew has another value, and its own name. Two phones that were known together are two phones.
        let keys = Set(present.filter { index(ofValue: ExactText($0.value)) == nil }.map(\.key))
        let gone = all.filter { !values.contains(ExactText($0.value)) }
            .filter { !keys.contains(Target.key($0.printed, $0.detail, $0.kind)) }
            .prefix(Self.maximum - min(Self.maximum, present.count))
            .map { Target($0.value, printed: $0.printed, $0.detail, $0.kind, isReachable: false) }
        var targets = numbered(present + gone)
        for index in targets.indices { targets[index].order = collator.key(targets[index].label) }
        return KnownTargets(targets.sorted { $0.precedes($1) })
    }

    /// Gives each of several things of one label and kind a number, as two phones may bear one name: its own, where it has one,
    /// else the next in the order of their values.
    private func numbered(_ targets: [Target]) -> [Target] {
        var targets = targets
        var taken = Set(targets.map(\.key))
        func call(_ index: Int, _ label: String) -> Bool {
            let key = Target.key(label, targets[index].detail, targets[index].kind)
            guard taken.insert(key).inserted else { return false }
            (targets[index].label, targets[index].key) = (label, key)
            return true
        }
        let groups = Dictionary(grouping: targets.indices) { targets[$0].key }.values.filter { $0.count > 1 }
        for group in groups {
            let unnumbered = group.filter { index in
                let former = self.index(ofValue: ExactText(targets[index].value)).map { all[$0] }
                guard let former, former.printed.isExactly(targets[index].printed) else { return true }
                return !call(index, former.label)
            }
            var number = 0
            for index in unnumbered.sorted(by: {
                targets[$0].value.utf8.lexicographicallyPrecedes(targets[$1].value.utf8)
            }) {
                repeat { number += 1 } while !call(index, "\(targets[index].printed) (\(number))")
            }
        }
        return targets
    }
}
