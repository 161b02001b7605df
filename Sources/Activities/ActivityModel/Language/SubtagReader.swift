// SPDX-License-Identifier: Apache-2.0

/// Reads the subtags of a tag in order, each in canonical case (RFC 5646, section 2.1). `_` separates subtags
/// as `-` does.
struct SubtagReader {
    private var rest: ArraySlice<String>

    init(_ text: Substring) {
        let subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        rest = subtags.map { $0.lowercased() }[...]
    }

    /// Whether only ignored subtags remain: extensions and private use, each opened by a single character.
    var isAtEnd: Bool {
        guard let first = rest.first, let last = rest.last else { return true }
        return first.utf8.count == 1 && last.utf8.count > 1
            && rest.allSatisfy { Self.isAlphanumeric($0, 1...8) }
    }

    /// The language of a tag that is just two lower-case letters; nil for any other tag.
    static func language(alone tag: String) -> String? {
        isAlphabetic(tag, 2...2) ? renamed[tag] ?? tag : nil
    }

    /// The language; nil if the first subtag is none. An extended language replaces its primary one (`zh-yue`
    /// is `yue`), and a current code its retired one.
    mutating func language() -> String? {
        guard var language = consume(where: { Self.isAlphabetic($0, 2...3) }) else { return nil }
        while let extended = consume(where: { Self.isAlphabetic($0, 3...3) }) { language = extended }
        return Self.renamed[language] ?? language
    }

    /// Codes that ISO 639 has replaced, and Mandarin, which is written as plain Chinese.
    private static let renamed = [
        "cmn": "zh", "in": "id", "iw": "he", "ji": "yi", "mo": "ro", "tl": "fil",
    ]

    mutating func script() -> String? {
        consume { Self.isAlphabetic($0, 4...4) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    mutating func region() -> String? {
        consume { Self.isAlphabetic($0, 2...2) || Self.isNumeric($0, 3...3) }?.uppercased()
    }

    mutating func variants() -> [String] {
        var variants: [String] = []
        while let variant = consume(where: Self.isVariant) { variants.append(variant) }
        return variants
    }

    private mutating func consume(where matches: (String) -> Bool) -> String? {
        guard let first = rest.first, matches(first) else { return nil }
        return rest.popFirst()
    }

    private static func isVariant(_ subtag: String) -> Bool {
        isAlphanumeric(subtag, 5...8)
            || (isAlphanumeric(subtag, 4...4) && isNumeric(String(subtag.prefix(1)), 1...1))
    }

    private static func isAlphabetic(_ subtag: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(subtag.utf8.count) && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    private static func isNumeric(_ subtag: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(subtag.utf8.count) && subtag.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isAlphanumeric(_ subtag: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(subtag.utf8.count)
            && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
