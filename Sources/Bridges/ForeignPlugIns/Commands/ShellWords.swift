// SPDX-License-Identifier: Apache-2.0

/// The words of a line's commands, collected during the scan: unquoted, with `|` as the first word of a
/// command that reads from a pipe. A command's redirections follow as commands that begin with `<` or `>`.
struct ShellWords: Sendable {
    // On the same private-use plane as FileCode's placeholders, but beyond them.
    /// Mark at the beginning of a shell expansion, which ends in `expansionEnd`: of a variable, with any
    /// operation, or of command output, written as `(` and a range of commands. An unquoted expansion, which
    /// the shell splits into words, begins with `looseExpansion`.
    static let expansion: Unicode.Scalar = "\u{F00F0}"
    static let expansionEnd: Unicode.Scalar = "\u{F00F1}"
    static let looseExpansion: Unicode.Scalar = "\u{F00F2}"

    private(set) var commands: [[String]] = []
    /// Whether a command runs only if another one fails: `a || b`.
    private(set) var hasAlternatives = false
    private var words: [String] = []
    private var word: String.UnicodeScalarView?
    /// The redirection whose target is the next word.
    private var redirection: String?
    private var redirections: [[String]] = []
    /// The enclosing commands of brackets, with their count and the mark for the brackets' output.
    private var outer: [Outer] = []
    /// The prefix of a list whose words are all assigned to a variable: `a=(…)`.
    private var list = ""

    private struct Outer {
        let words: [String]
        let word: String.UnicodeScalarView?
        let redirection: String?
        let redirections: [[String]]
        let list: String
        let count: Int
        /// Mark for the brackets' output; nil if it is not part of a word.
        let sign: Unicode.Scalar?
    }

    /// Whether the next scalar begins a word.
    var isBetweenWords: Bool { word == nil }

    /// Extends the current word, or begins one, which may stay empty.
    mutating func append(_ scalars: some Sequence<Unicode.Scalar>) {
        if word == nil { word = String.UnicodeScalarView() }
        word?.append(contentsOf: scalars)
    }

    /// Reads an unquoted scalar.
    mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case " ", "\t": endWord()
        case "<", ">":
            // The redirected descriptor's number.
            if word?.allSatisfy({ $0.properties.numericType == .decimal }) == true { word = nil }
            endWord()
            redirection = String(scalar)
        case "&" where word == nil && redirection != nil: append([scalar])
        case "|" where word == nil && words == ["|"]:
            words = []
            hasAlternatives = true
        case "|":
            endCommand()
            words = ["|"]
        case ";", "&", "\n": endCommand()
        default: append([scalar])
        }
    }

    mutating func endWord() {
        guard let word else { return }
        // A list's `[n]=` evaluates arithmetic.
        if !list.isEmpty, word.first == "[" { commands.append(["let"]) }
        if word.elementsEqual("do".unicodeScalars), ["for", "select"].contains(words.dropLast().last) {
            commands.append(words)
            words = []
        }
        if let redirection {
            redirections.append([redirection, String(word)])
        } else {
            words.append(list + String(word))
        }
        (self.word, redirection) = (nil, nil)
    }

    mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        commands += redirections
        (words, redirections) = ([], [])
    }

    /// Begins commands in brackets.
    ///
    /// - Parameter sign: the mark for their output in a word; nil if it is not part of a word.
    /// - Returns: whether brackets are allowed here: in a command's position, or as a list.
    @discardableResult
    mutating func enter(outputAs sign: Unicode.Scalar? = nil) -> Bool {
        let prefix = sign == nil ? word.map(String.init) ?? "" : ""
        let isList = prefix.hasSuffix("=") && FilePlaces.assigned(prefix) != nil
        if sign == nil, !isList {
            guard word == nil, redirection == nil else { return false }
            endCommand()
        }
        outer.append(
            Outer(
                words: words, word: isList ? nil : word, redirection: redirection, redirections: redirections,
                list: list, count: commands.count, sign: sign))
        (words, word, redirection, redirections, list) = ([], nil, nil, [], isList ? prefix : "")
        return true
    }

    /// Continues the word that contains the commands' output.
    mutating func leave() {
        endCommand()
        guard let last = outer.popLast() else { return }
        (words, word, redirections, list) = (last.words, last.word, last.redirections, last.list)
        redirection = last.redirection
        guard let sign = last.sign else { return }
        append([sign])
        append("(\(last.count),\(commands.count)".unicodeScalars)
        append([Self.expansionEnd])
    }
}
