// SPDX-License-Identifier: Apache-2.0

// Marks that say which letter of a menu entry the keyboard chooses: `_Print` for GTK, `&Print` for Qt and
// Windows, `印刷(&P)` in East Asian menus, and a doubled mark for the sign itself. Titles copied from menus
// bring them along.
//
// An underscore before a letter is always taken for one. "&" is also a word: it is a mark at the beginning of
// a word ("Save &As"), and inside one only where it parts no two words: neither R&D nor AT&T (a capital or a
// single letter follows), nor Copy&Paste or drag&drop (three letters or more on both sides).

/// A mnemonic mark in a title.
struct MnemonicMark: Hashable {
    /// `_` or `&`, doubled where it stands for itself.
    let mark: String
    /// The title without it.
    let plainTitle: String

    /// The first mark in a title; nil if there is none.
    init?(in title: String) {
        let graphemes = Array(title)
        guard let place = graphemes.indices.first(where: { Self.isMark(at: $0, of: graphemes) }) else {
            return nil
        }
        let doubled = graphemes[place] == graphemes[place + 1]
        mark = String(graphemes[place...(doubled ? place + 1 : place)])
        var plain = graphemes
        plain.remove(at: place)
        if !doubled, place > 0, place + 1 < plain.count, plain[place - 1] == "(", plain[place + 1] == ")" {
            plain.removeSubrange(place - 1...place + 1)
        }
        plainTitle = MnemonicMark(in: doubled ? "" : String(plain))?.plainTitle ?? String(plain)
    }

    private static func isMark(at place: Int, of graphemes: [Character]) -> Bool {
        guard graphemes[place] == "_" || graphemes[place] == "&", place + 1 < graphemes.count else {
            return false
        }
        let next = graphemes[place + 1]
        if next == graphemes[place] { return true }
        guard next.isLetter || next.isNumber else { return false }
        return graphemes[place] == "_" || isMarkingAmpersand(at: place, of: graphemes)
    }

    private static func isMarkingAmpersand(at place: Int, of graphemes: [Character]) -> Bool {
        let before = graphemes[..<place].reversed().prefix { $0.isLetter || $0.isNumber }
        let after = graphemes[(place + 1)...].prefix { $0.isLetter || $0.isNumber }
        if before.isEmpty { return true }
        return after.count > 1 && after.first?.isLowercase == true && (before.count < 3 || after.count < 3)
    }
}
