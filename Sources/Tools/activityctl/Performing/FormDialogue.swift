// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

/// Collects missing answers: prompts for them on a terminal, else explains how to give them as options.
struct FormDialogue {
    private(set) var answers: [String: String]
    private let terminal: Terminal?
    /// Fetches the whole form, with the options of its live fields.
    private let whole: () throws -> [Sheet.Field]
    private var form: [Sheet.Field] = []

    init(_ answers: [String: String], _ terminal: Terminal?, whole: @escaping () throws -> [Sheet.Field]) {
        self.answers = answers
        self.terminal = terminal
        self.whole = whole
    }

    /// Asks all questions of a form, as a sheet does before performing. Without a terminal, or with some
    /// answers given, the other fields get their defaults.
    mutating func begin(_ form: [Sheet.Field]) throws {
        guard let terminal, answers.isEmpty else {
            // Without prompts no options of live fields are needed.
            return fillIn(form.contains { $0.remember == true } ? try whole() : form)
        }
        self.form = try complete(form)
        for field in self.form { try ask(field, terminal) }
    }

    private mutating func fillIn(_ form: [Sheet.Field]) {
        for field in form where answers[field.id] == nil {
            if let preset = field.default, !preset.isEmpty { answers[field.id] = preset }
        }
    }

    /// Prompts for the answers that a refusal reports as missing or invalid.
    ///
    /// - Throws: the failure itself if a prompt does not help; another `Failure` that names the missing
    ///   answers if there is no terminal.
    mutating func resolve(_ failure: Failure) throws {
        switch failure.refusal {
        case .answersRequired(let fields):
            form = try complete(fields)
            guard let terminal else { throw Failure(missing: form.filter { (answers[$0.id] ?? "").isEmpty }) }
            for field in form where (answers[field.id] ?? "").isEmpty { try ask(field, terminal) }
        case .invalidAnswer(let id, let reason):
            guard let terminal, let field = form.first(where: { $0.id == id }) else { throw failure }
            terminal.say(printable(reason) + "\n")
            try ask(field, terminal)
        default: throw failure
        }
    }

    private func complete(_ form: [Sheet.Field]) throws -> [Sheet.Field] {
        let isPart = form.contains { $0.live == true && $0.options == nil || $0.remember == true }
        let form = isPart ? try whole() : form
        if let field = form.first(where: \.offersNothing) { throw Failure(nothingFor: field) }
        return form
    }

    private mutating func ask(_ field: Sheet.Field, _ terminal: Terminal) throws {
        let question = FormQuestion(field)
        while true {
            switch question.answer(try typed(question, terminal)) {
            case .given(let answer): return answers[field.id] = answer
            case .none: return answers[field.id] = ""
            case .fault(let sentence): terminal.say(sentence + "\n")
            }
        }
    }

    private func typed(_ question: FormQuestion, _ terminal: Terminal) throws -> String {
        if question.field.type.isSecret { return try terminal.askSecretly(question.prompt) }
        var lines = [try terminal.ask(question.prompt)]
        guard question.field.type == .multiline else { return lines[0] }
        while lines.last != "" { lines.append(try terminal.ask("")) }
        return lines.joined(separator: "\n")
    }
}

extension Failure {
    /// A required choice whose program has printed no options.
    fileprivate init(nothingFor field: Sheet.Field) {
        self.init("\"\(printable(field.id))\" has nothing to choose from.")
    }

    /// Required answers are missing, and there is no terminal to prompt on.
    init(missing fields: [Sheet.Field]) {
        let required = fields.filter(\.required)
        let names = required.map { "\(printable($0.label)) (\($0.id))" }.joined(separator: ", ")
        let options = fields.map { field in
            let value = field.options?.map(\.value).joined(separator: "|") ?? field.default ?? "…"
            let option = "--answer \(field.id)=\(printable(value))"
            return field.required ? option : "[\(option)]"
        }
        self.init("Answers are missing: \(names).", next: "Add " + options.joined(separator: " "))
    }
}
