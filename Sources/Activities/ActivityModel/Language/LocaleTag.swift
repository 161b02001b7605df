// SPDX-License-Identifier: Apache-2.0

/// A language, with its script and region: the parts of a POSIX locale or a BCP 47 tag that matter for
/// choosing a title.
///
/// `de_DE.UTF-8@euro` and `de-DE` are equal: the encoding, extensions and private use are dropped, `@latin`
/// and `@cyrillic` become scripts, and other modifiers are dropped. Sources: RFC 5646, section 2.1 (form) and
/// 4.5 (canonical form); POSIX.1-2017, Base Definitions, section 8.2.
package struct LocaleTag: Hashable, Sendable, CustomStringConvertible {
    /// Lower case, two or three letters.
    package let language: String
    /// Title case, four letters.
    package let script: String?
    /// Upper case, two letters, or three digits.
    package let region: String?
    /// Lower case, in the tag's order.
    package let variants: [String]

    init(language: String, script: String? = nil, region: String? = nil, variants: [String] = []) {
        self.language = language
        self.script = script
        self.region = region
        self.variants = variants
    }

    /// Longest tag to parse, in bytes; RFC 5646, section 4.4.1, needs 35 for every tag in use.
    private static let maximumTagBytes = 64

    /// Parses a POSIX or BCP 47 tag; nil for any other text, and for a tag without a language (`C`, `POSIX`,
    /// `und`, the empty text).
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTagBytes, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        // Fast path: most tags are a language alone.
        if let language = SubtagReader.language(alone: text) {
            self.init(language: language)
            return
        }
        let modified = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let encoded = modified[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var reader = SubtagReader(encoded[0])
        guard let language = reader.language(), language != "und" else { return nil }
        let script = reader.script()
        let region = reader.region()
        let variants = reader.variants()
        guard reader.isAtEnd else { return nil }
        let modifier = modified.count == 2 ? Self.scripts[modified[1].lowercased()] : nil
        self.init(language: language, script: script ?? modifier, region: region, variants: variants)
    }

    private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl"]

    /// POSIX modifier for a script; nil if POSIX has none.
    static func modifier(of script: String) -> String? { scripts.first { $0.value == script }?.key }

    /// The tag in BCP 47's canonical form, such as `zh-Hant-TW`.
    package var description: String {
        ([language] + [script, region].compactMap(\.self) + variants).joined(separator: "-")
    }

    /// Whether the language's script runs from right to left.
    package var isRightToLeft: Bool {
        if let script { return Self.rightToLeftScripts.contains(script) }
        return Self.rightToLeftLanguages.contains(language)
            || Self.rightToLeftRegions.contains([language, region ?? ""].joined(separator: "-"))
    }

    private static let rightToLeftScripts: Set = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]
    private static let rightToLeftLanguages: Set = [
        "ar", "arc", "arz", "azb", "bal", "bqi", "ckb", "dv", "fa", "glk", "he", "ks", "lrc", "mzn", "nqo",
        "pnb",
        "prs", "ps", "sd", "skr", "syr", "ug", "ur", "yi",
    ]
    private static let rightToLeftRegions: Set = ["az-IR", "ku-IQ", "ku-IR", "pa-PK", "uz-AF"]
}
