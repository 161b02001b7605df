// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Testing

@Suite("The sheet's sentences")
struct WordsTests {
    /// Every text of a table, by its field's name.
    private static func texts(_ words: Words) -> [String: String] {
        var texts: [String: String] = [:]
        for child in Mirror(reflecting: words).children {
            if let name = child.label, let text = child.value as? String { texts[name] = text }
        }
        for child in Mirror(reflecting: words.targets).children {
            if let name = child.label, let text = child.value as? String { texts["targets." + name] = text }
        }
        for child in Mirror(reflecting: words.editing).children {
            if let name = child.label, let text = child.value as? String { texts["editing." + name] = text }
        }
        for child in Mirror(reflecting: words.facts).children {
            guard let name = child.label, name != "comma" else { continue }
            texts["facts." + name] =
                child.value as? String
                ?? (child.value as? Plural)?.text(5).replacing("5", with: "{count}")
        }
        return texts
    }

    private static func marks(_ text: String) -> Set<String> {
        Set(
            ["{name}", "{origin}", "{count}", "{all}", "{items}", "{list}", "{last}"].filter {
                text.contains($0)
            })
    }

    @Test("A name in a sentence from right to left keeps its own direction, and no mark of the sentence")
    func isolated() {
        #expect(Words.tables["ar"]?.failed("Smaller") == "تعذر تنفيذ «\u{2068}Smaller\u{2069}»")
        #expect(Words.tables["he"]?.quoted("Anna") == "„\u{2068}Anna\u{2069}”")
        #expect(Words.tables["he"]?.sentence("לא", with: "No.") == "לא: \u{2068}No.\u{2069}")
        #expect(Words.tables["de"]?.failed("صورة") == "„صورة“ hat nicht funktioniert")
    }

    @Test("Each language says everything, with the same marks, and nothing in English")
    func complete() throws {
        let english = try #require(Words.tables["en"].map(Self.texts))
        #expect(english.count == 109)
        for (language, words) in Words.tables where language != "en" {
            let texts = Self.texts(words)
            for (name, text) in english {
                let own = try #require(texts[name])
                #expect(Self.marks(own) == Self.marks(text), "\(language) \(name)")
                let isAlike = Self.alike[language]?.contains(name) ?? false
                #expect((own == text) == isAlike, "\(language) \(name): \(own)")
                #expect(!own.isEmpty && own.trimmed == own, "\(language) \(name)")
            }
        }
    }

    @Test("What is inside, what is gone and what remains, in a sentence that is one of the language")
    func facts() throws {
        func sentences(_ language: String) throws -> [String] {
            let words = try #require(Words.tables[language])
            let (some, facts) = (words.taken(2, of: 4), words.facts)
            return [
                facts.inside([.location, .device, .person], naming: 3),
                facts.inside([.location, .device, .person, .text], naming: 1),
                facts.gone([.location], naming: 1),
                facts.remaining([.location], in: some), facts.remaining([.location, .device], in: nil),
                words.unread(1, of: 4), words.unread(2, of: 4), words.unread(1, of: 1),
            ]
        }
        #expect(
            try sentences("en") == [
                "Location, camera and author inside", "Location and 3 more inside", "Without location",
                "Location remains in 2 of 4", "Location and camera remain", "1 of 4 was not looked into",
                "2 of 4 were not looked into", "1 item was not looked into",
            ])
        #expect(
            try sentences("de") == [
                "Enthält Standort, Kamera und Autor", "Enthält Standort und 3 weitere Angaben",
                "Ohne Standort",
                "Standort noch in 2 von 4 enthalten", "Standort und Kamera noch enthalten",
                "1 von 4 wurde nicht geprüft", "2 von 4 wurden nicht geprüft", "1 Objekt wurde nicht geprüft",
            ])
        #expect(
            try sentences("ru") == [
                "Внутри: местоположение, камера и автор", "Внутри: местоположение и ещё 3",
                "Удалено: местоположение", "Осталось в 2 из 4: местоположение",
                "Осталось: местоположение и камера", "1 из 4 не проверен", "2 из 4 не проверены",
                "1 объект не проверен",
            ])
        #expect(try sentences("ar")[0] == "بالداخل: الموقع والكاميرا والمؤلف")
        #expect(try sentences("he")[0] == "בפנים: מיקום, מצלמה ומחבר")
        #expect(try sentences("ja")[3] == "4項目中2項目に位置情報が残っています")
        #expect(try sentences("zh-CN")[3] == "4 项中的 2 项仍含位置")
    }

    /// Words that are the same in two languages.
    private static let alike = [
        "de": ["text", "askingWithin"], "es": ["facts.software"],
        "fr": ["act", "options", "facts.descriptions", "facts.time"],
        "pt-BR": ["quotation", "targets.tablet"],
        "zh-CN": ["quotation"],
    ]

    @Test(
        "Counts in the forms that a language has",
        arguments: [
            ("en", [0: "0 items", 1: "1 item", 2: "2 items"]),
            ("fr", [0: "0 élément", 1: "1 élément", 2: "2 éléments"]),
            ("ru", [1: "1 объект", 3: "3 объекта", 5: "5 объектов", 11: "11 объектов", 21: "21 объект"]),
            ("ar", [1: "عنصر واحد", 2: "عنصران", 3: "3 عناصر", 11: "11 عنصرًا", 100: "100 عنصر"]),
            ("he", [1: "פריט אחד", 2: "2 פריטים"]), ("ja", [1: "1項目", 5: "5項目"]),
        ])
    func plurals(language: String, counts: [Int: String]) throws {
        let words = try #require(Words.tables[language])
        for (count, text) in counts { #expect(words.items(count) == text) }
    }

    /// Otherwise a caller's title could seem to end early, and the rest to be the sheet's words.
    @Test("What is quoted has no quotation marks of its own, of any language")
    func quotation() throws {
        let (english, german) = (try #require(Words.tables["en"]), try #require(Words.tables["de"]))
        #expect(english.quoted("Ok” From Firefox “X") == "“Ok From Firefox X”")
        #expect(german.quoted("„a“ «b» 「c」 Ada’s") == "„a b c Ada’s“")
    }

    @Test(
        "Chosen as titles are; English where there is none",
        arguments: [
            ("de_AT.UTF-8", "de"), ("pt-BR", "pt-BR"), ("pt", "en"), ("zh-TW", "en"), ("zh_SG", "zh-CN"),
            ("sw", "en"),
        ])
    func lookup(locale: String, language: String) {
        #expect(Words(LocaleTag(locale)) == Words.tables[language])
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
