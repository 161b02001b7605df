// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// The questions of one activity and what has been answered.
package struct FormState: Hashable, Sendable {
    package let identifier: String
    package let title: String
    package let fields: [Sheet.Field]
    /// Answers keyed by field id; each field has one, if only "".
    package internal(set) var answers: [String: String]
    /// Sentences for the fields that are missing or wrong, since the button was pressed.
    package internal(set) var faults: [String: String] = [:]
    /// The target that was pressed: it is the default of its field.
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

    /// A toggle is either; a choice that must be made begins with the first.
    private static func unset(_ field: Sheet.Field) -> String {
        switch field.type {
        case .toggle: "false"
        case .choice: field.required ? field.options?.first?.value ?? "" : ""
        default: ""
        }
    }

    /// Whether a question that must be answered has nothing to choose from.
    package var offersNothing: Bool { fields.contains(where: \.offersNothing) }

    /// Whether the person has typed what would be lost with the window.
    var isTouched: Bool {
        fields.contains { !(answers[$0.id] ?? "").isExactly($0.default ?? Self.unset($0)) }
    }

    mutating func type(_ text: String, into field: String) {
        guard answers[field] != nil else { return }
        answers[field] = text
        faults[field] = nil
    }

    /// The answers as activities get them, without those that are left open.
    var given: [String: String] {
        Dictionary(fields.map { ($0.id, given($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            .filter { !$0.value.isEmpty }
    }

    /// The answer as activities get it; nil for typed text that is none. A default is written so already.
    private func given(_ field: Sheet.Field) -> String? {
        let answer = answers[field.id] ?? ""
        if answer.isEmpty || field.default.map(answer.isExactly) == true { return answer }
        return TypedAnswer(locale: locale).canonical(answer, field.type)
    }

    /// Finds what is missing or wrong; true where all is well.
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

    /// The daemon will not have the answer.
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
