// SPDX-License-Identifier: Apache-2.0

extension TitleFolding {
    /// A scalar for comparison: blanks become spaces, full-width and other compatibility forms become plain
    /// ones. Returns nil for an invisible scalar.
    static func compatible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if (0x21..<0x7F).contains(scalar.value) { return scalar }
        if scalar.properties.isWhitespace || isFiller(scalar) { return " " }
        if isInvisible(scalar) { return nil }
        return Unicode.Scalar(plain(scalar.value)) ?? scalar
    }

    /// The title as it looks in a font that draws its fillers as nothing; nil if it has no fillers.
    static func withoutFillers(_ title: String) -> String? {
        guard title.unicodeScalars.contains(where: isFiller) else { return nil }
        return string(title.unicodeScalars.filter { !isFiller($0) })
    }

    /// Whether the scalar takes up space without a mark and is not White_Space. No Unicode property says so:
    /// Hangul's fillers are default-ignorable, but shapers give them their width, and the others are letters
    /// or symbols.
    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // Hangul
        case 0x2800: true  // Braille
        case 0xFFFC: true  // object replacement character
        case 0x13441, 0x13442: true  // Egyptian hieroglyphs
        case 0x16FE4: true  // Khitan
        case 0x1D159: true  // null notehead
        default: false
        }
    }

    /// Whether the scalar draws nothing: format, control and default-ignorable characters (UAX #44).
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .format || category == .control || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func plain(_ value: UInt32) -> UInt32 {
        switch value {
        case 0xFF01...0xFF5E: value - 0xFF01 + 0x21
        case 0xFF61...0xFF9F: halfWidthKana[Int(value - 0xFF61)].value
        case 0x1D400...0x1D6A3: latinLetter((value - 0x1D400) % 52)
        case 0x1D7CE...0x1D7FF: 0x30 + (value - 0x1D7CE) % 10
        case 0x2010, 0x2011: 0x2D
        case 0x2018, 0x2019: 0x27
        default: value
        }
    }

    /// Each mathematical alphabet (bold, italic, script ...) is in the order A-Z, a-z.
    private static func latinLetter(_ index: UInt32) -> UInt32 {
        index < 26 ? 0x41 + index : 0x61 + index - 26
    }

    /// The characters that U+FF61 to U+FF9F are half-width forms of; the last two are combining, as in NFKC.
    private static let halfWidthKana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars
    )
}
