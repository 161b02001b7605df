// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

struct EnvironmentTests {
    @Test(
        "LANGUAGE counts before the locale of messages, and not in the C locale",
        arguments: [
            ([:], nil),
            (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], "fr_FR.UTF-8"),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "he_IL"], "he_IL"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de"], "de"),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "de_AT:de:en"], "de_AT"),
            (["LC_ALL": "en_US.UTF-8", "LANGUAGE": "de:en_GB"], "de"),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "de:en"], "de_DE.UTF-8"),
            (["LANG": "pt_PT.UTF-8", "LANGUAGE": "pt_BR:pt:en"], "pt_BR"),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], "C.UTF-8"),
            (["LC_ALL": "POSIX", "LANGUAGE": "de"], "POSIX"),
            (["LANGUAGE": "de"], nil), (["LANG": "de_DE", "LANGUAGE": ":"], "de_DE"),
        ] as [([String: String], String?)])
    func locale(_ variables: [String: String], _ locale: String?) {
        #expect(Environment.locale { variables[$0] } == locale)
    }
}
