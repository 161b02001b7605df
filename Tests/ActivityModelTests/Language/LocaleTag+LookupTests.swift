// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Looking a title up by locale")
struct LocaleTagLookupTests {
    private func found(_ locale: String, in keys: [String]) -> String? {
        LocaleTag(locale)?.lookup(in: Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
    }

    @Test(
        "the tag is cut short from its end until a key is met (RFC 4647, section 3.4)",
        arguments: [
            ("de-CH-1996", ["de", "de-CH", "de-CH-1996"], "de-CH-1996"),
            ("de-CH-1996", ["de", "de-CH"], "de-CH"), ("de-CH-1996", ["de", "de-AT"], "de"),
            ("de_DE.UTF-8", ["de"], "de"), ("sr_RS@latin", ["sr", "sr-Latn"], "sr-Latn"),
            ("sr-Latn-RS", ["sr", "sr-RS"], "sr"), ("pt-BR", ["pt-PT", "pt"], "pt"),
            ("en_GB", ["en", "de"], "en"),
            ("de-DE-u-co-phonebk", ["de-DE", "de"], "de-DE"), ("nb_NO", ["no"], "no"),
            ("no", ["nb", "nn"], "nb"),
            ("es-MX", ["es-419", "es"], "es"),
        ])
    func truncates(locale: String, keys: [String], key: String) {
        #expect(found(locale, in: keys) == key)
    }

    @Test(
        "a more special key, or another's, is not taken",
        arguments: [
            ("pt", ["pt-BR"]), ("pt-PT", ["pt-BR"]), ("de", ["en", "nl"]), ("nn", ["nb", "no"]), ("de", []),
            ("de", ["", "C", "*"]),
        ])
    func finds(nothing locale: String, keys: [String]) {
        #expect(found(locale, in: keys) == nil)
    }

    @Test(
        "keys may be written as POSIX does, in any case",
        arguments: [
            ("de-DE", ["de_DE"]), ("de-DE", ["DE-de"]), ("de", ["de_DE.UTF-8", "de"]),
            ("sr-Latn", ["sr@latin"]),
            ("zh-TW", ["zh_TW"]), ("zh-TW", ["zh_TW.UTF-8", "zh_CN.UTF-8"]), ("he", ["iw"]),
        ])
    func foreignKeys(locale: String, keys: [String]) {
        #expect(found(locale, in: keys) == (keys.contains(locale) ? locale : keys[0]))
    }

    @Test("of two keys for one tag the canonical one counts, whatever the table's order")
    func ambiguousKeys() {
        for _ in 0..<20 {
            #expect(found("de-DE", in: ["de_DE", "DE-de", "de-DE"]) == "de-DE")
            #expect(found("de-DE-1996", in: ["de_DE", "DE-de"]) == "DE-de")
        }
    }

    @Test(
        "traditional Chinese never falls to simplified",
        arguments: [
            "zh-TW", "zh_HK.UTF-8", "zh-MO", "zh-Hant", "zh-Hant-TW", "zh-Hant-CN", "yue-HK", "cmn_TW",
            "nan_TW",
        ])
    func keepsTraditional(locale: String) {
        #expect(found(locale, in: ["zh", "zh-CN", "zh-Hans", "zh-Hans-TW", "zh-SG", "zh_CN"]) == nil)
        #expect(found(locale, in: ["zh", "zh-CN", "zh-Hant"]) == "zh-Hant")
        #expect(found(locale, in: ["zh", "zh-CN", "zh_TW"]) == "zh_TW")
    }

    @Test(
        "nor simplified to traditional",
        arguments: ["zh", "zh-CN", "zh-SG", "zh-Hans", "zh_CN.GB18030", "zh-Hans-TW", "zh-US", "wuu"])
    func keepsSimplified(locale: String) {
        #expect(found(locale, in: ["zh-TW", "zh-HK", "zh-Hant", "zh-Hant-CN"]) == nil)
        #expect(found(locale, in: ["zh-TW", "zh-CN"]) == "zh-CN")
        #expect(found(locale, in: ["zh-TW", "zh-Hans"]) == "zh-Hans")
        #expect(found(locale, in: ["zh-TW", "zh"]) == "zh")
    }

    @Test(
        "Chinese prefers the person's region, then the script, then a neighbour",
        arguments: [
            ("zh-HK", ["zh-Hant", "zh-TW", "zh-HK"], "zh-HK"), ("zh-HK", ["zh-Hant", "zh-TW"], "zh-Hant"),
            ("zh-HK", ["zh-Hant-HK", "zh-Hant"], "zh-Hant-HK"), ("zh-MO", ["zh-TW", "zh-HK"], "zh-HK"),
            ("zh-Hant", ["zh-HK", "zh-TW"], "zh-TW"), ("zh-TW", ["zh-HK"], "zh-HK"),
            ("zh", ["zh-Hans", "zh"], "zh"), ("zh-SG", ["zh-CN", "zh"], "zh"),
            ("zh", ["zh-SG", "zh-CN"], "zh-CN"),
            ("yue-HK", ["yue", "zh-HK"], "yue"),
        ])
    func prefers(locale: String, keys: [String], key: String) {
        #expect(found(locale, in: keys) == key)
    }

    @Test(
        "candidates one by one give what the lookup gives",
        arguments: ["de-CH-1996", "zh-HK", "no", "sr-Latn-RS"])
    func candidates(locale: String) throws {
        let tag = try #require(LocaleTag(locale))
        #expect(tag.candidates.first == tag.description)
        for candidate in tag.candidates { #expect(tag.lookup(in: [candidate: 1]) == 1) }
        #expect(Set(tag.candidates).count == tag.candidates.count)
    }
}
