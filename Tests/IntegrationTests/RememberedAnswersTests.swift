// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Remembered answers where activityctl shows or forgets them, and in the system's daemon, which keeps none.
@Suite(.serialized)
struct RememberedAnswersTests {
    @Test func whatOnlyFailedIsForgottenToo() throws {
        try DaemonFixture.performing(.process, [Inbox.choosy]) { daemon in
            #expect(
                try daemon.inboxPlace(after: "https://wrong.example", .failure) == "https://wrong.example")
            let kept = try daemon.activityctl("forget").text
            #expect(kept.contains("https://wrong.example"), "\(kept)")
            #expect(try daemon.activityctl("forget", Inbox.choosy.identifier).status == .exited(0))
            #expect(!Files.exists(daemon.folder("state/activityd/answers.json")))
            #expect(try daemon.inboxDefaults()["place"] == "")
        }
    }

    /// It may be there all the same.
    @Test func whatCannotBeReadIsNotSaidToBeForgotten() throws {
        try DaemonFixture.performing(.process, [Inbox.plugin]) { daemon in
            let path = daemon.folder("state/activityd/answers.json")
            let name = Inbox.plugin.identifier
            Files.write(path, #"{"\#(name)": {"place": "https://example.org"},}"#)
            let refused = try daemon.activityctl("forget", name)
            #expect(refused.status == .exited(1) && refused.text.contains(path), "\(refused.text)")
            unlink(path)
            Files.makeFolder(path)
            #expect(try daemon.activityctl("forget", name).status == .exited(1))
        }
    }

    @Test func whatIsTooMuchToKeepIsForgottenAllTheSame() throws {
        try DaemonFixture.performing(.process, [Inbox.plugin]) { daemon in
            let path = daemon.folder("state/activityd/answers.json")
            let (name, long) = (Inbox.plugin.identifier, String(repeating: "x", count: 2 << 20))
            Files.write(path, #"{"\#(name)": {"place": "here"}, "org.example.other": {"place": "\#(long)"}}"#)
            let forgotten = try daemon.activityctl("forget", name)
            #expect(forgotten.status == .exited(0), "\(forgotten.text)")
            #expect(!Files.text(path).contains(name) && Files.text(path).contains("org.example.other"))
        }
    }

    // MARK: The command line

    @Test func activityctlFillsItInShowsItAndForgetsIt() throws {
        try DaemonFixture.performing(.process, [Inbox.plugin]) { daemon in
            let (name, photo) = (Inbox.plugin.identifier, Checkout.path + "/examples/photo.png")
            #expect(try daemon.activityctl("forget") == (.exited(0), "Nothing is kept.\n"))
            let given = try daemon.activityctl(
                "perform", name, photo, "--answer", "place=https://example.org")
            #expect(given.status == .exited(0), "\(given.text)")
            #expect(
                try daemon.activityctl("forget").text == """
                    IDENTIFIER         FIELD  ANSWER
                    org.example.inbox  place  https://example.org
                    org.example.inbox  size   a

                    """)
            let again = try daemon.activityctl("perform", name, photo)
            #expect(again.status == .exited(0), "\(again.text)")
            #expect(again.text.contains(#""place":"https://example.org""#))
            #expect(
                try daemon.activityctl("forget", name) == (
                    .exited(0), "What was kept for \(name) is forgotten.\n"
                ))
            #expect(try daemon.activityctl("forget", name) == (.exited(0), "Nothing is kept for \(name).\n"))
            #expect(!Files.exists(daemon.folder("state/activityd/answers.json")))
            #expect(
                try daemon.activityctl("perform", name, photo).text.contains(
                    "Answers are missing: Place (place)."))
        }
    }

    // MARK: The system's daemon

    @Test(.enabled(if: geteuid() == 0, "A mount namespace takes root."))
    func theSystemsRegistryKeepsNone() throws {
        try DaemonFixture.onMachine(.system) { daemon in
            for (method, parameters) in [
                ("Registry.Answers", [:]), ("Registry.Forget", ["identifier": "org.example.inbox"]),
            ] as [(String, JSON)] {
                let refusal = try daemon.refusal(method, parameters)
                #expect(refusal.name.hasSuffix(".NotPermitted"))
            }
        }
    }
}
