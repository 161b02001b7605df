// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Fitting titles")
struct TitleFitTests {
    @Test(
        "what fits at full size is shown whole, on one line if it can be",
        arguments: [
            ("Print", "Print"), ("Save to Files", "Save to Files"), ("Set as Picture", "Set as Picture"),
            ("Set as Wallpaper", "Set as\nWallpaper"), ("Add to Reading List", "Add to\nReading List"),
            ("Copy Link Address", "Copy Link\nAddress"), ("  Print  ", "Print"), ("", ""), (" ", ""),
            ("Save\u{A0}to My Documents", "Save\u{A0}to My\nDocuments"),
            ("Re-encode Pictures", "Re-encode\nPictures"),
            ("Share-by-e-mail only", "Share-by-\ne-mail only"), ("a\nb", "a b"),
        ])
    func whole(title: String, text: String) {
        #expect(TitleFit.cells(title) == TitleFit(text: text))
    }

    @Test(
        "a name that is too long is broken anywhere, and loses its middle",
        arguments: [
            ("Anna", "Anna"), ("Pixel 9 of Ada Lovelace", "Pixel 9 of\nAda Lovelace"),
            ("ada@mail.example.org", "ada@mail\n.example.org"), ("ada.lovelace.png", "ada.lovelace\n.png"),
            ("Donaudampfschifffahrt", "Donaudampfschi\nfffahrt"),
            ("ada@lovelaceandsons.org", "ada@lovelacean\ndsons.org"),
            ("Abcdefgh ijklmnop of the garden party", "Abcdefgh\n… garden party"),
            ("Abc defghijklmnopqrstu of the garden party", "Abc defghijklm\n… garden party"),
            ("ada.lovelace@mail.example.org", "ada.lovelace@m\n…l.example.org"),
            ("ada.lovelace@mail.example.com", "ada.lovelace@m\n…l.example.com"),
        ])
    func names(name: String, text: String) {
        let fit = TitleFit.name(name, width: 14) { Double($0.count) }
        #expect(fit == TitleFit(text: text, truncated: text.contains("…")))
    }

    @Test(
        "the scale is exact: the width over the longer line of the best break",
        arguments: [
            ("Wiederherstellung", "Wiederherstellung", 17),
            ("Zur Bildergalerie hinzufügen", "Zur Bildergalerie\nhinzufügen", 17),
            ("Benachrichtigungen senden", "Benachrichtigungen\nsenden", 18),
            ("Abcdefghijklmno", "Abcdefghijklmno", 15),
        ] as [(String, String, Double)])
    func shrunk(title: String, text: String, longerLine: Double) {
        #expect(TitleFit.cells(title) == TitleFit(text: text, scale: 14 / longerLine))
    }

    @Test(
        "what does not fit at three quarters is cut there, the first line as full as it can be",
        arguments: [
            ("Donaudampfschifffahrt", "Donaudampfschifff…"),
            ("An Donaudampfschifffahrt", "An\nDonaudampfschifff…"),
            ("Donaudampfschifffahrt buchen", "Donaudampfschifff…"),
            ("Save This Page to the Reading List for Later", "Save This Page to\nthe Reading List…"),
            ("Convert All Selected Pictures into One Archive", "Convert All\nSelected Pictures…"),
            ("将所选的全部照片转换为另一种格式后保存到云端", "将所选的全部照片转\n换为另一种格式后…"),
        ])
    func cut(title: String, text: String) {
        #expect(TitleFit.cells(title) == TitleFit(text: text, scale: 0.75, truncated: true))
    }

    @Test(
        "Chinese, Japanese and Korean break anywhere, but between words where that fits as well",
        arguments: [
            ("设置为桌面壁纸和锁屏", "设置为桌面\n壁纸和锁屏"),
            ("读书笔记和 发送到手机", "读书笔记和\n发送到手机"),
            ("选定的照片 发送", "选定的照片\n发送"),
            ("사진을 다른 형식으로 저장", "사진을 다른\n형식으로 저장"),
        ])
    func wide(title: String, text: String) {
        #expect(TitleFit.cells(title) == TitleFit(text: text))
    }

    @Test(
        "no line begins with closing punctuation or a small kana, and none ends with an opening bracket",
        arguments: [
            ("あいうえお、かきくけこ", "あいうえお、\nかきくけこ"),
            ("いろはにほっとちりぬるを", "いろはにほっ\nとちりぬるを"),
            ("あいうえお「かきくけこ」", "あいうえお\n「かきくけこ」"),
            ("アイウエオーカキクケコ", "アイウエオー\nカキクケコ"),
            ("人人人人々時時時時", "人人人人々\n時時時時"),
        ])
    func kinsoku(title: String, text: String) {
        let fit = TitleFit.cells(title)
        #expect(fit.text == text)
        #expect(!fit.truncated)
    }

    @Test("a script without blanks is broken only where it would else be cut, and not after a preposed vowel")
    func dictionaryScripts() {
        let short = "บันทึกลงในอัลบั้มรูปภาพ"
        #expect(TitleFit.cells(short) == TitleFit(text: short, scale: 14.0 / 17))
        let long = TitleFit.cells("บันทึกลงในโฟลเดอร์ของฉันทันที")
        #expect(!long.truncated)
        #expect(long.text.contains("\n"))
        #expect(!long.text.contains("โ\n"))
    }

    @Test(
        "graphemes stay whole where the text is cut",
        arguments: ["👨‍👩‍👧", "🇩🇪", "e\u{301}\u{323}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "क्षि", "กี้", "ᄒ\u{1161}\u{11AB}", "👍🏽"])
    func graphemes(grapheme: String) {
        let title = String(repeating: grapheme, count: 60)
        let fit = TitleFit.cells(title)
        #expect(fit.truncated)
        #expect(fit.text.hasSuffix("…"))
        #expect(fit.text.dropLast().filter { $0 != "\n" }.allSatisfy { String($0) == grapheme })
    }

    @Test("the measure is the caller's")
    func measure() {
        let fit = TitleFit.fit("aaaa bbbb cccc dddd", width: 40) { Double($0.count) * 10 }
        #expect(fit == TitleFit(text: "aaaa\nbbbb…", scale: 0.75, truncated: true))
    }

    @Test("what cannot be seen makes no places to break at: work grows with what is seen")
    func invisible() {
        var measured = 0
        let title = "aaaaaaaaaa" + String(repeating: "\u{200B}\u{2060}", count: 100) + " bbbbbbbbbb"
        let fit = TitleFit.fit(title, width: 12) { line in
            measured += 1
            return Double(CellWidth.of(line))
        }
        #expect(fit.text.split(separator: "\n").map { CellWidth.of($0) } == [10, 10])
        #expect(measured < 20)
    }

    @Test("a box too narrow for anything shows nothing rather than too much", arguments: [-1, 0, 1, 2])
    func narrow(width: Int) {
        let fit = TitleFit.cells("Print", width: width)
        #expect(fit.truncated)
        #expect(["", "", "…", "P…"][width + 1] == fit.text)
    }
}
