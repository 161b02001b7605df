// SPDX-License-Identifier: Apache-2.0

// Marks that say which letter of a menu entry the keyboard chooses: `_Print` for GTK, `&Print` for Qt and
// Windows, `印刷(&P)` in East Asian menus, and a doubled mark for the sign itself. Titles copied from menus
// bring them along, those copied from the sources of a menu also `&amp;`.
//
// An underscore before a letter is always taken for one. "&" is also a word: it is a mark at the beginning of
// a word ("Save &As"), and inside one only where it parts no two words: neither R&D nor AT&T (a capital or a
// single letter follows), nor Copy&Paste or drag&drop (three letters or more on both sides).

/// A mnemonic mark in a title.
struct MnemonicMark: Hashable {
    /// `_` or `&`, doubled where it stands for itself.
    let mark: String
    /// The title without this mark and any further one.
    let plainTitle: String

    /// The first mark in a title; nil if there is none.
    init?(in title: String) {
        let graphemes = Array(title)
        guard let place = graphemes.indices.first(where: { Self.isMark(at: $0, of: graphemes) }) else {
            return nil
        }
        let escape = Self.escapes.first { graphemes[place...].starts(with: $0) }
        mark = escape ?? String(graphemes[place])
        let before = graphemes[..<place]
        if let escape {
            let rest = String(graphemes[(place + escape.count)...])
            plainTitle =
                String(before) + String(graphemes[place]) + (MnemonicMark(in: rest)?.plainTitle ?? rest)
        } else {
            let plain =
                Self.isBracketed(place, graphemes)
                ? before.dropLast() + graphemes[(place + 3)...] : before + graphemes[(place + 1)...]
            plainTitle = MnemonicMark(in: String(plain))?.plainTitle ?? String(plain)
        }
    }

    /// What stands for the sign itself.
    private static let escapes = ["__", "&&", "&amp;"]

    private static func isMark(at place: Int, of graphemes: [Character]) -> Bool {
        guard graphemes[place] == "_" || graphemes[place] == "&", place + 1 < graphemes.count else {
            return false
        }
        if escapes.contains(where: { graphemes[place...].starts(with: $0) }) { return true }
        let next = graphemes[place + 1]
        guard next.isLetter || next.isNumber else { return false }
        return graphemes[place] == "_" || isMarkingAmpersand(at: place, of: graphemes)
    }

    private static func isMarkingAmpersand(at place: Int, of graphemes: [Character]) -> Bool {
        let before = graphemes[..<place].reversed().prefix { $0.isLetter || $0.isNumber }
        let after = graphemes[(place + 1)...].prefix { $0.isLetter || $0.isNumber }
        if before.isEmpty { return true }
        return after.count > 1 && after.first?.isLowercase == true && (before.count < 3 || after.count < 3)
    }

    /// Whether the mark and its letter are all that a pair of brackets holds, which goes with them.
    private static func isBracketed(_ place: Int, _ graphemes: [Character]) -> Bool {
        place > 0 && place + 2 < graphemes.count && graphemes[place - 1] == "(" && graphemes[place + 2] == ")"
    }
}
