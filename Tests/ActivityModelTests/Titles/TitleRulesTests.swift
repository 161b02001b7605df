// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Title rules")
struct TitleRulesTests {
    static let system = ReservedTitles([
        ("io.activityd.print", "Print", nil), ("io.activityd.print", "Drucken", "de"),
        ("io.activityd.wallpaper", "Set as Wallpaper", nil), ("io.activityd.print", "打印", "zh-CN"),
    ])

    /// Judges a title; checks that the error alone is the same.
    private func judge(
        _ title: String, soft: Bool = false, isCustom: Bool = true, locale: String? = nil
    ) -> [Diagnostic] {
        let found = TitleRules.judge(
            title: title, pointer: soft ? "/titles/de" : "/title", soft: soft, isCustom: isCustom,
            vendor: "Acme Photo Ltd",
            product: "PixelKit", identifier: "org.acmelabs.tools.resize", reserved: Self.system,
            locale: locale.flatMap(LocaleTag.init))
        let error = TitleRules.error(in: title, reserved: isCustom ? Self.system : ReservedTitles([]))
        #expect(error == found.first { $0.rule.severity == .error }?.rule)
        return found
    }

    private func rules(_ title: String) -> [Rule] { judge(title).map(\.rule) }

    @Test(
        "good titles",
        arguments: [
            "Resize", "Set as Lock Screen", "Verkleinern", "缩放", "Уменьшить", "縮小する", "תיוג",
            "Save & Close", "R&D Report",
            "AT&T", "Q&A", "r&d", "Copy&Paste", "Copy 100%", "Open in C#", "Rotate (Left)", "Share 🎉",
            "👨‍👩‍👧 Album",
            "\u{200F}GIMP עריכה", "שיתוף ב־C++\u{200E}", "नमस्ते", "a_", "_", "&", "Tom & Jerry", "Sprint",
            "Blueprint", "Wallpaper",
            "Say “Hi”",
        ])
    func good(title: String) {
        #expect(judge(title).isEmpty)
    }

    @Test(
        "blank to the eye is empty",
        arguments: [
            "", " ", "\u{A0}\u{3000}", "\u{200B}\u{2060}", "\u{AD}", "\u{2800}", "\u{3164}", "\u{FE0F}",
            "\u{614}",
            "\u{301} \u{5B0}",
        ])
    func empty(title: String) {
        #expect(rules(title) == [.titleEmpty])
    }

    @Test(
        "a title of more bytes than any needs is not looked at any further",
        arguments: ["_a", "\u{301}", "\u{200B}\u{2060}", "🎉"])
    func boundsBytes(part: String) {
        #expect(rules("Print" + String(repeating: part, count: 8_000)) == [.titleTooLong])
    }

    @Test(
        "control, line-break and bidi characters are named with their place",
        arguments: [
            ("a\tb", "U+0009 (tab)", 2), ("a\nb", "U+000A (line feed)", 2), ("\u{0}a", "U+0000", 1),
            ("ab\u{7F}", "U+007F (control character)", 3),
            ("a\u{85}b", "U+0085", 2), ("a\u{2028}b", "U+2028 (line separator)", 2),
            ("a\u{2029}b", "U+2029", 2),
            ("a\u{202A}b", "U+202A", 2), ("a\u{202E}b", "U+202E (right-to-left override)", 2),
            ("é\u{2066}b", "U+2066", 2), ("\u{1F468}\u{2069}", "U+2069", 2), ("a\u{1B}[1m", "U+001B", 2),
        ])
    func control(title: String, point: String, place: Int) throws {
        let fault = try #require(judge(title).first)
        #expect(fault.rule == .titleControl)
        #expect(fault.message.contains(point))
        #expect(fault.message.contains("as its character \(place)."))
    }

    @Test(
        "direction marks warn where they change nothing",
        arguments: [
            "\u{200F}שיתוף", "סכומי ביקורת\u{200F}", "مشاركة\u{61C}", "Checksums\u{200E}", "C++\u{200F}",
        ])
    func direction(title: String) throws {
        let faults = judge(title)
        #expect(faults.map(\.rule) == [.titleDirection] && !faults.hasErrors)
        #expect(try #require(faults.first).message.contains(" mark)"))
    }

    @Test("a message never carries on what would disturb a terminal")
    func quoting() {
        let faults = TitleRules.judge(
            title: "Acme\u{1B}[31m\u{202E} Save All of the Very Long Things Somewhere", pointer: "/title",
            soft: false,
            isCustom: true, vendor: "\u{1B}]0;Acme\u{7}", product: nil, identifier: "org.example.x",
            reserved: Self.system)
        #expect(Set(faults.map(\.rule)) == [.titleControl, .titleLong, .titleBrand])
        for fault in faults {
            #expect(
                !fault.message.unicodeScalars.contains {
                    $0.properties.generalCategory == .control || $0 == "\u{202E}"
                })
        }
    }

    @Test("60 cells are the limit, wide ones counting twice")
    func width() {
        #expect(!rules(String(repeating: "ab ", count: 20).dropLast() + "c").contains(.titleTooLong))
        #expect(rules(String(repeating: "a", count: 61)) == [.titleTooLong])
        #expect(rules(String(repeating: "字", count: 30)) == [.titleLong])
        #expect(rules(String(repeating: "字", count: 31)) == [.titleTooLong])
        #expect(judge(String(repeating: "a", count: 61))[0].message.contains("61 cells"))
    }

    @Test("of a title that is far too wide nothing else is said, but for what it must not hold at all")
    func widthAlone() {
        #expect(rules(" _Print the Acme Photo" + String(repeating: "a", count: 60) + ".") == [.titleTooLong])
        #expect(rules(String(repeating: "_a", count: 60) + "\u{7}") == [.titleControl, .titleTooLong])
    }

    @Test("a title that the sheet cuts is shown as cut")
    func long() {
        let faults = judge("Save This Page to the Reading List for Later")
        #expect(faults.map(\.rule) == [.titleLong])
        #expect(faults[0].message.contains("\"Save This Page to / the Reading List…\""))
        #expect(judge("Add This Page to Read Later").isEmpty)
    }

    @Test(
        "a system title is reserved in every language, whatever its dress",
        arguments: [
            "Print", "PRINT…", "Prínt", "Ｐｒｉｎｔ", "drucken!", "Pr\u{200B}int",
            "set as  wallpaper", "打印。",
        ])
    func reserved(title: String) {
        #expect(rules(title).first == .titleReserved)
        #expect(!rules(title).contains(.recreatesBuiltin))
        #expect(judge(title, isCustom: false).allSatisfy { $0.rule != .titleReserved })
        #expect(!TitleRules.accepts(judge(title)))
    }

    @Test(
        "every word of a system title makes a likeness",
        arguments: [
            "Print Photo", "Photo: Print", "_Print", "&Print", "P&rint", "Jetzt drucken", "As Wallpaper Set",
            "照片打印",
        ])
    func recreates(title: String) {
        #expect(rules(title).contains(.recreatesBuiltin))
        #expect(!judge(title, isCustom: false).map(\.rule).contains(.recreatesBuiltin))
        #expect(TitleRules.accepts(judge(title)))
    }

    @Test(
        "blanks around and in a row",
        arguments: [" Resize", "Resize ", "Resize  It", "Resize\u{3000}", "Re \u{A0}size"])
    func blanks(title: String) {
        #expect(rules(title) == [.titleBlanks])
    }

    @Test(
        "punctuation at the end, in any script",
        arguments: [
            "Resize.", "Resize…", "Resize...", "Resize:", "Resize!", "Resize?", "缩放。", "缩放！",
            "شارك؟", "साझा।",
            "Resize …",
            "Resize\u{200B}.\u{200B}", "...",
        ])
    func punctuation(title: String) {
        #expect(rules(title) == [.titlePunctuation])
        #expect(
            judge(title)[0].message.contains("a sheet adds")
                == (title.contains("…") || title.hasSuffix("...")))
    }

    @Test("in a localisation errors become warnings that say that it is dropped")
    func localisations() {
        let faults = judge("Print", soft: true)
        #expect(faults.map(\.severity) == [.warning])
        #expect(faults.map(\.pointer) == ["/titles/de"])
        #expect(faults[0].message.hasSuffix("Until then this localisation is dropped."))
        #expect(!TitleRules.accepts(faults))
        let warned = judge("Resize.", soft: true)
        #expect(!warned[0].message.contains("dropped"))
        #expect(TitleRules.accepts(warned))
    }

    @Test("all that apply are reported, errors first")
    func order() {
        let faults = judge(" _Print\u{7} with PixelKit and All Its Many Friends for a While.")
        #expect(faults.first?.rule == .titleControl)
        #expect(faults.map(\.severity) == [.error] + Array(repeating: .warning, count: faults.count - 1))
        #expect(
            Set(faults.map(\.rule)) == [
                .titleControl, .titleBlanks, .titleMnemonic, .titleBrand, .titleLong, .titlePunctuation,
                .recreatesBuiltin,
            ])
    }
}
