// SPDX-License-Identifier: Apache-2.0
//
// Labels are folded and collated once, when a program has printed them, so that an answer from memory only compares bytes.

package import ActivityModel
package import StrictJSON

/// The targets of one activity, as they are known.
package struct KnownTargets: Sendable {
    /// Targets that are known, those that are gone included.
    static let maximum = FormField.maximumPrintedOptions

    /// Identifies a target among those of its activity. A stranger's device may bear any label, so a marked device is never
    /// the person's own.
    package struct Key: Hashable, Sendable {
        let label: ExactText
        let kind: TargetKind?
        let isMarked: Bool
    }

    package struct Target: Sendable {
        let value: String
        /// Unique among the activity's targets of its kind: as it was printed, with a number where several bear that name.
        fileprivate(set) var label: String
        let detail: String?
        let kind: TargetKind?
        /// The name of its own icon in the desktop's theme.
        let icon: String?
        /// Whether the program printed it the last time.
        let isReachable: Bool
        package fileprivate(set) var key: Key
        /// How its label sorts.
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

        /// Whether other activities' targets of this key are the same thing to the person: a device of theirs. People, groups and
        /// places of one name are several, and which of two phones of one name another activity's is, nothing tells.
        var isOneThing: Bool { kind?.isDevice == true && !key.isMarked && !isNumbered }

        /// Takes a numbered label, unless it was another name's.
        fileprivate mutating func number(as label: String) {
            guard label.hasPrefix(printed + " ("), label.hasSuffix(")") else { return }
            let number = label.dropFirst(printed.count + 2).dropLast()
            guard number.wholeMatch(of: /[1-9][0-9]{0,3}/) != nil else { return }
            (self.label, key) = (label, Self.key(label, detail, kind))
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
    var printed: String {
        all.filter(\.isReachable).map { target in
            [
                target.value, target.printed, target.kind?.rawValue ?? "", target.detail ?? "",
                target.icon ?? "",
            ]
            .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Without programs, which open the types that they were printed for; a phone takes most things.
    var things: KnownTargets { KnownTargets(all.filter { $0.kind != .program }) }

    func index(ofValue value: ExactText) -> Int? { byValue[value] }

    func index(of key: Key) -> Int? { byKey[key] }

    /// The labels of those that are numbered, by their values.
    var numbered: [ExactText: String] {
        Dictionary(all.filter(\.isNumbered).map { (ExactText($0.value), $0.label) }) { first, _ in first }
    }

    /// The targets after the program was asked once more: those that it printed, and behind them, as far as there is room,
    /// the things that were known before.
    ///
    /// - Parameter numbered: labels that things of the activity have had.
    package func updated(
        by printed: [FormField.Option], numbered labels: [ExactText: String] = [:], _ collator: Collator
    ) -> KnownTargets {
        let values = Set(printed.map { ExactText($0.value) })
        let present = printed.map {
            Target($0.value, printed: $0.label, $0.detail, $0.kind, $0.icon, isReachable: true)
        }
        // A phone that was paired anew has another value, and its own name. Two phones that were known together are two phones.
        let keys = Set(present.filter { index(ofValue: ExactText($0.value)) == nil }.map(\.key))
        // A program that is gone was removed, or does not open the types any more; a device comes back.
        let gone = all.filter { $0.kind != .program && !values.contains(ExactText($0.value)) }
            .filter { !keys.contains(Target.key($0.printed, $0.detail, $0.kind)) }
            .prefix(Self.maximum - min(Self.maximum, present.count))
            .map { Target($0.value, printed: $0.printed, $0.detail, $0.kind, $0.icon, isReachable: false) }
        var targets = present + gone
        Self.number(&targets, keeping: labels.merging(numbered) { $1 })
        for index in targets.indices { targets[index].order = collator.key(targets[index].label) }
        return KnownTargets(targets.sorted { $0.precedes($1) })
    }

    /// Gives each of several things of one label and kind a number, as two phones may bear one name: the one that it has had,
    /// else the next that none has had, in the order of their values. So does a thing whose name is the numbered one of another:
    /// people choose what they are called.
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
