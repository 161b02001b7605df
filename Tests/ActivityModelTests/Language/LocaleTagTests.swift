// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Locales")
struct LocaleTagTests {
    @Test(
        "POSIX and BCP 47 are read into one canonical form",
        arguments: [
            ("de", "de"), ("de_DE", "de-DE"), ("de_DE.UTF-8", "de-DE"), ("de_DE@euro", "de-DE"),
            ("de_DE.ISO-8859-15@euro", "de-DE"), ("DE-de", "de-DE"), ("sr_RS@latin", "sr-Latn-RS"),
            ("sr_RS.UTF-8@Latin", "sr-Latn-RS"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ"),
            ("ca_ES@valencia", "ca-ES"),
            ("zh-hant-tw", "zh-Hant-TW"), ("zh_Hant_TW", "zh-Hant-TW"), ("zh_TW.Big5", "zh-TW"),
            ("pt-BR", "pt-BR"), ("es-419", "es-419"), ("sl-rozaj-biske", "sl-rozaj-biske"),
            ("de-CH-1996", "de-CH-1996"), ("de-DE-u-co-phonebk", "de-DE"), ("en-x-pirate", "en"),
            ("zh-yue-HK", "yue-HK"), ("zh-cmn-Hans-CN", "zh-Hans-CN"), ("cmn-TW", "zh-TW"),
            ("iw_IL", "he-IL"),
            ("ast_ES.utf8", "ast-ES"), ("sr-Cyrl@latin", "sr-Cyrl"),
        ])
    func reads(text: String, canonical: String) throws {
        let tag = try #require(LocaleTag(text))
        #expect(tag.description == canonical)
        #expect(LocaleTag(canonical) == tag)
    }

    @Test(
        "what names no language is no locale",
        arguments: [
            "", "C", "POSIX", "C.UTF-8", "C.utf8", "und", "und-US", "_", "-", "d", "german", "de_", "de--DE",
            "de DE",
            "de:en", "de-DEU-X-", "de-DE-u", "de-x", "dé", "12", "zh-TW-Hant", "en-averylongsubtag", "*",
            ".UTF-8",
            "@euro", "\u{0}",
        ])
    func refuses(text: String) {
        #expect(LocaleTag(text) == nil)
    }

    @Test(
        "the direction is the script's",
        arguments: [
            ("ar", true), ("he_IL", true), ("iw", true), ("fa", true), ("ur-PK", true), ("ckb", true),
            ("yi", true),
            ("az-Arab", true), ("uz_AF", true), ("pa-PK", true), ("ks-Deva", false), ("sd-Deva-IN", false),
            ("az", false), ("de", false), ("zh-TW", false), ("ar-Latn", false), ("pa", false),
        ])
    func direction(text: String, isRightToLeft: Bool) {
        #expect(LocaleTag(text)?.isRightToLeft == isRightToLeft)
    }

    @Test(
        "the C library is asked for the person's own locale in UTF-8, and no Chinese one of the other script",
        arguments: [
            ("de_DE", ["de_DE.UTF-8"]), ("de-AT", ["de_AT.UTF-8"]), ("de", []),
            ("sr_RS@latin", ["sr_RS.UTF-8@latin", "sr_RS.UTF-8"]), ("de_DE@euro", ["de_DE.UTF-8"]),
            ("zh-TW", ["zh_TW.UTF-8"]), ("zh-Hant-HK", ["zh_HK.UTF-8"]), ("zh-Hant-CN", []), ("zh-Hant", []),
        ])
    func collationNames(text: String, names: [String]) throws {
        #expect(try #require(LocaleTag(text)).collationNames == names)
    }

    @Test("a tag longer than any in use is no locale")
    func boundsLength() {
        #expect(LocaleTag("de-DE-abcde-fghij") != nil)
        #expect(LocaleTag("de-DE" + String(repeating: "-abcde", count: 20_000)) == nil)
    }
}
