// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A repeated request changes nothing and says so; a change that is only tried changes nothing at all.
struct RepeatedChangeTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia")

    private static let changes: [(method: String, parameters: JSON)] = [
        ("Registry.Register", ["files": plugin.uploads]),
        ("Registry.Elect", ["identifier": "org.example.sepia", "election": "ignore"]),
        ("Registry.Elect", ["identifier": "org.example.sepia", "election": "default"]),
        ("Registry.Arrange", ["identifiers": ["org.example.sepia"]]),
        ("Registry.Arrange", ["identifiers": []]),
        ("Registry.Star", ["identifiers": ["io.test.copy", "org.example.sepia"]]),
        ("Registry.Star", ["identifiers": []]),
        ("Registry.Unregister", ["identifier": "org.example.sepia"]),
    ]

    private static func generation(_ reply: JSON.Object) -> JSON? { reply["generation"] }

    @Test func aChangeIsTriedMadeAndRepeated() throws {
        try DaemonFixture.run { daemon in
            for (method, parameters) in Self.changes {
                let before = try daemon.status().generation
                let tried = try daemon.call(method, parameters.setting("/check", true))
                #expect(tried["changed"] == true, "\(method)")
                #expect(try daemon.status().generation == before)
                let made = try daemon.call(method, parameters)
                #expect(made["changed"] == true)
                #expect(try daemon.status().generation == before + 1)
                guard method != "Registry.Unregister" else { continue }
                for parameters in [parameters, parameters.setting("/check", true)] {
                    let again = try daemon.call(method, parameters)
                    #expect(again["changed"] == false, "\(method)")
                    #expect(again["generation"] == made["generation"])
                    #expect(try daemon.status().generation == before + 1)
                }
            }
        }
    }

    @Test func aBundleThatOthersMayWriteIsRegisteredAgain() throws {
        try DaemonFixture.run { daemon in
            try daemon.call("Registry.Register", ["files": Self.plugin.uploads])
            let folder = daemon.registered + "/org.example.sepia.activity"
            chmod(folder, 0o777)
            let again = try daemon.call("Registry.Register", ["files": Self.plugin.uploads])
            #expect(again["changed"] == true && Files.mode(folder) == 0o755)
            #expect(try daemon.status().rejected == 0)
        }
    }

    /// Nor does a removal, of what no look has found yet or ever will.
    @Test func aRemovalThatIsTriedRemovesNothing() throws {
        try DaemonFixture.prepared { daemon in
            Files.write(daemon.folder("etc/activityd") + "/activityd.json", #"{"personalActivities": false}"#)
            try daemon.start()
            let folder = Self.plugin.write(into: daemon.registered)
            let ask: JSON = ["identifier": "org.example.sepia", "check": true]
            #expect(try daemon.call("Registry.Unregister", ask)["changed"] == true)
            #expect(Files.exists(folder + "/manifest.json"))
            #expect(
                try daemon.call("Registry.Unregister", ["identifier": "org.example.sepia"])["changed"] == true
            )
            #expect(!Files.exists(folder))
            #expect(
                try daemon.refusal("Registry.Unregister", ask).name == "io.activityd.Registry.NoSuchActivity")
        }
    }

    @Test func anythingElseInTheFolderMakesARegistrationAChange() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            let folder = daemon.registered + "/org.example.sepia.activity"
            func wouldChange() throws -> JSON? {
                try daemon.call("Registry.Register", ["files": Self.plugin.uploads, "check": true])["changed"]
            }
            #expect(try wouldChange() == false)
            Files.write(folder + "/more", "")
            #expect(try wouldChange() == true)
            unlink(folder + "/more")
            chmod(folder + "/manifest.json", 0o755)
            #expect(try wouldChange() == true)
            chmod(folder + "/manifest.json", 0o644)
            #expect(try wouldChange() == false)
        }
    }

    @Test func whatIsRefusedIsRefusedWithoutAChangeToo() throws {
        try DaemonFixture.run { daemon in
            let cases: [(method: String, parameters: JSON, error: String)] = [
                (
                    "Registry.Elect", ["identifier": "org.example.none", "election": "use"],
                    "io.activityd.Registry.NoSuchActivity"
                ),
                (
                    "Registry.Register", ["files": Plugin("org.example.copy", "Copy").uploads],
                    "io.activityd.Registry.Rejected"
                ),
            ]
            for (method, parameters, error) in cases {
                let refusal = try daemon.refusal(method, parameters.setting("/check", true))
                #expect(refusal.name == error)
            }
            let misshapen = try daemon.refusal("Registry.Arrange", ["identifiers": [], "check": 1])
            #expect(misshapen == .invalidParameter("check"))
        }
    }

    @Test func eachChangeAndRefusalIsALineOfTheLog() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            try daemon.elect("io.test.copy", "ignore")
            try daemon.elect("io.test.copy", "ignore")
            _ = try daemon.refusal("Registry.Elect", ["identifier": "a\nb", "election": "ignore"])
            let peer = " by user \(geteuid()) (process \(getpid())"
            let lines = daemon.log.split(separator: "\n").filter { $0.contains(peer) }
            let ends = [
                ("Register org.example.sepia", "nothing -> registered", "OUTCOME=changed"),
                ("Elect io.test.copy", "default -> ignore", "OUTCOME=changed"),
                ("Elect io.test.copy", "unchanged, ignore", "OUTCOME=unchanged"),
                ("Elect a\\nb", "refused, io.activityd.Registry.NoSuchActivity", "ACTIVITY_ID=a\\nb"),
            ]
            #expect(lines.count == ends.count, "\(daemon.log)")
            for (line, (begin, what, field)) in zip(lines, ends) {
                #expect(
                    line.contains(begin) && line.contains(": \(what).") && line.contains(field), "\(line)")
            }
        }
    }

    /// Texts that a client chooses end in fields, too.
    @Test func nothingThatAClientNamesEndsALineOrAField() throws {
        try DaemonFixture.run { daemon in
            let forged = "1\nACTIVITY_ID=forged\u{1B}[2J\u{202E}"
            let plugin = Plugin("org.example.sepia", "Sepia").with(["version": .string(forged)])
            try daemon.register(plugin)
            #expect(daemon.log.contains("AFTER=registered, version 1\\nACTIVITY_ID=forged"))
            #expect(!daemon.log.contains("\nACTIVITY_ID=forged"))
            #expect(!daemon.log.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }

    /// Combining marks turn many scalars into few Characters.
    @Test func aLongTextOfAClientsIsCut() throws {
        try DaemonFixture.run { daemon in
            let text = String(repeating: "a" + String(repeating: "\u{301}", count: 20), count: 900)
            try daemon.call("Registry.Forget", ["identifier": .string(text)])
            let cut = daemon.log.unicodeScalars.split { !text.unicodeScalars.prefix(2).contains($0) }
                .filter { $0.count > 20 }
            #expect(!cut.isEmpty && cut.allSatisfy { $0.count == 1_000 }, "\(cut.map(\.count))")
        }
    }

    @Test func aRepeatedRefusalIsCountedAndNotLogged() throws {
        try DaemonFixture.run { daemon in
            let client = try daemon.client()
            for _ in 0..<100 {
                #expect(throws: VarlinkError.self) {
                    try client.call("io.activityd.Registry.Unregister", JSON.Object([("identifier", "a.b")]))
                }
            }
            #expect(daemon.log.split(separator: "\n").count { $0.contains(": refused, ") } == 10)
        }
    }
}
