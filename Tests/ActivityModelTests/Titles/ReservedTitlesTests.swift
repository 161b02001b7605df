// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Reserved titles")
struct ReservedTitlesTests {
    static let system = ReservedTitles([
        ("print", "Print", nil), ("print", "Drucken", "de"), ("print", "In", "vi"),
        ("print", "打印", "zh-CN"), ("print", "列印", "zh-TW"), ("print", "プリント", "ja"),
        ("print", "인쇄", "ko"), ("print", "พิมพ์", "th"),
        ("send", "Gửi", "vi"), ("send", "Send by E-Mail", nil), ("send", "通过电子邮件发送", "zh-CN"),
        ("save", "Save", nil),
        ("save", "Imprimer", "fr"), ("other", "Print", "nl"), ("odd", "…", nil), ("odd", "", nil),
    ])

    @Test(
        "an equal title names whose it is and in what language",
        arguments: [
            ("print", "print", "Print", nil), ("DRUCKEN.", "print", "Drucken", "de"),
            ("in", "print", "In", "vi"),
            ("Gui", "send", "Gửi", "vi"), ("ﾌﾟﾘﾝﾄ", "print", "プリント", "ja"),
            ("SEND BY E-MAIL!", "send", "Send by E-Mail", nil),
        ] as [(String, String, String, String?)])
    func equal(title: String, identifier: String, original: String, locale: String?) throws {
        let system = try #require(Self.system.reserver(of: title))
        #expect(system == ReservedTitle(identifier: identifier, title: original, locale: locale))
    }

    /// Default-ignorable and format characters, fillers and blanks: each may be drawn as nothing.
    static let unseen: [Unicode.Scalar] = [
        "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{180B}",
        "\u{180E}",
        "\u{200B}", "\u{200D}", "\u{2060}", "\u{2065}", "\u{2800}", "\u{3164}", "\u{FE00}", "\u{FE0F}",
        "\u{FEFF}",
        "\u{FFA0}", "\u{FFF0}", "\u{FFF9}", "\u{FFFC}", "\u{13430}", "\u{13441}", "\u{13442}", "\u{16FE4}",
        "\u{1BCA0}", "\u{1D159}", "\u{1D173}", "\u{E0001}", "\u{E0041}", "\u{E0100}", "\u{E0FFF}",
    ]

    @Test("what cannot be seen makes no other title, wherever it stands", arguments: unseen)
    func apart(scalar: Unicode.Scalar) {
        for title in [
            "Print\(scalar)", "\(scalar)Print", "Pr\(scalar)int", "P\(scalar)\(scalar)rint\(scalar).",
        ] {
            #expect(Self.system.reserver(of: title)?.title == "Print")
        }
        #expect(Self.system.reserver(of: "Send \(scalar)by \(scalar) E-Mail")?.title == "Send by E-Mail")
    }

    /// Each of them is drawn with a width by some font.
    @Test(
        "and what may be drawn as a blank parts words as one",
        arguments: [
            "\u{A0}", "\u{1680}", "\u{2007}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{1160}", "\u{2800}",
            "\u{3164}", "\u{FFA0}", "\u{FFFC}", "\u{1D159}",
        ] as [Unicode.Scalar])
    func blank(scalar: Unicode.Scalar) {
        #expect(Self.system.reserver(of: "Send\(scalar)by\(scalar)E-Mail")?.title == "Send by E-Mail")
    }

    @Test("every character that Unicode ignores by default, formats or controls")
    func ignorable() {
        let missed = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
            let properties = scalar.properties
            let category = properties.generalCategory
            guard properties.isDefaultIgnorableCodePoint || category == .format || category == .control else {
                return false
            }
            return Self.system.reserver(of: "Print\(scalar)") == nil
        }
        #expect(missed.isEmpty)
    }

    @Test(
        "no other title is reserved", arguments: ["Prints", "Print Photo", "", "…", "!", "打", "Send E-Mail"])
    func free(title: String) {
        #expect(Self.system.reserver(of: title) == nil)
    }

    @Test(
        "a title that holds every word recreates",
        arguments: [
            ("Print Photo", nil, "Print"), ("Photo druck: drucken", "de", "Drucken"),
            ("E-Mail: Send by Night", nil, "Send by E-Mail"),
            ("照片打印机", "zh-CN", "打印"), ("照片 打 印", nil, "打印"),
            ("カラープリント", "ja", "プリント"), ("사진 인쇄", "ko", "인쇄"),
            ("พิมพ์ภาพ", "th", "พิมพ์"), ("Save the Date", nil, "Save"), ("In ảnh", "vi", "In"),
            ("Print foto", "nl", "Print"),
            ("Drucken", "de", "Drucken"),
        ] as [(String, String?, String)])
    func recreated(title: String, locale: String?, original: String) {
        #expect(Self.system.recreated(by: title, locale: locale.flatMap(LocaleTag.init))?.title == original)
    }

    @Test(
        "parts of words, some of the words, and chance likenesses of two languages do not",
        arguments: [
            ("Sprint", nil), ("Printer", nil), ("Send a Card", nil), ("Open in Editor", nil),
            ("In die Cloud", "de"), ("Open GUI", nil),
            ("打包", "zh-CN"), ("사진인쇄기", "ko"), ("", nil), ("…", nil),
        ] as [(String, String?)])
    func notRecreated(title: String, locale: String?) {
        #expect(Self.system.recreated(by: title, locale: locale.flatMap(LocaleTag.init)) == nil)
    }

    @Test("a title in the same language is named before others")
    func language() {
        #expect(Self.system.recreated(by: "Print foto", locale: LocaleTag("nl"))?.identifier == "other")
        #expect(Self.system.recreated(by: "Print foto")?.identifier == "print")
    }
}
