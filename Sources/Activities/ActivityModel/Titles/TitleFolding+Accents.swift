// SPDX-License-Identifier: Apache-2.0

extension TitleFolding {
    static func strippingAccents(_ decomposed: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var base: Unicode.Scalar = " "
        for scalar in decomposed {
            if isAccent(scalar), !makesLetter(base, scalar) { continue }
            kept.append(scalar)
            if scalar.properties.canonicalCombiningClass == .notReordered { base = scalar }
        }
        return kept
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard accentRanges.contains(where: { $0.contains(scalar.value) }) else { return false }
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Combining diacritics, Hebrew points, Arabic vowel signs and hamza, and the blocks that extend them.
    private static let accentRanges: [ClosedRange<UInt32>] = [
        0x0300...0x036F, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x0670, 0x06D6...0x06ED, 0x1AB0...0x1AFF,
        0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// й, ў, ї, ѓ and ќ: letters of Cyrillic alphabets that Unicode decomposes as if they were accented.
    private static func makesLetter(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
        switch mark.value {
        case 0x0306: "ИиУу".unicodeScalars.contains(base)
        case 0x0308: "Іі".unicodeScalars.contains(base)
        case 0x0301: "ГгКк".unicodeScalars.contains(base)
        default: false
        }
    }
}
