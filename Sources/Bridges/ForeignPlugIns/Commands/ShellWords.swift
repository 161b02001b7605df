// SPDX-License-Identifier: Apache-2.0

/// The words of a line's commands, gathered while the line is gone through: quotation marks undone, and `|` the first
/// word of what reads from a pipe. What a command is redirected to follows it, behind `<` or `>`.
struct ShellWords: Sendable {
    // Beyond the placeholders of FileCode, on the same private plane.
    /// Stand around what the shell expands: a variable with what follows its name, or `(` and which commands' output
    /// it is. Outside of quotation marks, where the shell parts it into words, it is a loose one.
    static let expansion: Unicode.Scalar = "\u{F00F0}"
    static let expansionEnd: Unicode.Scalar = "\u{F00F1}"
    static let looseExpansion: Unicode.Scalar = "\u{F00F2}"

    private(set) var commands: [[String]] = []
    /// Whether a command runs only where another one fails: `a || b`.
    private(set) var hasAlternatives = false
    private var words: [String] = []
    private var word: String.UnicodeScalarView?
    /// How the command is redirected to the word that comes.
    private var redirection: String?
    private var redirections: [[String]] = []
    /// The commands around those in brackets, how many came before them, and whether their output is part of a word.
    private var outer: [Outer] = []
    /// The variable and the sign before a list, each word of which is assigned to it: `a=(…)`.
    private var list = ""

    private struct Outer {
        let words: [String]
        let word: String.UnicodeScalarView?
        let redirection: String?
        let redirections: [[String]]
        let list: String
        let count: Int
        /// The sign before their output.
        let sign: Unicode.Scalar?
    }

    /// Whether the next sign begins a word.
    var isBetweenWords: Bool { word == nil }

    /// Adds to the word, which may stay empty.
    mutating func append(_ scalars: some Sequence<Unicode.Scalar>) {
        if word == nil { word = String.UnicodeScalarView() }
        word?.append(contentsOf: scalars)
    }

    /// Takes a scalar that no quotation marks are around.
    mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case " ", "\t": endWord()
        case "<", ">":
            // Its descriptor's number.
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
        // A list's `[n]=` is a sum.
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
    /// - Parameter sign: what their output is in a word; nil where it is part of none.
    /// - Returns: whether they stand where commands do, or are a list.
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

    /// Goes on with the word that the commands' output is part of.
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
