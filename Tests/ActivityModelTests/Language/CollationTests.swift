// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Testing

@Suite("Collation")
struct CollationTests {
    private func sorted(_ titles: [String], _ collator: Collator) -> [String] {
        titles.map { (collator.key($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    @Test(
        "without a locale the folded title's code points decide",
        arguments: [nil, "C", "POSIX", "C.UTF-8", "tlh", "xx_XX.UTF-8"] as [String?])
    func withoutLocale(name: String?) {
        let collator = Collator(locale: name.flatMap(LocaleTag.init))
        let titles = ["éclair", "Zoom", "apple", "Ärger", "1", "打印", "Печать", "zebra", "😀"]
        #expect(
            sorted(titles.reversed(), collator)
                == ["1", "apple", "Ärger", "éclair", "zebra", "Zoom", "Печать", "打印", "😀"])
    }

    @Test(
        "integers sort by value",
        arguments: [nil, "de_DE", "sv_SE"] as [String?])
    func integers(name: String?) {
        let collator = Collator(locale: name.flatMap(LocaleTag.init))
        let many = String(repeating: "9", count: 59)
        let titles = [
            "0", "00", "1", "2 Pages", "10", "Page 2", "Page 02b", "Page 9", "Page 10", "Page 10.9",
            "Page 10.10",
            "Page " + many, "Page 1" + many, "Pages",
        ]
        #expect(
            sorted(titles.reversed(), collator).map { $0 == "00" ? "0" : $0 }
                == titles.map { $0 == "00" ? "0" : $0 })
        #expect(collator.key("Page 007") == collator.key("Page 7"))
        #expect(collator.key("Page 0") != collator.key("Page "))
    }

    @Test("titles that are equal but for their normal form have one key")
    func normalForm() {
        for collator in [Collator(locale: nil), Collator(locale: LocaleTag("de_DE"))] {
            #expect(collator.key("e\u{301}") == collator.key("é"))
        }
    }

    @Test(
        "the locale's own order, where the machine has it",
        .enabled(if: isInstalled("sv_SE.UTF-8"), "sv_SE.UTF-8 is not installed"))
    func swedish() {
        let swedish = Collator(locale: LocaleTag("sv_SE"))
        #expect(
            sorted(["Öppna", "Zooma", "Ändra", "Åka", "apa"], swedish) == [
                "apa", "Zooma", "Åka", "Ändra", "Öppna",
            ])
    }

    @Test(
        "German, however it is written",
        .enabled(if: isInstalled("de_DE.UTF-8"), "de_DE.UTF-8 is not installed"),
        arguments: ["de_DE", "de_DE@euro", "de-DE", "de_DE.UTF-8"])
    func german(name: String) {
        let german = Collator(locale: LocaleTag(name))
        #expect(
            sorted(["Zoom", "öffnen", "Ordnen", "Ähren", "ahnen", "Übel"], german)
                == ["ahnen", "Ähren", "öffnen", "Ordnen", "Übel", "Zoom"])
        #expect(!german.key("Print").contains(0))
    }

    @Test("collators come and go, copied or not, and use no freed locale")
    func lifetime() {
        var kept: [Collator] = []
        for round in 0..<200 {
            let collator = Collator(locale: LocaleTag("de_DE"))
            if round.isMultiple(of: 50) { kept.append(collator) }
        }
        #expect(Set(kept.map { $0.key("Drucken") }).count == 1)
    }

    @Test(
        "any text has a key, the empty one and a NUL included",
        arguments: ["", "\u{0}", "a\u{0}b", "\u{10FFFF}"])
    func odd(text: String) {
        _ = Collator(locale: LocaleTag("de_DE")).key(text)
    }
}

private func isInstalled(_ name: String) -> Bool {
    guard let locale = newlocale(LC_COLLATE_MASK, name, nil) else { return false }
    freelocale(locale)
    return true
}
