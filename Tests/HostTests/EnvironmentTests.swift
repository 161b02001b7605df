// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

struct EnvironmentTests {
    @Test(
        "The first spoken language of LANGUAGE counts before the locale of messages, and not in the C locale",
        arguments: [
            ([:], nil),
            (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], "fr_FR.UTF-8"),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "he_IL"], "he_IL"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de"], "de"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de_AT:de:en"], "de_AT"),
            (["LC_ALL": "en_US.UTF-8", "LANGUAGE": "de:en_GB"], "de"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "cy:de"], "de"),
            (["LANG": "fr_FR.UTF-8", "LANGUAGE": "cy:en:de"], "en"),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "cy:eo"], "de_DE.UTF-8"),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "de:en"], "de_DE.UTF-8"),
            (["LANG": "pt_PT.UTF-8", "LANGUAGE": "pt_BR:pt:en"], "pt_BR"),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], "C.UTF-8"),
            (["LC_ALL": "POSIX", "LANGUAGE": "de"], "POSIX"),
            (["LANGUAGE": "de"], nil), (["LANG": "de_DE", "LANGUAGE": ":"], "de_DE"),
        ] as [([String: String], String?)])
    func locale(_ variables: [String: String], _ locale: String?) {
        let spoken = ["de", "en", "pt"]
        #expect(Environment.locale({ variables[$0] }, { spoken.contains(String($0.prefix(2))) }) == locale)
    }
}
