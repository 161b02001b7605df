// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Telling a program the language")
struct LocaleTagGettextTests {
    @Test(
        "as POSIX names the tags that are looked up, best first",
        arguments: [
            ("de", "de"), ("de-AT", "de_AT:de"), ("de_DE.UTF-8@euro", "de_DE:de"),
            ("ca-ES-valencia", "ca_ES:ca"),
            ("sr-Latn-RS", "sr_RS@latin:sr@latin:sr"), ("nb", "nb:no"), ("az-Arab", "az"),
            ("zh-TW", "zh_TW:zh_HK:zh_MO"), ("zh-Hans", "zh:zh_CN:zh_SG:zh_MY"),
        ])
    func languages(locale: String, languages: String) {
        #expect(LocaleTag(locale)?.gettextLanguages == languages)
    }
}
