// SPDX-License-Identifier: Apache-2.0

extension TitleFault {
    /// Faults that are only warnings, in a title that is not too wide.
    static func form(_ title: String) -> [Diagnostic] {
        [long(title), blanks(title), direction(title), mnemonic(title), punctuation(title)]
            .compactMap(\.self)
    }

    static func control(_ title: String) -> Diagnostic? {
        let scalars = title.unicodeScalars
        guard let (offset, scalar) = scalars.enumerated().first(where: { isControl($1) }) else { return nil }
        let others = scalars.count(where: isControl) - 1
        let more = others > 0 ? ", and \(others) more like it" : ""
        return Diagnostic(
            .titleControl,
            "The title holds \(name(scalar)) as its character \(offset + 1)\(more). Remove it: "
                + "a title is one line of plain text, and the sheet sees to its direction.")
    }

    /// Control characters, the two line separators, and bidirectional embeddings, overrides and isolates (UAX
    /// #9). The plain marks U+200E, U+200F and U+061C are not errors: they reorder nothing but themselves.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }

    /// The scalar for messages, such as `U+202E (right-to-left override)`.
    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let point = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let name = controlNames[scalar] ?? scalar.properties.name?.lowercased() ?? "control character"
        return "\(point) (\(name))"
    }

    /// Names of common control characters, because Unicode gives them none.
    private static let controlNames: [Unicode.Scalar: String] = [
        "\0": "null", "\t": "tab", "\n": "line feed", "\r": "carriage return", "\u{1B}": "escape",
    ]

    private static func long(_ title: String) -> Diagnostic? {
        let fit = TitleFit.cells(title)
        guard fit.truncated else { return nil }
        let shown = fit.text.split(separator: "\n").joined(separator: " / ")
        return Diagnostic(
            .titleLong,
            "The title does not fit two lines of \(TitleFit.boxWidth) cells and is cut to \(quoted(shown)). "
                + "Shorten it, or put the word that matters first: the end is what goes.")
    }

    private static func blanks(_ title: String) -> Diagnostic? {
        let blanks = title.map(\.isWhitespace)
        let around = blanks.first == true || blanks.last == true
        guard around || zip(blanks, blanks.dropFirst()).contains(where: { $0 && $1 }) else { return nil }
        return Diagnostic(
            .titleBlanks,
            around
                ? "The title begins or ends with a blank. Remove it."
                : "The title has several blanks in a row. Leave one.")
    }

    /// A direction mark without effect: it matters only between letters of both directions.
    private static func direction(_ title: String) -> Diagnostic? {
        let scalars = title.unicodeScalars
        guard let mark = scalars.first(where: marks.contains) else { return nil }
        let visible = scalars.filter { !marks.contains($0) && !$0.properties.isWhitespace }
        guard !visible.contains(where: isRightToLeft) || visible.allSatisfy(isRightToLeft) else { return nil }
        return Diagnostic(
            .titleDirection,
            "The title holds \(name(mark)), which is not seen and changes nothing here. Remove it.")
    }

    private static let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{61C}"]

    /// The blocks for right-to-left scripts (the defaults in Unicode's DerivedBidiClass.txt).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func mnemonic(_ title: String) -> Diagnostic? {
        guard let mnemonic = MnemonicMark(in: title) else { return nil }
        return Diagnostic(
            .titleMnemonic,
            "The title holds the mnemonic mark \"\(mnemonic.mark)\", which a sheet shows as it is. "
                + "Write \(quoted(mnemonic.plainTitle)).")
    }
}

extension TitleFault {
    private static func punctuation(_ title: String) -> Diagnostic? {
        let visible = title.unicodeScalars.reversed().drop { TitleFolding.compatible($0) ?? " " == " " }
        guard let last = visible.first, final.contains(last) else { return nil }
        let isEllipsis = last == "…" || last == "⋯" || visible.starts(with: "...".unicodeScalars)
        return Diagnostic(
            .titlePunctuation,
            "The title ends in \"\(isEllipsis ? "…" : String(last))\". Leave it off: "
                + (isEllipsis
                    ? "a sheet adds it where the activity asks for more."
                    : "a title is a name and not a sentence."))
    }

    /// Marks that end a sentence or a part of one, for scripts that have their own (UAX #44,
    /// Terminal_Punctuation).
    private static let final = Set(
        ".,:;!?…⋯‥‼⁇⁈⁉‽¡¿·•。．，、：；！？｡､・؟؛،۔।॥։՞՜፡።፣፤፥፦፧၊။។៕៖᠂᠃༎།܀߹꓿".unicodeScalars)
}
