// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

/// Properties of every title's fit, tested on real titles of programs in many languages and on random ones.
@Suite("Fitting titles: what always holds")
struct TitleFitPropertiesTests {
    static let titles = [
        "Print", "Set as Wallpaper", "Add to Reading List", "Send Selected Files by E-mail…",
        "Open Containing Folder",
        "In Zwischenablage kopieren", "Als Bildschirmhintergrund festlegen", "Zur Leseliste hinzufügen",
        "Definir como fundo de tela", "Adicionar à lista de leitura", "Enregistrer dans les documents",
        "Ajouter à la liste de lecture", "Imposta come sfondo", "Aggiungi a elenco lettura",
        "Añadir a la lista de lectura",
        "Establecer como fondo de escritorio", "Toevoegen aan leeslijst",
        "Als bureaubladachtergrond instellen",
        "Lägg till i läslista", "Føj til læseliste", "Legg til i leseliste", "Lisää lukulistalle",
        "Aseta työpöydän taustakuvaksi", "Hozzáadás az olvasólistához", "Beállítás háttérképként",
        "Dodaj do listy czytelnia",
        "Ustaw jako tapetę pulpitu", "Nastavit jako pozadí plochy", "Adăugați la lista de lectură",
        "Okuma Listesine Ekle",
        "Masaüstü resmi olarak ayarla", "Добавить в список для чтения", "Сделать обоями рабочего стола",
        "Додати до списку читання", "Добавяне към списъка за четене", "Προσθήκη στη λίστα ανάγνωσης",
        "Ορισμός ως ταπετσαρία", "הוספה לרשימת הקריאה", "إضافة إلى قائمة القراءة", "افزودن به فهرست خواندن",
        "पठन सूची में जोड़ें", "পঠন তালিকায় যোগ করুন", "வாசிப்புப் பட்டியலில் சேர்",
        "เพิ่มไปยังรายการอ่าน", "ตั้งเป็นภาพพื้นหลังของหน้าจอ",
        "Thêm vào danh sách đọc", "Tambah ke Daftar Bacaan", "添加到阅读列表", "設定為桌面背景圖片",
        "リーディングリストに追加", "壁紙に設定してロック画面にも使用", "읽기 목록에 추가",
        "데스크탑 배경화면으로 설정", "წასაკითხ სიაში დამატება",
        "Ավելացնել ընթերցման ցանկին",
        "បន្ថែមទៅក្នុងបញ្ជីអាន", "ဖတ်ရန်စာရင်းသို့ထည့်ပါ", "ເພີ່ມໃສ່ລາຍການອ່ານ",
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "👨‍👩‍👧‍👦 Share with the Whole Family 👨‍👩‍👧‍👦",
        "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇹🇳🇱🇧🇪🇱🇺🇦🇹🇨🇭🇩🇰🇸🇪🇳🇴",
        "e\u{301}\u{301} \u{200B} x", "——", "\u{605}\u{200B}ni rnit Pht",
        "、。、。、。、。、。、。、。、。、。、。",
    ]

    static let widths: [Double] = [1, 2, 5, 8, 14, 14.5, 20, 40]

    private func width(_ text: some StringProtocol) -> Double { Double(CellWidth.of(text)) }

    private func visible(_ text: some StringProtocol) -> [Character] {
        text.filter { !$0.isWhitespace && $0 != "\u{200B}" }
    }

    private func check(_ title: String, width box: Double) {
        let fit = TitleFit.fit(title, width: box) { width($0) }
        let shown = fit.text.split(separator: "\n")
        #expect(shown.count <= 2)
        #expect(shown.allSatisfy { width($0) * fit.scale <= box + 1e-9 }, "\(title) \(box)")
        #expect((0.75...1).contains(fit.scale))
        if fit.truncated {
            #expect(fit.scale == 0.75)
            #expect(fit.text.isEmpty || fit.text.hasSuffix("…"))
            #expect(visible(title).starts(with: visible(fit.text).dropLast()), "\(title) \(box)")
        } else {
            #expect(visible(fit.text) == visible(title), "\(title) \(box)")
        }
        #expect(fit == TitleFit.fit(title, width: box) { width($0) })
    }

    @Test("real titles", arguments: titles)
    func real(title: String) {
        for box in Self.widths { check(title, width: box) }
    }

    @Test("random titles", arguments: 0..<200)
    func random(seed: UInt64) {
        var generator = Generator(state: seed)
        let alphabet: [Character] = [
            "a", "b", "m", " ", " ", "-", "字", "か", "っ", "、", "「", "한", "ก", "เ", "😀", "🇩🇪",
            "\u{A0}", "é", "…", "(", ")",
        ]
        let title = String(
            (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? "a"
            })
        check(title, width: Self.widths.randomElement(using: &generator) ?? 14)
    }

    private static func isThaiOrLike(_ title: String) -> Bool {
        title.unicodeScalars.contains {
            (0x0E00...0x0EFF).contains($0.value) || (0x1000...0x109F).contains($0.value)
                || (0x1780...0x17FF).contains($0.value)
        }
    }

    @Test(
        "the scale is the best of all breaks between words",
        arguments: titles.filter { $0.allSatisfy(\.isASCII) })
    func optimal(title: String) {
        let words = title.split(separator: " ")
        let longer = (0..<words.count).map { count in
            max(width(words[..<count].joined(separator: " ")), width(words[count...].joined(separator: " ")))
        }
        let fit = TitleFit.cells(title)
        guard let best = longer.min(), best * 0.75 <= 14, !title.contains("-") else { return }
        #expect(fit.scale == min(1, 14 / best))
        #expect(!fit.truncated)
    }

    /// Not where breaking is a last resort: a box in which a Thai title need not be broken may show it
    /// smaller.
    @Test(
        "a wider box never shows a title smaller or less of it",
        arguments: titles.filter { !isThaiOrLike($0) })
    func monotone(title: String) {
        var last = TitleFit.cells(title, width: 4)
        for width in 5...60 {
            let fit = TitleFit.cells(title, width: width)
            #expect(fit.scale >= last.scale)
            #expect(!fit.truncated || last.truncated)
            last = fit
        }
        #expect(last == TitleFit(text: last.text))
    }
}

/// SplitMix64: the same numbers for the same seed on every run.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
