// SPDX-License-Identifier: Apache-2.0

import Host
import Testing

/// systemd's desktop rules for the names of applications' units.
struct SystemdUnitNameTests {
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
        #expect(SystemdUnitName.application(inUnit: unit) == application)
    }

    @Test(arguments: [
        ("org.example.App", "org.example.App"), ("a b", #"a\x20b"#), ("a-b", #"a\x2db"#),
        (".hidden", #"\x2ehidden"#),
        ("a/b", "a-b"), ("café", #"caf\xc3\xa9"#), (#"a\b"#, #"a\x5cb"#), ("a\tb", #"a\x09b"#),
        ("x:y_z", "x:y_z"), ("", ""),
    ])
    func escapingIsSystemds(_ text: String, _ escaped: String) {
        #expect(SystemdUnitName.escape(text) == escaped)
        if !text.contains("/") { #expect(SystemdUnitName.unescape(Substring(escaped)) == text) }
    }

    @Test(arguments: [(#"\x2"#, #"\x2"#), (#"\xzz"#, #"\xzz"#), (#"a\"#, #"a\"#), (#"\x41\x42"#, "AB")])
    func whatIsNoEscapeStays(_ text: String, _ result: String) {
        #expect(SystemdUnitName.unescape(Substring(text)) == result)
    }

    @Test(
        arguments: [
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-gnome-firefox-4711.scope\n",
                "app-gnome-firefox-4711.scope"
            ),
            ("0::/user.slice/user-1000.slice/session-2.scope\n", "session-2.scope"),
            ("12:pids:/a\n1:name=systemd:/system.slice/cups.service\n0::/\n", "cups.service"),
            ("0::/user.slice/user-1.slice/user@1.service/app.slice/_a.service/sub\n", "a.service"),
            ("0::/user.slice/user-1.slice/user@1.service/init.scope\n", "init.scope"),
            ("0::/\n", nil), ("0::/docker/abc\n", nil), ("", nil),
        ] as [(String, String?)])
    func theUnitIsInTheControlGroup(_ groups: String, _ unit: String?) {
        #expect(SystemdUnitName.unit(inGroups: groups) == unit)
    }
}
