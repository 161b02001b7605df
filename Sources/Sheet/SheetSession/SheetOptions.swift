// SPDX-License-Identifier: Apache-2.0
//
// Options change the shared copies, never the person's files. No activity is performed while the items do not
// reflect the switches, or, if an active option removes private facts, before the items have been inspected:
// a press is held until then. A failed preparation leaves its switch on, so the original is not shared unless
// the person switches the option off.

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

package struct SheetOptions: Hashable, Sendable {
    /// Options that accept some of the items, in the order in which they are applied.
    private(set) var listed: [Sheet.ContentOption] = []
    /// Options that are on but accept no item. They change nothing, so the facts that they remove may still
    /// be present.
    private var inapplicable: [Sheet.ContentOption] = []
    package internal(set) var on: Set<String>
    /// Answers to the options' forms, keyed by option and field, including options that are off.
    var answers: [String: [String: String]]
    /// Messages about failed options, by identifier.
    package internal(set) var faults: [String: String] = [:]
    /// The options applied to the current items; empty for the originals.
    var applied: [Sheet.ChosenOption] = []
    /// Facts of the originals; nil until they are known.
    var originals: Sheet.Inspection?
    /// Facts of the copies. Without applied options, `inside` ignores them.
    var copies: Sheet.Inspection?
    /// The remaining facts and unread items that the person has agreed to share.
    var confirmed: Sheet.Remaining?
    /// Whether the sheet was opened with options, and has not checked yet whether to ask about remaining
    /// facts.
    var mayAskAtOpening: Bool
    /// Number of the latest request for options and facts; replies to earlier ones are ignored.
    var requestNumber = 0
    /// Number of the latest preparation.
    var newest = 0
    /// Preparations without a final reply, including cancelled ones, by number.
    var preparations: [Int: Preparation] = [:]
    /// Number of the preparation whose copies are awaited; nil if there is none.
    var current: Int?

    /// - Parameter chosen: options that are initially on.
    init(_ chosen: [Sheet.ChosenOption]) {
        on = Set(chosen.map(\.identifier))
        answers = Dictionary(chosen.map { ($0.identifier, $0.answers ?? [:]) }) { _, last in last }
        mayAskAtOpening = !chosen.isEmpty
    }

    package var preparing: Preparation? { current.flatMap { preparations[$0] } }

    /// Listed options that are on or would have an effect.
    package var offered: [Sheet.ContentOption] {
        listed.filter { on.contains($0.identifier) || $0.isOffered(for: originals ?? Sheet.Inspection()) }
    }

    package var switchedOn: [Sheet.ContentOption] {
        listed.filter { on.contains($0.identifier) } + inapplicable
    }

    /// Identifiers of active options for which no description has been received.
    var unknown: [String] {
        let known = (listed + inapplicable).map(\.identifier)
        return on.filter { identifier in !known.contains { $0.isExactly(identifier) } }.sorted()
    }

    /// The active options that accept some item, with their answers, as requested from the daemon.
    var chosen: [Sheet.ChosenOption] {
        listed.map(\.identifier).filter(on.contains).map { identifier in
            let given = answers(identifier).filter { !$0.value.isEmpty }
            return Sheet.ChosenOption(identifier: identifier, answers: given.isEmpty ? nil : given)
        }
    }

    package var inside: Sheet.Inspection? { applied.isEmpty ? originals : copies }

    /// Whether the items reflect the switches and, if an active option removes private facts, have been
    /// inspected. Activities wait until this is true.
    package var isReady: Bool {
        chosen == applied && unknown.isEmpty
            && (inside != nil || switchedOn.allSatisfy(\.removesPrivately.isEmpty))
    }

    /// Facts that an active option should have removed, and items that could not be checked.
    package var remaining: Sheet.Remaining { switchedOn.remaining(in: inside ?? Sheet.Inspection()) }

    /// Whether the person must confirm that `remaining` is shared.
    var asksFirst: Bool { !remaining.isEmpty && confirmed != remaining }

    package func option(_ identifier: String) -> Sheet.ContentOption? {
        (listed + inapplicable).first { $0.identifier.isExactly(identifier) }
    }

    /// Answers to an option's form. Unanswered fields get their default, else the first value of a required
    /// choice, else "".
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
        setInapplicable(former)
    }

    /// Replaces the idle options by those of `options` that are not listed.
    mutating func setInapplicable(_ options: [Sheet.ContentOption]) {
        let known = listed.map(\.identifier)
        inapplicable = options.filter { option in !known.contains { $0.isExactly(option.identifier) } }.map {
            var option = $0
            option.accepted = []
            return option
        }
    }

    /// Removes an item locally, ahead of the daemon's next reply.
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
    /// Name for Cancel and Follow; nil until the preparation has started.
    package internal(set) var unit: String?
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var isCancelled = false
}

/// Asks whether to share items that have, or may have, private facts left.
package struct RemainingQuestion: Hashable, Sendable {
    /// The attempt to continue if confirmed; nil if asked when the sheet opened.
    package let attempt: Attempt?
    package let remaining: Sheet.Remaining
}
