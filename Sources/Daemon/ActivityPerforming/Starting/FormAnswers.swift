// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Answers to an activity's form, validated against it.
package struct FormAnswers {
    /// Maximum bytes of all answers together: pages of text, and half of one argument. The caller enforces
    /// it, before the answers reach this type.
    package static let maximumBytes = 64 << 10

    /// Answers keyed by the field's id, without empty ones.
    let values: [String: String]

    /// - Throws: `invalidAnswer` for an unknown field or the first invalid answer, `answersRequired` if a
    ///   required answer is missing.
    init(_ answers: [String: String], to form: [FormField], locale: LocaleTag?) throws(PerformRefusal) {
        let known = form.map(\.id)
        if let stranger = answers.keys.filter({ !known.contains($0) }).min() {
            let advice = known.near(stranger).map { "Was \"\($0)\" meant?" } ?? "Leave it out."
            throw .invalidAnswer(field: stranger, reason: "The form has no such field. " + advice)
        }
        values = answers.filter { !$0.value.isEmpty }
        for field in form { try Self.check(values[field.id], to: field) }
        guard form.allSatisfy({ !$0.isRequired || values[$0.id] != nil }) else {
            throw .answersRequired(form, locale)
        }
    }

    private static func check(_ answer: String?, to field: FormField) throws(PerformRefusal) {
        guard let answer else { return }
        if let fault = field.fault(of: answer) {
            let shown = field.kind.isSecret ? "it is no \(field.kind.rawValue)" : fault
            throw .invalidAnswer(field: field.id, reason: shown + ".")
        }
        if answer.utf8.contains(0) {
            throw .invalidAnswer(field: field.id, reason: "It holds a NUL, which no program can be given.")
        }
    }
}
