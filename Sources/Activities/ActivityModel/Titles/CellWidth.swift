// SPDX-License-Identifier: Apache-2.0

/// The width of text in terminal cells: one for most graphemes, two for East Asian wide ones and for emoji,
/// zero for control characters and lone marks.
///
/// glibc's `wcwidth` handles single code points, but needs an active UTF-8 locale and does not know
/// graphemes. Sources: UAX #11 (East Asian Width), UTS #51 (emoji presentation).
package enum CellWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        let bytes = text.utf8
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return bytes.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// 2 if the grapheme contains a Wide or Fullwidth scalar, an emoji presentation or U+FE0F; 0 if all its
    /// scalars are zero-width; else 1.
    package static func of(_ grapheme: Character) -> Int {
        if let ascii = grapheme.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        let scalars = grapheme.unicodeScalars
        if scalars.contains(where: isDouble) { return 2 }
        return scalars.allSatisfy(isZero) ? 0 : 1
    }

    private static func isDouble(_ scalar: Unicode.Scalar) -> Bool {
        isWide(scalar) || scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
    }

    /// Wide or Fullwidth in UAX #11; a binary search.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= wideRanges[0].first else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].last < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].first <= scalar.value
    }

    /// Nonspacing and enclosing marks, format, control and default-ignorable characters, and the vowels and
    /// finals of conjoining Hangul, which join the preceding scalar. A soft hyphen is not zero-width:
    /// terminals draw it.
    private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.value != 0xAD
        default: scalar.properties.isDefaultIgnorableCodePoint || (0x1160...0x11FF).contains(scalar.value)
        }
    }
}
