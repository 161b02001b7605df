// SPDX-License-Identifier: Apache-2.0

/// Splits a command as KShell::splitArgs() does for KIO, unless it needs a shell.
enum KShellWords {
    /// Characters that are special to the shell.
    private static let metaSigns = "\\'\"$`<>|;&(){}*?#[]"

    /// - Returns: nil if the command needs a shell: it has variables, operators or wildcards, or begins with
    ///   an assignment.
    static func split(_ command: String, home: String) throws(Omission) -> [CommandWord]? {
        var reader = Reader(rest: Substring(command).unicodeScalars, home: home)
        do throws(Reader.Stop) {
            return try reader.words()
        } catch {
            switch error {
            case .meta: return nil
            case .openQuote: throw .openQuote
            case .numberedSign: throw Omission("Its command writes a sign as a number, inside $'…'.")
            }
        }
    }

    private struct Reader {
        enum Stop: Error {
            case meta, openQuote, numberedSign
        }

        var rest: Substring.UnicodeScalarView
        let home: String

        mutating func words() throws(Stop) -> [CommandWord] {
            var words: [CommandWord] = []
            while true {
                rest = rest.drop { $0 == " " }
                guard !rest.isEmpty else { return words }
                if words.isEmpty, isAssignment { throw .meta }
                words.append(try word())
            }
        }

        private var isAssignment: Bool {
            guard let first = rest.first, first == "_" || first.isASCIILetter else { return false }
            return rest.first { $0 != "_" && !$0.isASCIILetter && !("0"..."9").contains($0) } == "="
        }

        private mutating func word() throws(Stop) -> CommandWord {
            var word = CommandWord()
            if rest.first == "~", let expanded = try expandedHome() { word.append(expanded) }
            while let scalar = rest.first, scalar != " " {
                rest.removeFirst()
                switch scalar {
                case "'": try readSingle(into: &word)
                case "\"": try readDouble(into: &word)
                case "\\":
                    guard let next = rest.popFirst() else { throw .openQuote }
                    word.append(next, isQuoted: false)
                case "$" where rest.first == "'": try readDollar(into: &word)
                case _ where KShellWords.metaSigns.unicodeScalars.contains(scalar): throw .meta
                default: word.append(scalar, isQuoted: false)
                }
            }
            return word
        }

        /// Expands `~`; nil if it is literal. Another person's home folder needs the shell.
        private mutating func expandedHome() throws(Stop) -> String? {
            let next = rest.dropFirst().first
            guard next == nil || next == "/" || next == " " else {
                if let next, next.isASCIILetter || next == "_" { throw .meta }
                return nil
            }
            rest.removeFirst()
            return home
        }

        private mutating func readSingle(into word: inout CommandWord) throws(Stop) {
            guard let end = rest.firstIndex(of: "'") else { throw .openQuote }
            for scalar in rest[..<end] { word.append(scalar, isQuoted: true) }
            rest = rest[rest.index(after: end)...]
        }

        /// Reads `$'…'`, which KShell parses too.
        private mutating func readDollar(into word: inout CommandWord) throws(Stop) {
            rest.removeFirst()
            while let scalar = rest.popFirst() {
                if scalar == "'" { return }
                guard scalar == "\\" else {
                    word.append(scalar, isQuoted: true)
                    continue
                }
                guard let next = rest.popFirst() else { throw .openQuote }
                if "cx01234567".unicodeScalars.contains(next) { throw .numberedSign }
                if let sign = Self.signs[next] {
                    word.append(sign, isQuoted: true)
                } else {
                    word.append(scalar, isQuoted: true)
                    word.append(next, isQuoted: true)
                }
            }
            throw .openQuote
        }

        private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
            "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
            "\\": "\\", "'": "'",
        ]

        private mutating func readDouble(into word: inout CommandWord) throws(Stop) {
            while let scalar = rest.popFirst() {
                if scalar == "\"" { return }
                if scalar == "$" || scalar == "`" { throw .meta }
                guard scalar == "\\" else {
                    word.append(scalar, isQuoted: true)
                    continue
                }
                guard let next = rest.popFirst() else { throw .openQuote }
                if !"\"\\$`".unicodeScalars.contains(next) { word.append(scalar, isQuoted: true) }
                word.append(next, isQuoted: true)
            }
            throw .openQuote
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
