// SPDX-License-Identifier: Apache-2.0

/// One argument of a foreign command, unquoted.
struct CommandWord: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        /// - Parameter isQuoted: whether the code is inside quotation marks, so that all files become one
        ///   argument.
        case code(FileCode, isQuoted: Bool)
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String = "") {
        if !text.isEmpty { pieces = [.text(text)] }
    }

    mutating func append(_ scalar: Unicode.Scalar, isQuoted: Bool) {
        if let code = FileCode(scalar) {
            pieces.append(.code(code, isQuoted: isQuoted))
        } else if case .text(var text)? = pieces.last {
            // Removed first, so that the text has a single owner and grows in place.
            pieces.removeLast()
            text.unicodeScalars.append(scalar)
            pieces.append(.text(text))
        } else {
            pieces.append(.text(String(scalar)))
        }
    }

    mutating func append(_ text: String) {
        for scalar in text.unicodeScalars { append(scalar, isQuoted: true) }
    }

    mutating func append(_ piece: Piece) { pieces.append(piece) }

    func map(_ body: (Piece) -> Piece) -> CommandWord {
        var word = CommandWord()
        word.pieces = pieces.map(body)
        return word
    }

    var codes: [FileCode] {
        pieces.compactMap { if case .code(let code, _) = $0 { code } else { nil } }
    }

    /// The word's literal text; nil if it contains a file code.
    var text: String? {
        guard codes.isEmpty else { return nil }
        return pieces.reduce(into: "") { text, piece in if case .text(let more) = piece { text += more } }
    }

    /// The word's text, with its codes as placeholders.
    var coded: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let more): text += more
            case .code(let code, _): text.unicodeScalars.append(code.placeholder)
            }
        }
    }
}

/// Reasons why a command cannot be translated; some programs would reject it too.
extension Omission {
    static let openQuote = Omission("Its command cannot be read: a quotation mark in it is never closed.")
    static let comment = Omission(
        "Its command has a comment that is followed by a line, which cannot be translated.")
    static let noCommand = Omission("It has no command.")
    static let listsOfParts = Omission("It wants the files' names and their folders at once.")
    static let mixedAddresses = Omission("It wants the same files as paths and as addresses.")
}
