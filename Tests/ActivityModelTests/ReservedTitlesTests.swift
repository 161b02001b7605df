// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Reserved titles")
struct ReservedTitlesTests {
    static let system = ReservedTitles([
        ("print", "Print", nil), ("print", "Drucken", "de"), ("print", "In", "vi"), ("print", "打印", "zh-CN"),
        ("print", "列印", "zh-TW"), ("print", "プリント", "ja"), ("print", "인쇄", "ko"), ("print", "พิมพ์", "th"),
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
            ("照片打印机", "zh-CN", "打印"), ("照片 打 印", nil, "打印"), ("カラープリント", "ja", "プリント"), ("사진 인쇄", "ko", "인쇄"),
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
