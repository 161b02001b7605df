// SPDX-License-Identifier: Apache-2.0

/// What no font of this machine can write: boxes would stand in its place.
struct MissingLetters {
    private(set) var scripts: [String] = []
    private(set) var packages: [String] = []

    mutating func add(_ scalar: Unicode.Scalar) {
        let script = Self.script(of: scalar)
        if !scripts.contains(script) { scripts.append(script) }
        let package = Self.package(for: scalar, script)
        if !packages.contains(package) { packages.append(package) }
    }

    /// The rest of a sentence, with the remedy; nil where nothing is missing.
    var sentence: String? {
        scripts.isEmpty
            ? nil
            : "no font here can write \(scripts.joined(separator: ", ")); install "
                + packages.joined(separator: " and ")
    }

    /// Whether a font should have a sign for it.
    static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The word with which Unicode begins the names of a script's letters; a symbol belongs to none and has its
    /// number.
    private static func script(of scalar: Unicode.Scalar) -> String {
        guard isLetter(scalar), let name = scalar.properties.name else {
            return "U+" + String(scalar.value, radix: 16, uppercase: true)
        }
        let word = name.prefix { $0 != " " && $0 != "-" }
        return word == "CJK" ? "Chinese" : word.prefix(1) + word.dropFirst().lowercased()
    }

    /// Or a mark upon one.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar.properties.isAlphabetic
        }
    }

    /// Of Debian.
    private static func package(for scalar: Unicode.Scalar, _ script: String) -> String {
        if scalar.properties.isEmojiPresentation { return "fonts-noto-color-emoji" }
        let isEastAsian = ["Chinese", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Halfwidth", "Fullwidth"]
        return isEastAsian.contains(script) ? "fonts-noto-cjk" : "fonts-noto-core"
    }
}
