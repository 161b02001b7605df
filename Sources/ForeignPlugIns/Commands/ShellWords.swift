// SPDX-License-Identifier: Apache-2.0

/// The words of a line's commands, gathered while the line is gone through: quotation marks undone, and `|` the first
/// word of what reads from a pipe. What a command is redirected to stands apart, behind `<`, `>`, `<<` or `<<<`.
struct ShellWords: Sendable {
    // Beyond the placeholders of FileCode, on the same private plane.
    /// Stand around what the shell expands: a variable with what follows its name, `((` and a sum, or `(` and which
    /// commands' output it is.
    static let expansion: Unicode.Scalar = "\u{F00F0}"
    static let expansionEnd: Unicode.Scalar = "\u{F00F1}"

    private(set) var commands: [[String]] = []
    private var words: [String] = []
    private var word: String.UnicodeScalarView?
    /// How the command is redirected to the word that comes.
    private var redirection: String?
    /// The commands around those in brackets, how many came before them, and whether their output is part of a word.
    private var outer: [Outer] = []
    /// The variable and the sign before a list, each word of which is assigned to it: `a=(…)`.
    private var list = ""

    private struct Outer {
        let words: [String]
        let word: String.UnicodeScalarView?
        let redirection: String?
        let list: String
        let count: Int
        let isOutput: Bool
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
            let isRepeated = scalar == "<" && ["<", "<<"].contains(redirection)
            redirection = (isRepeated ? redirection ?? "" : "") + String(scalar)
        case "&" where word == nil && redirection != nil: append([scalar])
        case "|":
            endCommand()
            words = ["|"]
        case ";", "&", "\n": endCommand()
        default: append([scalar])
        }
    }

    mutating func endWord() {
        guard let word else { return }
        if let redirection {
            commands.append([redirection, String(word)])
        } else {
            words.append(list + String(word))
        }
        (self.word, redirection) = (nil, nil)
    }

    mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }

    /// Begins commands in brackets.
    ///
    /// - Parameters:
    ///   - isOutput: whether their output becomes part of a word.
    ///   - next: what stands behind the bracket: the other one of a function's name, or of a sum.
    mutating func enter(isOutput: Bool = false, next: Unicode.Scalar? = nil) {
        let prefix = isOutput ? "" : word.map(String.init) ?? ""
        let isList = prefix.hasSuffix("=") && FilePlaces.assigned(prefix) != nil
        if !isList {
            if next == ")" { commands.append(["function"]) }
            if next == "(" { commands.append(["(("]) }
        }
        // A redirection to commands is a pipe.
        if redirection != nil { commands.append(["|"]) }
        let isOutput = isOutput || word != nil && !isList || redirection != nil
        outer.append(
            Outer(
                words: words, word: isList ? nil : word, redirection: redirection, list: list,
                count: commands.count, isOutput: isOutput))
        (words, word, redirection, list) = ([], nil, nil, isList ? prefix : "")
    }

    /// Goes on with the word that the commands' output is part of.
    mutating func leave() {
        endCommand()
        guard let last = outer.popLast() else { return }
        (words, word, redirection, list) = (last.words, last.word, last.redirection, last.list)
        guard last.isOutput else { return }
        append([Self.expansion])
        append("(\(last.count),\(commands.count)".unicodeScalars)
        append([Self.expansionEnd])
    }
}
