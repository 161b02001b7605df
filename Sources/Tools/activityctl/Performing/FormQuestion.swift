// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel

package struct FormQuestion {
    package enum Answer: Hashable {
        case given(String)
        /// An optional field, left empty.
        case none
        /// The text is invalid; a sentence says why.
        case fault(String)
    }

    package let field: Sheet.Field

    package init(_ field: Sheet.Field) {
        self.field = field
    }

    /// Text to print before waiting for the answer: options, one per line, then the label.
    package var prompt: String {
        let options = (field.options ?? []).enumerated().map {
            "  \($0.offset + 1)  \(printable($0.element.label))\n"
        }
        let remark = field.hint ?? (field.type == .date ? "such as 2026-11-21" : nil)
        let end = field.type == .multiline ? "an empty line ends it" : nil
        let remarks = [remark, end].compactMap { $0 }.map { " (\(printable($0)))" }
        return options.joined() + printable(field.label) + remarks.joined() + offer + ": "
    }

    /// The default for an empty line, in brackets.
    private var offer: String {
        let preset = field.default ?? ""
        switch field.type {
        case .toggle: return preset.isEmpty ? " [y/n]" : preset == "true" ? " [Y/n]" : " [y/N]"
        case .password, .pin: break
        case .choice:
            guard let index = field.options?.firstIndex(where: { $0.value == preset }) else { break }
            return " [\(index + 1)\(emptying)]"
        default: if !preset.isEmpty { return " [\(printable(preset))\(emptying)]" }
        }
        return field.required ? "" : " [none]"
    }

    /// Input that clears a prefilled field.
    private static let none = "-"

    private var emptying: String { canBeEmptied ? ", \(Self.none) for none" : "" }

    private var canBeEmptied: Bool {
        !field.required && field.type != .toggle && !field.type.isSecret
            && !(field.default ?? "").isEmpty
    }

    /// Parses a typed line, or the lines of a longer text.
    package func answer(_ typed: String) -> Answer {
        let text = field.type.isSecret ? typed : trimmed(typed)
        guard !text.isEmpty else { return preset }
        if canBeEmptied, text == Self.none { return .none }
        let answer = meaning(of: text)
        let options = (field.options ?? []).map {
            FormField.Option(value: $0.value, label: $0.label, labels: [:])
        }
        guard let fault = field.type.fault(of: answer, options: options) else { return .given(answer) }
        switch field.type {
        case .toggle: return .fault("Answer y or n.")
        case .choice: return .fault("Answer with a number from 1 to \(options.count).")
        default: return .fault(printable(fault) + ".")
        }
    }

    private var preset: Answer {
        if let preset = field.default, !preset.isEmpty { return .given(preset) }
        return field.required ? .fault("There must be an answer.") : .none
    }

    private func meaning(of text: String) -> String {
        switch field.type {
        case .toggle: ["y": "true", "yes": "true", "n": "false", "no": "false"][text.lowercased()] ?? text
        case .choice: Int(text).flatMap { option($0) } ?? text
        default: text
        }
    }

    private func option(_ number: Int) -> String? {
        guard let options = field.options, number > 0, number <= options.count else { return nil }
        return options[number - 1].value
    }

    private func trimmed(_ text: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\n", "\r"]
        let rest = text.drop(while: blanks.contains)
        return String(rest.prefix(rest.count - rest.reversed().prefix(while: blanks.contains).count))
    }
}
