// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Translated titles")
struct TitlesTests {
    @Test(
        "what was put in comes out, whatever it holds",
        arguments: [
            [:], ["de": "Drucken"], ["de": ""], ["de": "", "fr": "Imprimer", "ja": ""],
            ["zh-CN": "打印", "ar": "طباعة", "ru": "Печать"], ["de": "a\u{0}b", "fr": "\u{FF}\u{10FFFF}\n"],
        ])
    func holds(titles: [String: String]) {
        #expect(Titles(titles).byLocale == titles)
        #expect(Titles(titles).isEmpty == titles.isEmpty)
        for (locale, title) in titles { #expect(Titles(titles)[locale] == title) }
    }

    @Test("a locale is found whole, and no title is taken for one", arguments: ["d", "de-DE", "Drucken", ""])
    func lacks(locale: String) {
        #expect(Titles(["de": "Drucken", "fr": "de"])[locale] == nil)
    }

    @Test func `They come in the order of their locales, and are equal in whatever order they were given`() {
        let titles = Titles(["fr": "b", "de": "c", "ar": "a"])
        #expect(titles.map(\.locale) == ["ar", "de", "fr"])
        #expect(titles == Titles(["ar": "a", "fr": "b", "de": "c"]))
        #expect(titles != Titles(["ar": "a", "fr": "c", "de": "b"]))
    }

    @Test("are looked up by locale as in a table", arguments: ["de-AT", "zh-HK", "pt", "nb", "fr-FR", "en"])
    func lookedUp(locale: String) {
        let table = ["de": "1", "zh_TW": "2", "pt-BR": "3", "no": "4", "fr_FR.UTF-8": "5"]
        #expect(LocaleTag(locale)?.lookup(in: Titles(table)) == LocaleTag(locale)?.lookup(in: table))
    }
}
