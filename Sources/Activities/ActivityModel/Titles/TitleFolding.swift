// SPDX-License-Identifier: Apache-2.0

@_spi(_Unicode) import Swift

// The forms in which titles are stored and compared.
//
// Two titles are the same to a person if they differ only in case, accents, final punctuation or invisible
// characters. The definition of an accent depends on the script. A mark over a Latin or Greek letter is an
// accent (Épurer, Epurer), and so is a Hebrew or Arabic point, which most people leave out. But the voicing
// marks of kana distinguish ga from ka, the marks of Thai and of India's scripts are vowels, and five marked
// letters of Cyrillic are separate letters with their own order and names (й is not и); ё, which Russian
// print writes as е, is folded. So folding strips only true accents, and not over those five letters. Letters
// that Unicode does not decompose (ø, đ, ł, æ) stay.
//
// Case folding goes through upper case, which turns ß into ss, ſ into s and ς into σ as full case folding
// does, and also merges the Turkish ı and i: YAZDIR is Yazdır in capitals, and must not count as a different
// title. Full-width and mathematical letters and half-width kana fold to their compatibility decompositions
// (NFKC). Letters of different scripts that merely look alike are not folded.
//
// Sources: UAX #15 (NFC, NFKC), UAX #44 (Default_Ignorable_Code_Point), The Unicode Standard, section 5.18
// (case).

package enum TitleFolding {
    /// Normalization Form C, the form in which titles are stored.
    ///
    /// Runs twice: Swift 6.3 does not reorder the decompositions of U+0F73, U+0F75 and U+0F81 in one pass.
    package static func nfc(_ text: String) -> String { isNFC(text) ? text : string(string(text._nfc)._nfc) }

    package static func isNFC(_ text: String) -> Bool {
        // All characters below U+0300 are in NFC (UAX #15, section 9).
        text.utf8.allSatisfy { $0 < 0xCC } || text._nfc.elementsEqual(text.unicodeScalars)
    }

    /// The comparison key of a title: without case, accents, invisible characters and final punctuation, and
    /// with single blanks. A title of nothing but punctuation keeps it.
    package static func fold(_ title: String) -> String {
        let words = letters(of: title).split(separator: " ")
        let joined = Array(words.joined(separator: [" "]))
        let end = joined.lastIndex { !isFinalPunctuation($0) && $0 != " " }
        return string(end.map { joined[...$0] } ?? joined[...])
    }

    /// The case- and accent-folded title, for sorting by code point without a locale.
    package static func sortKey(_ title: String) -> String {
        string(letters(of: title))
    }

    /// The folded words: runs of letters, marks and digits.
    package static func words(_ title: String) -> [String] {
        letters(of: title).split { !isWordScalar($0) }.map { string($0) }
    }

    private static func letters(of title: String) -> [Unicode.Scalar] {
        if title.utf8.allSatisfy({ $0 < 0x80 }) {
            return title.lowercased().unicodeScalars.compactMap(compatible)
        }
        let plain = string(title.unicodeScalars.compactMap(compatible))
        let bare = strippingAccents(plain._nfd).flatMap { folded($0) }
        return Array(string(bare)._nfc)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        scalar.properties.lowercaseMapping.uppercased().lowercased().unicodeScalars
    }

    /// Punctuation, except for signs in Unicode's category that people read as words.
    private static func isFinalPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation,
            .finalPunctuation:
            true
        case .otherPunctuation: !["#", "%", "&", "@", "‰"].contains(scalar)
        default: false
        }
    }

    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
