// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension KeyFile.Group {
    package func has(_ key: String) -> Bool { values[ExactText(key)] != nil }

    /// The unescaped value; nil if it is absent, or, for GLib, not UTF-8.
    package func string(_ key: String) -> String? { values[ExactText(key)].flatMap(text) }

    /// The value in the best of the person's languages, else the untranslated one; nil if it is absent.
    package func string(_ key: String, in languages: [String]) -> String? {
        let translations = localised[key] ?? [:]
        let best = languages.lazy.compactMap { translations[$0] }.first
        return best.flatMap(text) ?? string(key)
    }

    /// All valid translations of a value, keyed by locale as written; empty if there are more than 500.
    package func translations(_ key: String) -> [String: String] {
        // No file has as many by intent, and each translation is copied for every action of the file.
        guard let localised = localised[key], localised.count <= 500 else { return [:] }
        return localised.compactMapValues { raw in
            text(raw).flatMap { $0.unicodeScalars.contains("\u{FFFD}") ? nil : $0 }
        }
    }

    /// The key's value; nil if it is absent. Other values count as false for GLib, and as true for KConfig.
    package func boolean(_ key: String) -> Bool? {
        guard let text = string(key) else { return nil }
        switch dialect {
        case .glib: return ["true", "1"].contains(text.droppingBlanksAtEnd)
        case .kconfig: return !["false", "no", "off", "0"].contains(text.lowercased())
        }
    }

    /// Parses a list of the Desktop Entry Specification, with a semicolon after each element and `\;` for a
    /// literal one; nil if the key is absent.
    package func list(_ key: String) -> [String]? {
        guard let raw = values[ExactText(key)] else { return nil }
        guard dialect == .glib else { return (text(raw) ?? "").parts(separatedBy: ";", keepsEmptyEnd: false) }
        return raw.parts(separatedBy: UInt8(ascii: ";")).compactMap(text)
    }

    /// Parses a comma-separated list in KConfig's syntax; empty if the key is absent.
    package func commaList(_ key: String) -> [String] {
        guard let text = string(key), !text.isEmpty else { return [] }
        return text.parts(separatedBy: ",", keepsEmptyEnd: true)
    }

    private func text(_ raw: [UInt8]) -> String? {
        switch dialect {
        case .glib: String(validating: Escapes.undoneByGLib(raw[...]), as: UTF8.self)
        case .kconfig: String(decoding: Escapes.undoneByKConfig(raw[...]), as: UTF8.self)
        }
    }
}

private enum Escapes {
    private static func sign(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "s"): UInt8(ascii: " ")
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "\\"): UInt8(ascii: "\\")
        default: nil
        }
    }

    static func undoneByGLib(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        undone(raw) { letter in letter == UInt8(ascii: ";") ? [letter] : [UInt8(ascii: "\\"), letter] }
    }

    static func undoneByKConfig(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        // Lists are split later, so the separators keep their backslashes.
        undone(raw) { letter in
            ";,".utf8.contains(letter) ? [UInt8(ascii: "\\"), letter] : [UInt8(ascii: "\\")]
        }
    }

    private static func undone(
        _ raw: ArraySlice<UInt8>, unknown: (UInt8) -> [UInt8]
    ) -> [UInt8] {
        guard raw.contains(UInt8(ascii: "\\")) else { return Array(raw) }
        var bytes: [UInt8] = []
        var rest = raw
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes += sign(letter).map { [$0] } ?? unknown(letter)
        }
        return bytes
    }
}

extension [UInt8] {
    /// Splits at separators without a preceding backslash; the last element may be unterminated.
    fileprivate func parts(separatedBy separator: UInt8) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var part: [UInt8] = []
        var isEscaped = false
        for byte in self {
            if byte == separator, !isEscaped {
                parts.append(part)
                part = []
            } else {
                part.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

extension Int {
    /// Parses a foreign number and clamps it to 0...1,000,000, so that no sum or product overflows; nil for
    /// other texts.
    init?(foreign text: some StringProtocol) {
        guard let number = Int(text) else { return nil }
        self = Swift.min(Swift.max(number, 0), 1_000_000)
    }
}

extension String {
    /// Splits at separators; a backslash escapes the next character.
    fileprivate func parts(separatedBy separator: Unicode.Scalar, keepsEmptyEnd: Bool) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in unicodeScalars {
            if isEscaped || (scalar != "\\" && scalar != separator) {
                part.append(scalar)
                isEscaped = false
            } else if scalar == separator {
                parts.append(String(part))
                part = String.UnicodeScalarView()
            } else {
                isEscaped = true
            }
        }
        return part.isEmpty && !keepsEmptyEnd ? parts : parts + [String(part)]
    }

    fileprivate var droppingBlanksAtEnd: String {
        var text = utf8[...]
        while text.last?.isBlank == true { text.removeLast() }
        return String(Substring(text))
    }
}
