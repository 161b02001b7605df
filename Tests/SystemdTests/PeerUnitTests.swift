// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Systemd

/// systemd's desktop rules for the names of applications' units.
struct PeerUnitTests {
    @Test(
        arguments: [
            ("app-gnome-org.gnome.Evince-4711.scope", "org.gnome.Evince"),
            ("app-org.gnome.Evince-4711.scope", "org.gnome.Evince"),
            ("app-org.gnome.Evince.service", "org.gnome.Evince"),
            ("app-org.gnome.Evince@1f.service", "org.gnome.Evince"),
            ("app-KDE-org.kde.okular@1f.service", "org.kde.okular"),
            (#"app-flatpak-org.example.my\x2dapp-1.scope"#, "org.example.my-app"),
            (#"app-my\x2dlauncher-org.example.App-1.scope"#, "org.example.App"),
            (#"app-org.example.caf\xc3\xa9-1.scope"#, "org.example.café"),
            ("app-.scope", nil), ("app-x.scope", nil), ("app--1.scope", nil), ("app-.service", nil),
            ("app-@1.service", nil),
            ("ssh.service", nil), ("session-2.scope", nil), ("application-a-1.scope", nil),
            ("app-a.slice", nil), ("", nil),
        ] as [(String, String?)])
    func theApplicationIsInTheUnitsName(_ unit: String, _ application: String?) {
        #expect(PeerUnit.application(inUnit: unit) == application)
    }

    @Test(arguments: [
        ("org.example.App", "org.example.App"), ("a b", #"a\x20b"#), ("a-b", #"a\x2db"#),
        (".hidden", #"\x2ehidden"#),
        ("a/b", "a-b"), ("café", #"caf\xc3\xa9"#), (#"a\b"#, #"a\x5cb"#), ("x:y_z", "x:y_z"), ("", ""),
    ])
    func escapingIsSystemds(_ text: String, _ escaped: String) {
        #expect(PeerUnit.escape(text) == escaped)
        if !text.contains("/") { #expect(PeerUnit.unescape(Substring(escaped)) == text) }
    }

    @Test(arguments: [(#"\x2"#, #"\x2"#), (#"\xzz"#, #"\xzz"#), (#"a\"#, #"a\"#), (#"\x41\x42"#, "AB")])
    func whatIsNoEscapeStays(_ text: String, _ result: String) {
        #expect(PeerUnit.unescape(Substring(text)) == result)
    }

    @Test func aProcessThatIsNotThereHasNoUnit() {
        #expect(PeerUnit.name(of: Int32.max) == nil)
    }
}
