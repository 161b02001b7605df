// SPDX-License-Identifier: Apache-2.0
//
// Options change what leaves, and never what the person has. Nothing is performed while the switches and the items disagree, or
// while nobody knows what is inside: a press waits for both. A preparation that fails leaves its switch on, so the original
// cannot leave until the person switches the option off.

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// The options of what leaves, and what has become of them.
package struct SheetOptions: Hashable, Sendable {
    /// Options that take something of what is shared, in the order in which they are applied.
    private(set) var listed: [Sheet.ContentOption] = []
    /// Options that are on and take none of it. Nothing is made with them, and what they remove may be inside all the same.
    private var idle: [Sheet.ContentOption] = []
    package internal(set) var on: Set<String>
    /// Answers to the options' forms, by option and field, also of those that are off.
    var answers: [String: [String: String]]
    /// Why an option could not be applied, by its identifier: a sentence.
    package internal(set) var faults: [String: String] = [:]
    /// Options with which the sheet's items were made; empty for the original.
    var applied: [Sheet.ChosenOption] = []
    /// Facts of the originals; nil while they are not known.
    var originals: Sheet.Inspection?
    /// Facts of the copies; nil where nothing is applied.
    var copies: Sheet.Inspection?
    /// Facts and unread items that the person shares although an option was to remove them.
    var confirmed: Sheet.Remaining?
    /// Whether the sheet was opened with options, and may begin with a question about them.
    var mayAskAtOpening: Bool
    /// Number of the newest look for options and facts.
    var asked = 0
    /// Number of the newest preparation.
    var newest = 0
    /// Preparations that have not ended, by their numbers.
    var preparations: [Int: Preparation] = [:]
    /// Number of the preparation that the sheet waits for.
    var current: Int?

    /// - Parameter chosen: options that are on from the beginning.
    init(_ chosen: [Sheet.ChosenOption]) {
        on = Set(chosen.map(\.identifier))
        answers = Dictionary(chosen.map { ($0.identifier, $0.answers ?? [:]) }) { _, last in last }
        mayAskAtOpening = !chosen.isEmpty
    }

    package var preparing: Preparation? { current.flatMap { preparations[$0] } }

    /// Options worth a switch. Those that are on stay.
    package var offered: [Sheet.ContentOption] {
        listed.filter { on.contains($0.identifier) || $0.isOffered(for: originals ?? Sheet.Inspection()) }
    }

    package var switchedOn: [Sheet.ContentOption] { listed.filter { on.contains($0.identifier) } + idle }

    /// Identifiers of options that are on and of which nothing is known yet.
    var unknown: [String] {
        let known = (listed + idle).map(\.identifier)
        return on.filter { identifier in !known.contains { $0.isExactly(identifier) } }.sorted()
    }

    /// The options, with answers, that the copies are made with.
    var chosen: [Sheet.ChosenOption] {
        listed.map(\.identifier).filter(on.contains).map { identifier in
            let given = answers(identifier).filter { !$0.value.isEmpty }
            return Sheet.ChosenOption(identifier: identifier, answers: given.isEmpty ? nil : given)
        }
    }

    /// Facts of the sheet's items; nil while they are not known.
    package var inside: Sheet.Inspection? { applied.isEmpty ? originals : copies }

    /// Whether the items are what the switches say, and what is inside them is known. Nothing is performed before.
    package var isReady: Bool {
        chosen == applied && unknown.isEmpty
            && (inside != nil || switchedOn.allSatisfy(\.removesPrivately.isEmpty))
    }

    /// Facts that an option which is on was to remove, and items that may still have them.
    package var remaining: Sheet.Remaining { switchedOn.remaining(in: inside ?? Sheet.Inspection()) }

    /// Whether the person has to say that these items are to leave.
    var asksFirst: Bool { !remaining.isEmpty && confirmed != remaining }

    package func option(_ identifier: String) -> Sheet.ContentOption? {
        (listed + idle).first { $0.identifier.isExactly(identifier) }
    }

    /// Answers to an option's choices; a choice that must be made begins with its default or its first.
    package func answers(_ identifier: String) -> [String: String] {
        var answers: [String: String] = [:]
        for field in option(identifier)?.form ?? [] {
            answers[field.id] = field.default ?? (field.required ? field.options?.first?.value : nil) ?? ""
        }
        return answers.merging(self.answers[identifier] ?? [:]) { _, given in given }
    }

    /// Replaces the options that take something of what is shared.
    mutating func list(_ options: [Sheet.ContentOption]) {
        let former = switchedOn
        listed = options
        rest(former)
    }

    /// An option that is on stays on when it takes nothing any more.
    mutating func rest(_ options: [Sheet.ContentOption]) {
        let known = listed.map(\.identifier)
        idle = options.filter { option in !known.contains { $0.isExactly(option.identifier) } }.map {
            var option = $0
            option.accepted = []
            return option
        }
    }

    /// Leaves out an item, of which a later answer says the same.
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
    /// Places of items, after one of the items has gone.
    fileprivate func removing(_ index: Int) -> [Int] {
        filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
    }
}

/// Copies on their way.
package struct Preparation: Hashable, Sendable {
    let request: Sheet.PrepareRequest
    /// Its unit; nil until it has started.
    package internal(set) var unit: String?
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var isCancelled = false
}

/// A question whether items leave in which something remains, or may.
package struct RemainingQuestion: Hashable, Sendable {
    /// The attempt that a yes begins; nil at the opening of a sheet.
    package let attempt: Attempt?
    package let remaining: Sheet.Remaining
}
