// SPDX-License-Identifier: Apache-2.0
//
// Options change what leaves, and never what the person has. Nothing is performed while the switches and the items disagree: a
// press waits for the copies. A preparation that fails leaves its switch on, so the original cannot leave until the person
// switches the option off.

package import ActivityInterface
package import ActivityModel
import ContentSelection
import StrictJSON

/// The options of what leaves, and what has become of them.
package struct SheetOptions: Hashable, Sendable {
    /// Options in the order in which they are applied.
    package private(set) var offered: [Sheet.ContentOption] = []
    package internal(set) var on: Set<String>
    /// Answers to the options' forms, by option and field, also of those that are off.
    var answers: [String: [String: String]]
    /// Why an option could not be applied, by its identifier: a sentence.
    package internal(set) var faults: [String: String] = [:]
    /// Options with which the sheet's items were made; empty for the original.
    var applied: [Sheet.ChosenOption] = []
    /// Places of the sheet's items that may still hold what an applied option removes.
    package internal(set) var unread: [Int] = []
    /// Whether the person shares these copies all the same.
    var isConfirmed = false
    /// Number of the newest question for options.
    var asked = 0
    /// Whether the daemon has told all options once, or will not.
    var isKnown = false
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
    }

    package var preparing: Preparation? { current.flatMap { preparations[$0] } }

    /// The options that are on, in the order of the offer. One that is not offered comes first: it may be what a later one hides.
    var chosen: [Sheet.ChosenOption] {
        let known = offered.map(\.identifier)
        let unknown = on.filter { identifier in !known.contains { $0.isExactly(identifier) } }.sorted()
        return (unknown + known.filter(on.contains)).map { identifier in
            let given = answers(identifier).filter { !$0.value.isEmpty }
            return Sheet.ChosenOption(identifier: identifier, answers: given.isEmpty ? nil : given)
        }
    }

    /// Whether the items are what the switches say.
    package var areApplied: Bool { chosen == applied }

    package func option(_ identifier: String) -> Sheet.ContentOption? {
        offered.first { $0.identifier.isExactly(identifier) }
    }

    /// Answers to an option's choices; a choice that must be made begins with its default or its first.
    package func answers(_ identifier: String) -> [String: String] {
        var answers: [String: String] = [:]
        for field in option(identifier)?.form ?? [] {
            answers[field.id] = field.default ?? (field.required ? field.options?.first?.value : nil) ?? ""
        }
        return answers.merging(self.answers[identifier] ?? [:]) { _, given in given }
    }

    /// Replaces the offer. An option that is on stays in its place, whatever the daemon says now: what was to be taken out must
    /// not leave because a program failed to find it.
    mutating func offer(_ options: [Sheet.ContentOption]) {
        var next = options
        for (index, option) in offered.enumerated() where on.contains(option.identifier) {
            guard !next.contains(where: { $0.identifier.isExactly(option.identifier) }) else { continue }
            next.insert(option, at: min(index, next.count))
        }
        offered = next
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

extension Item {
    package var isFile: Bool { representation.uri != nil && !representation.isLink }
}
