// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Cells")
struct CellWidthTests {
    @Test(
        "a grapheme is 2 cells if wide or an emoji, 0 if nothing of it is seen, else 1",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("я", 1), ("ש", 1), ("…", 1), ("€", 1),
            ("\u{AD}", 1),
            ("缩", 2), ("あ", 2), ("ア", 2), ("ｱ", 1), ("Ｐ", 2), ("、", 2), ("\u{3000}", 2), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("𠮷", 2),
            ("😀", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
            ("☺\u{FE0F}", 2), ("☺", 1), ("☺\u{FE0E}", 1),
            ("1\u{FE0F}\u{20E3}", 2), ("\u{1F1E9}", 2),
            ("\u{200B}", 0), ("\u{200D}", 0), ("\u{301}", 0), ("\u{2060}", 0), ("\u{FEFF}", 0), ("\u{7}", 0),
            ("\u{7F}", 0), ("\u{3164}", 2), ("ก", 1), ("กี้", 1), ("क", 1), ("हि", 1), ("\u{E000}", 1),
            // The edges of the table.
            ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115F}", 2), ("\u{231A}", 2), ("\u{3FFFD}", 2),
            ("\u{40000}", 1),
        ] as [(String, Int)])
    func grapheme(text: String, cells: Int) throws {
        try #require(text.count == 1)
        #expect(CellWidth.of(text) == cells)
        #expect(CellWidth.of(Character(text)) == cells)
    }

    @Test(
        "a text is as wide as its graphemes together",
        arguments: [("", 0), ("Print", 5), ("缩放", 4), ("PDFに変換", 9), ("Send 📨", 7), ("नमस्ते", 3)])
    func text(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
        #expect(CellWidth.of(text[...]) == cells)
    }

    @Test("every wide code point of the blocks that are wide throughout is found")
    func blocks() {
        for range in [0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60] as [ClosedRange<UInt32>] {
            #expect(range.compactMap(Unicode.Scalar.init).allSatisfy { CellWidth.of(Character($0)) == 2 })
        }
    }
}
