// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Folding titles")
struct TitleFoldingTests {
    @Test(
        "case, accents, final punctuation, invisible characters and blanks make no other title",
        arguments: [
            ("Print", "PRINT"), ("Print", "print…"), ("Print", "Print..."), ("Print", "Print!?"),
            ("Print", " Print \u{3000}"), ("Print", "Pr\u{AD}int"),
            ("Print", "Pr\u{200B}in\u{2060}t\u{FEFF}"),
            ("Print", "\u{202E}Print"), ("Print", "Print\u{FE0F}"), ("Print", "Print\u{E0041}"),
            ("Print", "Print\u{3164}"),
            ("Print", "Ｐｒｉｎｔ"), ("Print", "ｐｒｉｎｔ．"), ("Print", "𝐏𝐫𝐢𝐧𝐭"), ("Print", "𝓟𝓻𝓲𝓷𝓽"),
            ("Print", "Prínt"),
            ("Print", "P̈r̂i̇n̄t́"), ("Print", "Print_"), ("Print", "Print -"), ("Print", "Print。"),
            ("Print", "Print \u{2800}"),
            ("Save as PDF", "save  as\u{A0}pdf"), ("Save as PDF", "SAVE\tAS\u{2009}PDF :"),
            ("Öffnen", "offnen"), ("Größe", "GRÖSSE"), ("Größe", "GRÖẞE"), ("Épurer", "EPURER"),
            ("Ｅpurer", "épurer"),
            ("Yazdır", "YAZDIR"), ("İndir", "indir"), ("Τύπωση", "ΤΥΠΩΣΗ"), ("Ανάγνωσης", "ΑΝΑΓΝΩΣΗΣ"),
            ("ﬁle", "FILE"), ("Mở", "MO"), ("Печать", "ПЕЧАТЬ"), ("Ещё", "Еще"), ("プリント", "ﾌﾟﾘﾝﾄ"),
            ("ガイド", "カ\u{3099}イト\u{3099}"), ("طباعة", "طِبَاعَة"), ("إرسال", "ارسال"),
            ("הדפסה", "הַדְפָּסָה"),
            ("인쇄", "\u{110B}\u{1175}\u{11AB}\u{1109}\u{116B}"), ("E-Mail", "e\u{2011}mail"),
            ("Don't", "Don’t"),
            ("打印", "打印！"), ("1️⃣ Print", "1 Print"),
        ])
    func equal(first: String, second: String) {
        #expect(TitleFolding.fold(first) == TitleFolding.fold(second))
    }

    @Test(
        "what is another letter makes another title",
        arguments: [
            ("Print", "Prints"), ("Print", "Pr int"), ("й", "и"), ("ў", "у"), ("ї", "і"), ("ќ", "к"),
            ("ガ", "カ"),
            ("は", "ぱ"), ("缩", "縮"), ("打印", "打因"), ("ลบ", "ลับ"), ("मु", "म"), ("कि", "की"),
            ("ø", "o"), ("đ", "d"),
            ("ł", "l"), ("C#", "C"), ("100%", "100"), ("Print (2)", "Print"), ("?", "!"), ("あ", "ア"),
            ("ツ", "ッ"),
        ])
    func different(first: String, second: String) {
        #expect(TitleFolding.fold(first) != TitleFolding.fold(second))
    }

    @Test(
        "folding twice changes nothing more",
        arguments: ["Größe…", "ﾌﾟﾘﾝﾄ", "İndir", "ẞ", "Й ё", "…", "", "ŉ Ǆ ᾼ"])
    func idempotent(title: String) {
        let once = TitleFolding.fold(title)
        #expect(TitleFolding.fold(once) == once)
    }

    @Test("words are what stands between blanks and punctuation, folded")
    func words() {
        #expect(TitleFolding.words("Save-as: _Épreuve_ (PDF/A)…") == ["save", "as", "epreuve", "pdf", "a"])
        #expect(TitleFolding.words("…").isEmpty)
        #expect(TitleFolding.words("打印 照片") == ["打印", "照片"])
    }

    @Test("the stored form is NFC")
    func nfc() {
        #expect(Array(TitleFolding.nfc("e\u{301}").unicodeScalars) == ["é"])
        #expect(Array(TitleFolding.nfc("か\u{3099}").unicodeScalars) == ["が"])
        #expect(Array(TitleFolding.nfc("\u{212B}").unicodeScalars) == ["Å"])
        #expect(TitleFolding.nfc("plain") == "plain")
        let signs: [Unicode.Scalar] = ["\u{F40}", "\u{F71}", "\u{F71}", "\u{F72}", "\u{F72}"]
        #expect(Array(TitleFolding.nfc("\u{F40}\u{F73}\u{F73}").unicodeScalars) == signs)
    }

    @Test("the sort key keeps punctuation and blanks")
    func sortKey() {
        #expect(TitleFolding.sortKey("Épurer…") == "epurer…")
        #expect(TitleFolding.sortKey("a  B") == "a  b")
    }
}
