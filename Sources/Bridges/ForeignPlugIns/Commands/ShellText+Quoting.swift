// SPDX-License-Identifier: Apache-2.0

extension ShellText.Part {
    var isInDollarQuotes: Bool {
        if case .code(_, .dollar) = self { true } else { false }
    }
}

extension ShellText {
    /// Whether an unquoted code for all files is assigned to a variable.
    var assignsList: Bool {
        zip(parts, parts.dropFirst()).contains { before, code in
            guard case .text(let text) = before, case .code(let code, .none) = code, code.isPlural else {
                return false
            }
            let start = text.lastIndex { " \t\n;&|(".contains($0) }
            let word = start.map { text[text.index(after: $0)...] } ?? text[...]
            return FilePlaces.assigned(String(word)) != nil
        }
    }

    /// Quotes an argument for the shell, like KShell.
    static func quoted(_ argument: String) -> String {
        let isPlain = argument.unicodeScalars.allSatisfy {
            $0.value > 32 && !"'\"$`<>|;&(){}*?#!~[]\\".unicodeScalars.contains($0)
        }
        guard !isPlain || argument.isEmpty else { return argument }
        return "'" + argument.replacing("'", with: "'\\''") + "'"
    }
}
