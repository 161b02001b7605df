// SPDX-License-Identifier: Apache-2.0

// The places where a title may be broken into lines.
//
// A small part of UAX #14, by the meaning of its classes rather than by its tables: breaks at blanks (except
// no-break ones), after a hyphen or dash between letters, and next to every wide grapheme, that is anywhere
// in Chinese, Japanese and Korean and around emoji. Two rules of Japanese typesetting apply (JIS X 4051,
// kinsoku): no line begins with closing punctuation, a small kana, a length or an iteration mark, and no line
// ends with an opening bracket. Thai, Lao, Khmer and Burmese put no blanks between words, and only a
// dictionary finds the boundaries: such a text may be broken between any two graphemes, but only if the title
// would otherwise be cut.

/// A place where one line may end and the next begin; the blanks between belong to neither.
struct LineBreak: Hashable, Sendable {
    enum BreakKind: Comparable {
        /// Between words.
        case word
        /// Inside running Chinese, Japanese or Korean.
        case wide
        /// Between graphemes of a script that only a dictionary can break.
        case emergency
    }

    let end: String.Index
    let start: String.Index
    let kind: BreakKind

    /// The breaks of a text that neither begins nor ends with a blank, in order. Any two of them enclose
    /// something with a width, so there are at most as many breaks as cells.
    static func all(in text: Substring) -> [LineBreak] {
        let graphemes = Array(text)
        var breaks: [LineBreak] = []
        var end = text.startIndex
        var isSeen = false
        for (offset, index) in text.indices.enumerated() where !isBlank(graphemes[offset]) {
            if let kind = kind(before: offset, in: graphemes) {
                if !isSeen { _ = breaks.popLast() }
                breaks.append(LineBreak(end: end, start: index, kind: kind))
                isSeen = false
            }
            isSeen = isSeen || CellWidth.of(graphemes[offset]) > 0
            end = text.index(after: index)
        }
        return breaks
    }

    private static func kind(before offset: Int, in graphemes: [Character]) -> BreakKind? {
        guard offset > 0 else { return nil }
        let (before, after) = (graphemes[offset - 1], graphemes[offset])
        if isBlank(before) { return .word }
        if isHyphen(before), offset > 1, graphemes[offset - 2].isLetter, after.isLetter { return .word }
        guard !(before.isASCII && after.isASCII), mayEnd(before), mayBegin(after) else { return nil }
        if CellWidth.of(before) == 2 || CellWidth.of(after) == 2 { return .wide }
        return needsDictionary(before) && needsDictionary(after) && !isPreposedVowel(before)
            ? .emergency : nil
    }

    /// Whether the grapheme is a blank at which a line may break, and not a no-break space.
    static func isBlank(_ grapheme: Character) -> Bool {
        switch first(grapheme) {
        case 0x21...0x7E, 0xA0, 0x2007, 0x202F: false
        case 0x200B: true
        default: grapheme.isWhitespace
        }
    }

    private static func isHyphen(_ grapheme: Character) -> Bool {
        switch first(grapheme) {
        case 0x2D, 0x2010, 0x2013, 0x2014: true
        default: false
        }
    }

    private static func first(_ grapheme: Character) -> UInt32 {
        grapheme.unicodeScalars.first?.value ?? 0
    }
}

/// Kinsoku, and the scripts without blanks.
extension LineBreak {
    private static func mayEnd(_ grapheme: Character) -> Bool {
        switch grapheme.unicodeScalars.first?.properties.generalCategory {
        case .openPunctuation, .initialPunctuation, .currencySymbol, .spaceSeparator: false
        default: true
        }
    }

    private static func mayBegin(_ grapheme: Character) -> Bool {
        if smallKana.contains(first(grapheme)) { return false }
        return switch grapheme.unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation, .connectorPunctuation,
            .modifierLetter, .modifierSymbol, .format, .spaceSeparator, .nonspacingMark, .spacingMark:
            false
        default: true
        }
    }

    /// ぁぃぅぇぉっゃゅょゎゕゖ, their katakana, and the Ainu ones.
    private static let smallKana: Set<UInt32> = Set(
        [
            0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096,
        ].flatMap { [$0, $0 + 0x60] } + Array(0x31F0...0x31FF))

    /// Whether a grapheme belongs to a script without blanks between words. Korean has blanks.
    static func standsWithoutBlanks(_ grapheme: Character) -> Bool {
        guard let first = grapheme.unicodeScalars.first, first.properties.isAlphabetic else { return false }
        if (0xAC00...0xD7A3).contains(first.value) || (0x1100...0x11FF).contains(first.value) { return false }
        return CellWidth.isWide(first) || needsDictionary(grapheme)
    }

    private static func needsDictionary(_ grapheme: Character) -> Bool {
        let value = first(grapheme)
        return dictionaryBlocks.contains { $0.contains(value) }
    }

    private static let dictionaryBlocks: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF,
    ]

    /// Thai and Lao vowels that are written before the consonant that they follow.
    private static func isPreposedVowel(_ grapheme: Character) -> Bool {
        let value = first(grapheme)
        return (0x0E40...0x0E44).contains(value) || (0x0EC0...0x0EC4).contains(value)
    }
}
