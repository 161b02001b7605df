// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// The answers to an activity's questions, held to its form.
package struct FormAnswers {
    /// Bytes of all answers together: pages of text, and half of what one argument of a program can be. It is the caller's
    /// to hold them to it, before they are looked up.
    package static let maximumBytes = 64 << 10

    /// Answers keyed by the field's id, without empty ones.
    let values: [String: String]

    /// - Throws: `invalidAnswer` for the first at fault, `answersRequired` where one is
    ///   missing.
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
