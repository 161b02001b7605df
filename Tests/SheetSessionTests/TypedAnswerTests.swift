// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@testable import SheetSession

@Suite("Answers as people type them")
struct TypedAnswerTests {
    @Test(
        "numbers",
        arguments: [
            ("1024", "de_DE", "1024"), ("1,5", "de_DE", "1.5"), ("1.5", "de_DE", "1.5"),
            (" -1,25 ", "fr_FR", "-1.25"),
            ("1.234", "de_DE", nil), ("1,234", "de_DE", "1.234"), ("1,234", "en_US", nil),
            ("1.234", "en_US", "1.234"),
            ("1.234", "de_CH", "1.234"), ("1.234,5", "de_DE", nil), ("12.3456", "de_DE", "12.3456"),
            ("١٢٫٥", "ar_EG", "12.5"), ("१२", "hi_IN", "12"), ("\u{2212}3", "sv_SE", "-3"),
            ("2e-3", nil, "2e-3"),
            ("0x10", "en_US", nil), ("inf", nil, nil), ("nan", nil, nil), ("1e999", nil, nil),
            ("+1", nil, nil),
            ("", nil, nil), (".", nil, nil), ("1.", nil, nil), (",5", "de_DE", nil), ("1 000", "fr_FR", nil),
        ] as [(String, String?, String?)])
    func numbers(_ text: String, _ locale: String?, _ number: String?) {
        #expect(TypedAnswer(locale: locale.flatMap(LocaleTag.init)).canonical(text, .number) == number)
    }

    @Test(
        "dates",
        arguments: [
            ("2026-11-21", "de_DE", "2026-11-21"), ("21.11.2026", "de_DE", "2026-11-21"),
            ("3.4.2026", "ru", "2026-04-03"),
            ("21. 11. 2026", "cs_CZ", "2026-11-21"), ("2026/11/21", "ja_JP", "2026-11-21"),
            ("3/4/2026", "en_US", "2026-03-04"), ("3/4/2026", "en_GB", "2026-04-03"),
            ("3/4/2026", "fr_FR", "2026-04-03"),
            ("3/4/2026", nil, nil), ("21/4/2026", "en", "2026-04-21"), ("4/4/2026", nil, "2026-04-04"),
            ("21-11-2026", "nl_NL", "2026-11-21"), ("٢١/١١/٢٠٢٦", "ar_EG", "2026-11-21"),
            ("31.2.2026", "de_DE", nil),
            ("21.11.26", "de_DE", nil), ("today", "en_US", nil), ("1.2.3.2026", "de_DE", nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func dates(_ text: String, _ locale: String?, _ date: String?) {
        #expect(TypedAnswer(locale: locale.flatMap(LocaleTag.init)).canonical(text, .date) == date)
    }
}
