// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Whether `init(parsing:)` takes the text as it is.
    package static func takes(_ text: String) -> Bool { streamSafe(text).utf8.count == text.utf8.count }

    /// Text of any origin as a string that `init(parsing:)` takes: after `maximumMarks` combining marks in a row stands
    /// U+034F, which shows as nothing (UAX #15, section 13, "Stream-Safe Text Process").
    package static func streamSafe(_ text: String) -> String {
        // No mark comes before U+0300.
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
    /// Whether it, or what it is taken apart into, is sorted into a run of marks. Three Tibetan vowel signs
    /// are taken apart into marks and are none themselves (UAX #15, section 13).
    package var isCombiningMark: Bool {
        switch value {
        // ASCII to IPA; ideographs; Hangul.
        case ..<0x300, 0x3400..<0xA000, 0xAC00..<0xD7A4: false
        case ..<0x1000: Self.combiningMarks[Int(value - 0x300)]
        default: isReordered
        }
    }

    /// The marks of two bytes, of which a call may hold half a million, and the first of three. Looking a scalar up takes 50 ns.
    private static let combiningMarks = (0x300..<UInt32(0x1000)).map { value in
        [0x0F73, 0x0F75, 0x0F81].contains(value) || Unicode.Scalar(value)?.isReordered == true
    }

    private var isReordered: Bool { properties.canonicalCombiningClass != .notReordered }
}
