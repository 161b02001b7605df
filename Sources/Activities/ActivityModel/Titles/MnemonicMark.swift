// SPDX-License-Identifier: Apache-2.0

// Marks that say which letter of a menu entry the keyboard chooses: `_Print` for GTK, `&Print` for Qt and
// Windows, `印刷(&P)` in East Asian menus, and a doubled mark for the sign itself. Titles copied from menus
// bring them along, those copied from the sources of a menu also `&amp;`.
//
// An underscore before a letter is always taken for one. "&" is also a word: it is a mark at the beginning of
// a word ("Save &As"), and inside one only where it parts no two words: neither R&D nor AT&T (a capital or a
// single letter follows), nor Copy&Paste or drag&drop (three letters or more on both sides).
//
// The title is gone through once. What stands before a mark is taken without the marks that were found there,
// what comes after it as it stands.

/// A mnemonic mark in a title.
struct MnemonicMark: Hashable {
    /// `_` or `&`, doubled where it stands for itself.
    let mark: String
    /// The title without this mark and any further one.
    let plainTitle: String

    /// The first mark in a title; nil if there is none.
    init?(in title: String) {
        guard title.utf8.contains(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "&") }) else {
            return nil
        }
        var reader = MnemonicReader(title)
        reader.readAll()
        guard let mark = reader.first else { return nil }
        self.mark = mark
        plainTitle = String(reader.plain)
    }
}

/// Goes through a title and leaves out its marks.
private struct MnemonicReader {
    private let graphemes: [Character]
    private var position = 0
    /// Characters read so far, without marks.
    private(set) var plain: [Character] = []
    /// Where in `plain` the letters begin that may stand in one word with what comes.
    private var start = 0
    /// The first mark that was found.
    private(set) var first: String?

    init(_ title: String) {
        graphemes = Array(title)
    }

    mutating func readAll() {
        while position < graphemes.count {
            if let length = escapeLength {
                found(length)
                plain.append(graphemes[position])
                start = plain.count
                position += length
            } else if isMark {
                found(1)
                leaveOut()
            } else {
                plain.append(graphemes[position])
                position += 1
            }
        }
    }

    private mutating func found(_ length: Int) {
        if first == nil { first = String(graphemes[position..<position + length]) }
    }

    /// Escapes for the sign itself.
    private static let escapes: [[Character]] = ["__", "&&", "&amp;"].map(Array.init)

    private var sign: Character { graphemes[position] }

    private var isSign: Bool { sign == "_" || sign == "&" }

    private var escapeLength: Int? {
        guard isSign else { return nil }
        return Self.escapes.first { graphemes[position...].starts(with: $0) }?.count
    }

    private var isMark: Bool {
        guard isSign, position + 1 < graphemes.count, isWordPart(graphemes[position + 1]) else {
            return false
        }
        return sign == "_" || isMarkingAmpersand
    }

    /// Three letters on a side decide: no more are counted.
    private var isMarkingAmpersand: Bool {
        let before = plain[start...].reversed().prefix(3).prefix(while: isWordPart).count
        let after = graphemes[(position + 1)...].prefix(3).prefix(while: isWordPart)
        if before == 0 { return true }
        return after.count > 1 && after.first?.isLowercase == true && (before < 3 || after.count < 3)
    }

    private func isWordPart(_ grapheme: Character) -> Bool { grapheme.isLetter || grapheme.isNumber }

    /// Leaves out the mark, and where it and its letter are all that a pair of brackets holds, those too.
    private mutating func leaveOut() {
        if plain.count > start, plain.last == "(", position + 2 < graphemes.count,
            graphemes[position + 2] == ")"
        {
            plain.removeLast()
            position += 3
        } else {
            position += 1
        }
    }
}
