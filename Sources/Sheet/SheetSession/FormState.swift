// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// An activity's form, with the person's answers.
package struct FormState: Hashable, Sendable {
    package let identifier: String
    package let title: String
    package let fields: [Sheet.Field]
    /// Answers keyed by field ID. Every field has one, which may be empty.
    package internal(set) var answers: [String: String]
    /// Messages about missing or invalid answers, by field ID, from the last check or from the daemon; typing
    /// into a field removes its message.
    package internal(set) var faults: [String: String] = [:]
    /// The pressed target, which is the default of its field.
    var target: Sheet.Target?

    private let locale: LocaleTag?

    init(
        identifier: String, title: String, fields: [Sheet.Field], typed: [String: String],
        locale: LocaleTag?
    ) {
        self.identifier = identifier
        self.title = title
        self.fields = fields
        self.locale = locale
        let known = fields.map { ($0.id, typed[$0.id] ?? $0.default ?? Self.unset($0)) }
        answers = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// Initial answer without a default: off for a toggle, the first option for a required choice.
    private static func unset(_ field: Sheet.Field) -> String {
        switch field.type {
        case .toggle: "false"
        case .choice: field.required ? field.options?.first?.value ?? "" : ""
        default: ""
        }
    }

    /// Whether a required choice has no options.
    package var offersNothing: Bool { fields.contains(where: \.offersNothing) }

    /// Whether any answer differs from the initial one, and would be lost by closing.
    var isTouched: Bool {
        fields.contains { !(answers[$0.id] ?? "").isExactly($0.default ?? Self.unset($0)) }
    }

    mutating func type(_ text: String, into field: String) {
        guard answers[field] != nil else { return }
        answers[field] = text
        faults[field] = nil
    }

    /// The valid, non-empty answers in the form that activities receive.
    var given: [String: String] {
        Dictionary(fields.map { ($0.id, given($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            .filter { !$0.value.isEmpty }
    }

    /// The answer in the form that activities receive; nil if a number or date is invalid or ambiguous.
    /// Defaults are already in that form.
    private func given(_ field: Sheet.Field) -> String? {
        let answer = answers[field.id] ?? ""
        if answer.isEmpty || field.default.map(answer.isExactly) == true { return answer }
        return TypedAnswer(locale: locale).canonical(answer, field.type)
    }

    /// Updates `faults`; returns true if no answer is missing or invalid.
    mutating func check(_ words: Words) -> Bool {
        faults = [:]
        for field in fields { faults[field.id] = fault(field, words) }
        return faults.isEmpty
    }

    private func fault(_ field: Sheet.Field, _ words: Words) -> String? {
        let answer = given(field)
        guard answer != "" else { return field.required ? words.missingAnswer : nil }
        let options = (field.options ?? []).map {
            FormField.Option(value: $0.value, label: $0.label, labels: [:])
        }
        if let answer, field.type.fault(of: answer, options: options) == nil { return nil }
        return Self.advice(field, words)
    }

    /// Adds the message for an answer that the daemon rejected.
    mutating func refuse(_ id: String, _ words: Words) {
        faults[id] = fields.first { $0.id.isExactly(id) }.map { Self.advice($0, words) }
    }

    private static func advice(_ field: Sheet.Field, _ words: Words) -> String {
        switch field.type {
        case .number: words.noNumber
        case .date: words.noDate
        case .url: words.noAddress
        default: words.wrongAnswer
        }
    }
}
