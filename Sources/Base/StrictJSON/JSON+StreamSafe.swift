// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Whether `init(parsing:)` accepts the text as a string.
    package static func takes(_ text: String) -> Bool { streamSafe(text).utf8.count == text.utf8.count }

    /// Makes a string that `init(parsing:)` accepts from any text: inserts U+034F, which is invisible, after
    /// every `maximumMarks` combining marks in a row (UAX #15, section 13, "Stream-Safe Text Process").
    package static func streamSafe(_ text: String) -> String {
        // There are no marks before U+0300.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return text }
        var safe = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = scalar.isCombiningMark ? marks + 1 : 0
            if marks > maximumMarks {
                safe.append("\u{034F}")
                marks = 1
            }
            safe.append(scalar)
        }
        return String(safe)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar, or its decomposition, is reordered within a run of marks. Three Tibetan vowel
    /// signs decompose into marks although they are not marks themselves (UAX #15, section 13).
    package var isCombiningMark: Bool {
        switch value {
        // ASCII to IPA; ideographs; Hangul.
        case ..<0x300, 0x3400..<0xA000, 0xAC00..<0xD7A4: false
        case ..<0x1000: Self.combiningMarks[Int(value - 0x300)]
        default: isReordered
        }
    }

    /// Lookup table for two-byte marks and the first three-byte ones. A call may contain half a million
    /// two-byte marks, and a property lookup takes 50 ns per scalar.
    private static let combiningMarks = (0x300..<UInt32(0x1000)).map { value in
        [0x0F73, 0x0F75, 0x0F81].contains(value) || Unicode.Scalar(value)?.isReordered == true
    }

    private var isReordered: Bool { properties.canonicalCombiningClass != .notReordered }
}
