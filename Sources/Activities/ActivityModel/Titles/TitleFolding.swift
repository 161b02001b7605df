// SPDX-License-Identifier: Apache-2.0

@_spi(_Unicode) import Swift

// The forms in which titles are stored and compared.
//
// Two titles are the same to a person if they differ in case, accents, final punctuation or in what cannot be
// seen. What an accent is depends on the script. Over a Latin or Greek letter it is one (Épurer, Epurer),
// over a Hebrew or Arabic one a point that most people leave out. But the voicing marks of kana tell ga from
// ka, the marks of Thai and of India's scripts are vowels, and five marked letters of Cyrillic are letters of
// their own, ordered and named as such (й is not и); ё, which Russian print writes as е, is folded. So only
// accents proper go, and not over those five. What Unicode does not take apart (ø, đ, ł, æ) stays as it is.
//
// Case goes by way of upper case, which takes ß to ss, ſ to s and ς to σ as full case folding does, and
// further makes one of the Turkish ı and i: YAZDIR is Yazdır in capitals, and must not pass for another title
// than Yazdır. Full-width and mathematical letters and half-width kana become what compatibility
// decomposition (NFKC) makes of them. Letters of different scripts that merely look alike are not folded.
//
// Sources: UAX #15 (NFC, NFKC), UAX #44 (Default_Ignorable_Code_Point), The Unicode Standard, section 5.18
// (case).

/// How titles are stored (NFC) and compared.
package enum TitleFolding {
    /// Normalization Form C: the form in which titles are stored.
    ///
    /// Twice, as Swift 6.3 does not sort what it takes apart of U+0F73, U+0F75 and U+0F81 the first time.
    package static func nfc(_ text: String) -> String { isNFC(text) ? text : string(string(text._nfc)._nfc) }

    /// Whether `text` is in that form.
    package static func isNFC(_ text: String) -> Bool {
        // Whatever comes before U+0300 is (UAX #15, section 9).
        text.utf8.allSatisfy { $0 < 0xCC } || text._nfc.elementsEqual(text.unicodeScalars)
    }

    /// The key under which titles are equal: no case, accents, invisible characters or final punctuation, and
    /// single blanks. A title of nothing but punctuation keeps it.
    package static func fold(_ title: String) -> String {
        let words = letters(of: title).split(separator: " ")
        let joined = Array(words.joined(separator: [" "]))
        let end = joined.lastIndex { !isFinalPunctuation($0) && $0 != " " }
        return string(end.map { joined[...$0] } ?? joined[...])
    }

    /// The case- and accent-folded title, by whose code points titles sort where no locale does it.
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

    /// Punctuation, but for the signs of Unicode's category that are read as words.
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
