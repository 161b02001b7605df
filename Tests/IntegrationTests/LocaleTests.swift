// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The daemon in the locales that people have: systemd gives services the machine's LANG.
@Suite(.enabled(if: MachineLocales.folder != nil, "localedef or the package locales is missing."))
struct LocaleTests {
    private static let languages = ["en_US.UTF-8", "de_DE.UTF-8", "he_IL.UTF-8", "ja_JP.UTF-8", "C.UTF-8"]

    private static func setLanguage(_ language: String, of daemon: DaemonFixture) {
        daemon.environment["LANG"] = language
        daemon.environment["LOCPATH"] = MachineLocales.folder
    }

    /// Folded, "Äpple" comes before "Zebra"; Swedes have it the other way round.
    private static func install(_ daemon: DaemonFixture) {
        daemon.install(Plugin("org.example.a", "Äpple"), Plugin("org.example.z", "Zebra"))
    }

    private static func expectServing(_ daemon: DaemonFixture) throws {
        for locale in ["fr_CA", "de_DE", "xx_XX"] {
            let ask: JSON = ["content": [["type": "image/png", "text": ""]], "locale": .string(locale)]
            let first = try daemon.call("Sheet.List", ask)
            #expect(try daemon.call("Sheet.List", ask) == first)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "A mount namespace takes root."), arguments: languages)
    func theSystemsDaemonServes(_ language: String) throws {
        try DaemonFixture.onMachine(.system) {
            Self.setLanguage(language, of: $0)
        } _: { daemon in
            try Self.expectServing(daemon)
        }
    }

    @Test(arguments: languages)
    func aPersonsDaemonServes(_ language: String) throws {
        try DaemonFixture.run {
            Self.install($0)
            Self.setLanguage(language, of: $0)
        } _: { daemon in
            try Self.expectServing(daemon)
        }
    }

    @Test func theFirstListInALocaleIsInItsOrder() throws {
        let prepare = { (daemon: DaemonFixture) in
            Self.install(daemon)
            Self.setLanguage("de_DE.UTF-8", of: daemon)
        }
        try DaemonFixture.run(prepare: prepare) { (daemon: DaemonFixture) throws -> Void in
            func order(_ locale: JSON) throws -> [String] {
                try daemon.identifiers(["content": [["type": "image/png", "text": ""]], "locale": locale])
                    .filter { $0.hasPrefix("org.") }
            }
            #expect(try order("sv_SE") == ["org.example.z", "org.example.a"])
            #expect(try order("de_DE") == ["org.example.a", "org.example.z"])
            #expect(try order("sv_SE") == ["org.example.z", "org.example.a"])
            #expect(try order(.null) == ["org.example.a", "org.example.z"])
        }
    }
}

/// Locales made for the tests.
enum MachineLocales {
    /// For LOCPATH; nil where they cannot be made.
    static let folder: String? = {
        let tool = Checkout.path + "/tools/with-locale"
        guard case .exited(0)? = try? ChildProcess.run([tool, "C.UTF-8", "true"]).end else { return nil }
        return Checkout.path + "/.build/locales"
    }()
}
