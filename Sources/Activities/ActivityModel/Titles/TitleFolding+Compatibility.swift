// SPDX-License-Identifier: Apache-2.0

extension TitleFolding {
    /// A scalar as it is compared: every blank a space, full-width and other dressed-up forms as the plain
    /// ones; nil for what cannot be seen.
    static func compatible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if (0x21..<0x7F).contains(scalar.value) { return scalar }
        if scalar.properties.isWhitespace || isFiller(scalar) { return " " }
        if isInvisible(scalar) { return nil }
        return Unicode.Scalar(plain(scalar.value)) ?? scalar
    }

    /// The title as it looks where a font draws its fillers as nothing; nil where it has none.
    static func withoutFillers(_ title: String) -> String? {
        guard title.unicodeScalars.contains(where: isFiller) else { return nil }
        return string(title.unicodeScalars.filter { !isFiller($0) })
    }

    /// Holds a place without a mark on it, and is no White_Space. No property of Unicode says so: Hangul's
    /// fillers are default-ignorable, but shapers leave them their width, and the others are letters or symbols.
    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // Hangul
        case 0x2800: true  // Braille
        case 0xFFFC: true  // what stands for an object, of which there is none
        case 0x13441, 0x13442: true  // Egyptian hieroglyphs
        case 0x16FE4: true  // Khitan
        case 0x1D159: true  // a note without a head
        default: false
        }
    }

    /// Draws nothing of itself: format, control and default-ignorable characters (UAX #44).
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

    /// The mathematical alphabets (bold, italic, script ...) stand in the order A-Z, a-z.
    private static func latinLetter(_ index: UInt32) -> UInt32 {
        index < 26 ? 0x41 + index : 0x61 + index - 26
    }

    /// Characters that U+FF61 to U+FF9F stand for; the last two are combining, as NFKC has them.
    private static let halfWidthKana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars
    )
}
