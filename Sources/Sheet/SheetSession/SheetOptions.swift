// SPDX-License-Identifier: Apache-2.0
//
// Options change the shared copies, never the person's files. No activity is performed while the switches and
// the items disagree, or before the items have been inspected: a press waits for both. A failed preparation
// leaves its switch on, so the original cannot leave until the person switches the option off.

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

package struct SheetOptions: Hashable, Sendable {
    /// Options that accept some of the items, in the order in which they are applied.
    private(set) var listed: [Sheet.ContentOption] = []
    /// Options that are on but accept no item. They change nothing, so the facts that they remove may still
    /// be present.
    private var idle: [Sheet.ContentOption] = []
    package internal(set) var on: Set<String>
    /// Answers to the options' forms, keyed by option and field, including options that are off.
    var answers: [String: [String: String]]
    /// Reasons why options failed, keyed by identifier: sentences.
    package internal(set) var faults: [String: String] = [:]
    /// Options with which the current items were made; empty for the originals.
    var applied: [Sheet.ChosenOption] = []
    /// Facts of the originals; nil until they are known.
    var originals: Sheet.Inspection?
    /// Facts of the copies; nil if no option is applied.
    var copies: Sheet.Inspection?
    /// Facts and unread items that the person shares although an option should have removed them.
    var confirmed: Sheet.Remaining?
    /// Whether the sheet was opened with options, and may start with a question about them.
    var mayAskAtOpening: Bool
    /// Number of the newest request for options and facts.
    var asked = 0
    var newest = 0
    var preparations: [Int: Preparation] = [:]
    var current: Int?

    /// - Parameter chosen: options that are initially on.
    init(_ chosen: [Sheet.ChosenOption]) {
        on = Set(chosen.map(\.identifier))
        answers = Dictionary(chosen.map { ($0.identifier, $0.answers ?? [:]) }) { _, last in last }
        mayAskAtOpening = !chosen.isEmpty
    }

    package var preparing: Preparation? { current.flatMap { preparations[$0] } }

    /// Options that have an effect, and all that are on.
    package var offered: [Sheet.ContentOption] {
        listed.filter { on.contains($0.identifier) || $0.isOffered(for: originals ?? Sheet.Inspection()) }
    }

    package var switchedOn: [Sheet.ContentOption] { listed.filter { on.contains($0.identifier) } + idle }

    /// Identifiers of options that are on, but not described yet.
    var unknown: [String] {
        let known = (listed + idle).map(\.identifier)
        return on.filter { identifier in !known.contains { $0.isExactly(identifier) } }.sorted()
    }

    /// The options, with answers, for the copies.
    var chosen: [Sheet.ChosenOption] {
        listed.map(\.identifier).filter(on.contains).map { identifier in
            let given = answers(identifier).filter { !$0.value.isEmpty }
            return Sheet.ChosenOption(identifier: identifier, answers: given.isEmpty ? nil : given)
        }
    }

    package var inside: Sheet.Inspection? { applied.isEmpty ? originals : copies }

    /// Whether the items match the switches, and their facts are known as far as necessary. No activity is
    /// performed before.
    package var isReady: Bool {
        chosen == applied && unknown.isEmpty
            && (inside != nil || switchedOn.allSatisfy(\.removesPrivately.isEmpty))
    }

    /// Facts that an active option should have removed, and items that may still have some.
    package var remaining: Sheet.Remaining { switchedOn.remaining(in: inside ?? Sheet.Inspection()) }

    /// Whether the person must confirm that these facts leave.
    var asksFirst: Bool { !remaining.isEmpty && confirmed != remaining }

    package func option(_ identifier: String) -> Sheet.ContentOption? {
        (listed + idle).first { $0.identifier.isExactly(identifier) }
    }

    /// Answers to an option's form; missing ones are defaults, or the first option of a required choice.
    package func answers(_ identifier: String) -> [String: String] {
        var answers: [String: String] = [:]
        for field in option(identifier)?.form ?? [] {
            answers[field.id] = field.default ?? (field.required ? field.options?.first?.value : nil) ?? ""
        }
        return answers.merging(self.answers[identifier] ?? [:]) { _, given in given }
    }

    /// Replaces the options that accept some of the items.
    mutating func list(_ options: [Sheet.ContentOption]) {
        let former = switchedOn
        listed = options
        rest(former)
    }

    /// Keeps active options that no longer accept any item.
    mutating func rest(_ options: [Sheet.ContentOption]) {
        let known = listed.map(\.identifier)
        idle = options.filter { option in !known.contains { $0.isExactly(option.identifier) } }.map {
            var option = $0
            option.accepted = []
            return option
        }
    }

    /// Removes an item from the answers; a later answer will agree.
    mutating func removeItem(_ index: Int) {
        list(
            listed.map {
                var option = $0
                option.accepted = $0.accepted.removing(index)
                return option
            }.filter { !$0.accepted.isEmpty })
        originals?.removeItem(index)
    }
}

extension Sheet.Inspection {
    fileprivate mutating func removeItem(_ index: Int) {
        unread = unread.removing(index)
        facts = facts.map {
            var fact = $0
            fact.items = $0.items.removing(index)
            return fact
        }.filter { !$0.items.isEmpty }
    }
}

extension [Int] {
    fileprivate func removing(_ index: Int) -> [Int] {
        filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
    }
}

package struct Preparation: Hashable, Sendable {
    let request: Sheet.PrepareRequest
    /// The preparation's unit; nil until it has started.
    package internal(set) var unit: String?
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var isCancelled = false
}

/// The question whether to share items that still have private facts, or may.
package struct RemainingQuestion: Hashable, Sendable {
    /// The attempt to start on a yes; nil when the sheet opens.
    package let attempt: Attempt?
    package let remaining: Sheet.Remaining
}
