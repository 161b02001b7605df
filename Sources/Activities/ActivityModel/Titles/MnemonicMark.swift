// SPDX-License-Identifier: Apache-2.0

// Marks for the keyboard shortcut in a menu entry: `_Print` for GTK, `&Print` for Qt and Windows, `印刷(&P)`
// in East Asian menus, and a doubled mark for a literal one. Titles copied from menus contain them, and
// titles copied from a menu's source also contain `&amp;`.
//
// An underscore before a letter or digit is always a mark. "&" is also a word: it is a mark at a word's start
// ("Save &As"), and inside a word only if it does not separate two: not in R&D or AT&T (a capital or a single
// letter follows), nor in Copy&Paste or drag&drop (three letters or more on both sides).
//
// The reader scans the title once: it compares text before a mark without earlier marks, and text after it
// unchanged.

struct MnemonicMark: Hashable {
    /// `_` or `&`, doubled if it escapes itself.
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

/// Scans a title and removes its marks.
private struct MnemonicReader {
    private let graphemes: [Character]
    private var position = 0
    /// Characters read so far, without marks.
    private(set) var plain: [Character] = []
    /// Index in `plain` of the first letter that may share a word with the next one.
    private var start = 0
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

    /// Escapes for a literal sign.
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

    /// Counts up to three letters on each side, which is enough to decide.
    private var isMarkingAmpersand: Bool {
        let before = plain[start...].reversed().prefix(3).prefix(while: isWordPart).count
        let after = graphemes[(position + 1)...].prefix(3).prefix(while: isWordPart)
        if before == 0 { return true }
        return after.count > 1 && after.first?.isLowercase == true && (before < 3 || after.count < 3)
    }

    private func isWordPart(_ grapheme: Character) -> Bool { grapheme.isLetter || grapheme.isNumber }

    /// Skips the mark; also skips brackets that contain only the mark and its letter.
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
