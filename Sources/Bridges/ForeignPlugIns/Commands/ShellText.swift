// SPDX-License-Identifier: Apache-2.0
//
// A shell line with codes for files. A code becomes a parameter of the shell (`"$1"`, `"$@"`), and the file
// an argument: whatever its name is, it is never part of the line's text. The parameter's form depends on the
// quotation marks around it, which are tracked as in KDE's KMacroExpander: through '…', "…", $'…', $(…),
// ${…}, (…), {…} and `…`. Arithmetic, functions and here-documents are rejected.

/// A line split into text and codes, with the quotation marks around each code.
struct ShellText: Sendable {
    enum Quoting: Hashable, Sendable {
        case none, single, double, dollar
    }

    enum Part: Hashable, Sendable {
        case text(String)
        case code(FileCode, Quoting)
    }

    private(set) var parts: [Part] = []
    /// The words of each command, with codes as placeholders.
    let commands: [[String]]
    /// Whether a command runs only if another one fails: `a || b`.
    let hasAlternatives: Bool
    /// Whether there is a closing bracket without an opening one, as after each pattern of `case`.
    let hasStrayBracket: Bool

    /// Replacements for the next `length` scalars; empty to remove them.
    typealias Reading = (replacements: [Replacement], length: Int)

    enum Replacement {
        case code(FileCode)
        /// An argument, to be quoted for its position.
        case text(String)
        /// A character of the line itself.
        case sign(Unicode.Scalar)
    }

    /// - Parameter read: interprets the next scalars; nil to take the first one literally.
    init(
        _ line: String, read: (ArraySlice<Unicode.Scalar>) throws(Omission) -> Reading?
    ) throws(Omission) {
        var scanner = Scanner(scalars: Array(line.unicodeScalars))
        while scanner.position < scanner.scalars.count {
            if let reading = try read(scanner.scalars[scanner.position...]) {
                scanner.replace(reading.replacements)
                scanner.position += reading.length
            } else {
                try scanner.step()
            }
        }
        scanner.finish()
        guard scanner.isClosed else { throw .openQuote }
        parts = scanner.parts
        commands = scanner.words.commands
        hasAlternatives = scanner.words.hasAlternatives
        hasStrayBracket = scanner.hasStrayBracket
    }

    /// Parses a line whose codes are already placeholders.
    init(coded line: String) throws(Omission) {
        try self.init(line) { rest in
            rest.first.flatMap { FileCode($0) }.map { (replacements: [.code($0)], length: 1) }
        }
    }

    /// The line with its codes as placeholders.
    var coded: String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let more): text += more
            case .code(let code, _): text.unicodeScalars.append(code.placeholder)
            }
        }
    }

    var codes: [FileCode] { parts.compactMap { if case .code(let code, _) = $0 { code } else { nil } } }
}

extension ShellText {
    fileprivate struct Scanner {
        private enum Inside {
            case nothing, single, double, dollar, parenthesis, substitution, group
        }

        let scalars: [Unicode.Scalar]
        var position = 0
        private(set) var parts: [Part] = []
        private(set) var words = ShellWords()
        private(set) var hasStrayBracket = false
        private var text = String.UnicodeScalarView()
        private var inside = Inside.nothing
        /// Whether double quotation marks are open, also around `${…}`.
        private var isDouble = false
        private var outer: [(Inside, Bool)] = []
        /// Positions of the closing marks of open backticks.
        private var backticks: [Int] = []

        init(scalars: [Unicode.Scalar]) {
            self.scalars = scalars
        }

        var isClosed: Bool { outer.isEmpty && position <= scalars.count }

        private var quoting: Quoting {
            if isDouble { return .double }
            switch inside {
            case .single: return .single
            case .dollar: return .dollar
            default: return .none
            }
        }

        private var expansion: Unicode.Scalar {
            isDouble ? ShellWords.expansion : ShellWords.looseExpansion
        }

        mutating func flush() {
            if !text.isEmpty { parts.append(.text(String(text))) }
            text = String.UnicodeScalarView()
        }

        mutating func finish() {
            flush()
            words.endCommand()
        }

        private mutating func copy(_ count: Int) {
            text.append(contentsOf: scalars[position..<min(position + count, scalars.count)])
            position += count
        }

        mutating func copyWord(_ count: Int) {
            words.append(scalars.dropFirst(position).prefix(count))
            copy(count)
        }

        mutating func replace(_ replacements: [Replacement]) {
            for (index, replacement) in replacements.enumerated() {
                if index > 0 {
                    text.append(" ")
                    words.endWord()
                }
                switch replacement {
                case .code(let code):
                    flush()
                    parts.append(.code(code, quoting))
                    words.append([code.placeholder])
                case .sign(let scalar):
                    text.append(scalar)
                    words.append([scalar])
                case .text(let argument):
                    words.append(argument.unicodeScalars)
                    text.append(contentsOf: Self.quoted(argument, quoting).unicodeScalars)
                }
            }
        }

        private static func quoted(_ argument: String, _ quoting: Quoting) -> String {
            switch quoting {
            case .none: return ShellText.quoted(argument)
            case .single: return argument.replacing("'", with: "'\\''")
            case .double, .dollar:
                let signs = quoting == .double ? "$`\"\\" : "'\\"
                return argument.unicodeScalars.reduce(into: "") { text, scalar in
                    if signs.unicodeScalars.contains(scalar) { text += "\\" }
                    text.unicodeScalars.append(scalar)
                }
            }
        }

        private mutating func enter(_ inside: Inside, isDouble: Bool? = nil) {
            outer.append((self.inside, self.isDouble))
            self.inside = inside
            if let isDouble { self.isDouble = isDouble }
            if [.single, .double, .dollar].contains(inside) { words.append([]) }
        }

        private mutating func leave() {
            if let (inside, isDouble) = outer.popLast() { (self.inside, self.isDouble) = (inside, isDouble) }
        }

        /// Consumes one scalar, or two after a backslash.
        mutating func step() throws(Omission) {
            let scalar = scalars[position]
            let next = scalars.dropFirst(position + 1).first
            switch (scalar, inside) {
            case ("'", .single), ("'", .dollar): leave()
            case (_, .single): return copyWord(1)
            case ("\\", _):
                if next != "\n" { words.append(scalars.dropFirst(position + 1).prefix(1)) }
                return copy(2)
            case (_, .dollar): return copyWord(1)
            case ("$", _): return try stepOverDollar()
            case ("`", _): return try stepOverBacktick()
            case ("\"", .double): leave()
            case (_, .double): return copyWord(1)
            case ("'", _) where !isDouble: enter(.single)
            case ("\"", _) where !isDouble: enter(.double, isDouble: true)
            case ("}", .substitution):
                words.append([ShellWords.expansionEnd])
                leave()
            case ("}", .group):
                if !words.isBetweenWords { words.append([scalar]) }
                leave()
            case (")", .parenthesis):
                words.leave()
                leave()
            // Shells disagree on how these quotations end.
            case ("'", .substitution), ("\"", .substitution): throw .namesAsScript
            case (_, .substitution): return copyWord(1)
            case (")", _), ("}", _):
                words.endCommand()
                hasStrayBracket = true
            case ("<", _) where next == "<": throw .namesAsScript
            case ("(", _):
                let inner = scalars[(position + 1)...].drop { " \t\\\n".unicodeScalars.contains($0) }
                if inner.first == ")" { throw .changesParameters }
                guard next != "(", words.enter() else { throw .namesAsScript }
                enter(.parenthesis)
            case ("{", _):
                enter(.group)
                return copyWord(1)
            case ("#", _)
            where words.isBetweenWords && (!backticks.isEmpty || scalars[position...].contains("\n")):
                throw .comment
            default: words.read(scalar)
            }
            copy(1)
        }

        private mutating func stepOverDollar() throws(Omission) {
            let next = scalars.dropFirst(position + 1).prefix(2)
            switch next.first {
            case "[": throw .namesAsScript
            case "(":
                guard !next.elementsEqual(["(", "("]) else { throw .namesAsScript }
                words.enter(outputAs: expansion)
                enter(.parenthesis, isDouble: false)
            case "{":
                words.append([expansion])
                enter(.substitution)
            case "'" where !isDouble:
                // Characters may be escaped as numbers there, and some shells take the whole quotation
                // literally.
                words.append([expansion, "'", ShellWords.expansionEnd])
                enter(.dollar)
            case "\"" where !isDouble: enter(.double, isDouble: true)
            default: return stepOverVariable()
            }
            copy(2)
        }

        private mutating func stepOverVariable() {
            let rest = scalars.dropFirst(position + 1)
            let name = rest.prefix {
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
            }
            let sign = name.isEmpty || ("0"..."9").contains(name.first ?? " ") ? rest.prefix(1) : name
            guard let first = sign.first, !name.isEmpty || "@*#?$!-".unicodeScalars.contains(first) else {
                words.append(["$"])
                return copy(1)
            }
            words.append([expansion])
            words.append(sign)
            words.append([ShellWords.expansionEnd])
            copy(1 + sign.count)
        }

        /// Converts backticks to `$( … )`, which may be used inside quotation marks.
        private mutating func stepOverBacktick() throws(Omission) {
            if backticks.last == position {
                backticks.removeLast()
                words.leave()
                leave()
                text.append(")")
                position += 1
                return
            }
            var end = position + 1
            while end < scalars.count, scalars[end] != "`" {
                // Nested backticks are escaped, and would have to be unescaped.
                if scalars[end] == "\\", end + 1 < scalars.count,
                    "`$\\\"".unicodeScalars.contains(scalars[end + 1])
                {
                    throw Omission(
                        "Its command has backslashes inside backticks, which cannot be translated.")
                }
                end += 1
            }
            guard end < scalars.count else { throw .openQuote }
            backticks.append(end)
            words.enter(outputAs: expansion)
            enter(.parenthesis, isDouble: false)
            text.append(contentsOf: "$( ".unicodeScalars)
            position += 1
        }
    }
}
