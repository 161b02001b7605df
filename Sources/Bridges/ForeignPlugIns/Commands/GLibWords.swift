// SPDX-License-Identifier: Apache-2.0

/// Splits a command like g_shell_parse_argv(), without variables, wildcards and operators.
enum GLibWords {
    /// - Parameter bringsQuotes: whether a code's value includes single quotation marks, which end a
    ///   quotation around it.
    static func split(
        _ command: String, bringsQuotes: (FileCode) -> Bool = { _ in false }
    ) throws(Omission) -> [CommandWord] {
        var words: [CommandWord] = []
        var word: CommandWord?
        var rest = Substring(command).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n":
                if let whole = word { words.append(whole) }
                word = nil
            case "#" where beginsComment(command, before: rest.startIndex):
                rest = rest.drop { $0 != "\n" }
            case "\\":
                guard let next = rest.popFirst() else { throw .openQuote }
                if next != "\n" { word.extend(next, isQuoted: false) }
            case "'":
                let end = rest.firstIndex(of: "'")
                guard let end else { throw .openQuote }
                word = word ?? CommandWord()
                for inner in rest[..<end] {
                    word.extend(inner, isQuoted: FileCode(inner).map(bringsQuotes) != true)
                }
                rest = rest[rest.index(after: end)...]
            case "\"":
                word = word ?? CommandWord()
                try readDouble(&rest, into: &word)
            default:
                word.extend(scalar, isQuoted: false)
            }
        }
        if let word { words.append(word) }
        guard !words.isEmpty else { throw .noCommand }
        return words
    }

    /// Whether `#` begins a comment: at the beginning, or after a space or a newline, but not after a tab.
    private static func beginsComment(_ command: String, before index: String.Index) -> Bool {
        let before = command.unicodeScalars[..<index].dropLast().last
        return before == nil || before == " " || before == "\n"
    }

    private static func readDouble(
        _ rest: inout Substring.UnicodeScalarView, into word: inout CommandWord?
    ) throws(Omission) {
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return }
            guard scalar == "\\", let next = rest.first else {
                word.extend(scalar, isQuoted: true)
                continue
            }
            if !"$`\"\\\n".unicodeScalars.contains(next) { word.extend(scalar, isQuoted: true) }
            rest.removeFirst()
            if next != "\n" { word.extend(next, isQuoted: true) }
        }
        throw .openQuote
    }
}

extension CommandWord? {
    mutating func extend(_ scalar: Unicode.Scalar, isQuoted: Bool) {
        var word = self ?? CommandWord()
        word.append(scalar, isQuoted: isQuoted)
        self = word
    }
}
