// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A person's answers are remembered for the next time where the manifest says so, and nowhere else.
@Suite(.serialized)
struct RememberedAnswersTests {
    private static let form: JSON = [
        ["id": "place", "label": "Place", "type": "url", "required": true, "remember": true],
        [
            "id": "size", "label": "Size", "type": "choice", "default": "a", "remember": true,
            "options": [["value": "a", "label": "A"], ["value": "b", "label": "B"]],
        ],
        ["id": "note", "label": "Note", "type": "text"],
        ["id": "secret", "label": "Password", "type": "password"],
    ]
    private static let plugin = Plugin.script("inbox", "cat", [], ["stdin": "request"]).with(["form": form])

    /// The form's initial values, by field; those of List, without asking Form.
    private func defaults(_ daemon: DaemonFixture) throws -> [String: String] {
        let ask = DaemonFixture.asking(Self.plugin.identifier, DaemonFixture.photo)
        let fields: [Sheet.Field] = try daemon.call("Sheet.Form", ask).read("fields")
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.id, $0.default ?? "") })
    }

    private func perform(_ daemon: DaemonFixture, _ answers: JSON) throws {
        #expect(
            try daemon.ending(Self.plugin.identifier, DaemonFixture.photo, ["answers": answers]).result
                == .success)
    }

    /// A Form is answered after the previous perform has been stored: both wait for the disk in order.
    @Test func whatWasAnsweredLastIsWhatTheNextFormBeginsWith() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            #expect(try defaults(daemon) == ["place": "", "size": "a", "note": "", "secret": ""])
            try perform(
                daemon, ["place": "https://example.org", "size": "b", "note": "words", "secret": "hidden"])
            let kept = ["place": "https://example.org", "size": "b", "note": "", "secret": ""]
            #expect(try defaults(daemon) == kept)
            let path = daemon.folder("state/activityd/answers.json")
            #expect(Files.mode(path) == 0o600)
            #expect(!Files.text(path).contains("hidden") && !Files.text(path).contains("words"))
            try daemon.crashAndRestart()
            try daemon.waitTillJudged(1)
            #expect(try defaults(daemon) == kept)
            try perform(daemon, ["place": "https://example.com"])
            #expect(try defaults(daemon)["place"] == "https://example.com")
            #expect(try defaults(daemon)["size"] == "a")
        }
    }

    private static let choosy = Plugin.script("inbox", "! grep -q wrong", [], ["stdin": "request"])
        .with(["form": form])

    /// Performs with a place, expects the result, and returns the next form's place.
    private func place(_ daemon: DaemonFixture, after place: String, _ result: Sheet.Progress.Result) throws
        -> String?
    {
        let end = try daemon.ending(
            Self.choosy.identifier, DaemonFixture.photo, ["answers": ["place": .string(place)]])
        #expect(end.result == result)
        return try defaults(daemon)["place"]
    }

    @Test func anAnswerThatFailedReplacesNoneThatSucceeded() throws {
        try DaemonFixture.performing(.process, [Self.choosy]) { daemon in
            let (right, better) = ("https://example.org", "https://example.com")
            #expect(try place(daemon, after: "https://wrong.example", .failure) == "https://wrong.example")
            #expect(try place(daemon, after: "https://wrong.test", .failure) == "https://wrong.test")
            try daemon.crashAndRestart()
            try daemon.waitTillJudged(1)
            #expect(try defaults(daemon)["place"] == "https://wrong.test")
            #expect(try place(daemon, after: right, .success) == right)
            #expect(try place(daemon, after: "https://wrong.example", .failure) == right)
            #expect(try place(daemon, after: better, .success) == better)
            #expect(!Files.text(daemon.folder("state/activityd/answers.json")).contains("begun"))
        }
    }

    @Test func whatOnlyFailedIsForgottenToo() throws {
        try DaemonFixture.performing(.process, [Self.choosy]) { daemon in
            #expect(try place(daemon, after: "https://wrong.example", .failure) == "https://wrong.example")
            let kept = try daemon.activityctl("forget").text
            #expect(kept.contains("https://wrong.example"), "\(kept)")
            #expect(try daemon.activityctl("forget", Self.choosy.identifier).status == .exited(0))
            #expect(!Files.exists(daemon.folder("state/activityd/answers.json")))
            #expect(try defaults(daemon)["place"] == "")
        }
    }

    /// Sandboxed apps may call it.
    @Test func aListSaysNothingOfIt() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org"])
            _ = try defaults(daemon)
            let list = try daemon.call("Sheet.List", ["content": DaemonFixture.photo])
            #expect(!String(decoding: list.json.serialized, as: UTF8.self).contains("https://example.org"))
            let activities: [Sheet.Activity] = try list.read("activities")
            let fields = try #require(activities.first { $0.identifier == Self.plugin.identifier }?.form)
            #expect(fields.map(\.default) == [nil, "a", nil, nil])
            #expect(fields.map(\.remember) == [true, true, nil, nil])
        }
    }

    @Test func whatIsNoAnswerAnyMoreIsLeftOut() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org", "size": "b"])
            _ = try defaults(daemon)
            let path = daemon.folder("state/activityd/answers.json")
            Files.write(path, Files.text(path).replacing("\"b\"", with: "\"gone\""))
            #expect(try defaults(daemon)["size"] == "a")
            Files.write(path, "{ no JSON")
            #expect(try defaults(daemon)["place"] == "")
            try perform(daemon, ["place": "https://example.net"])
            #expect(try defaults(daemon)["place"] == "https://example.net")
            #expect(Files.text(path + ".corrupt") == "{ no JSON")
        }
    }

    /// It may be there all the same.
    @Test func whatCannotBeReadIsNotSaidToBeForgotten() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            let path = daemon.folder("state/activityd/answers.json")
            let name = Self.plugin.identifier
            Files.write(path, #"{"\#(name)": {"place": "https://example.org"},}"#)
            let refused = try daemon.activityctl("forget", name)
            #expect(refused.status == .exited(1) && refused.text.contains(path), "\(refused.text)")
            unlink(path)
            Files.makeFolder(path)
            #expect(try daemon.activityctl("forget", name).status == .exited(1))
        }
    }

    @Test func forgettingThatWaitsForAnotherProcessHoldsUpNoPerform() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org"])
            _ = try defaults(daemon)
            let lock = open(daemon.folder("state/activityd/.lock"), O_WRONLY | O_CLOEXEC)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            defer { close(lock) }
            let forgetting = try daemon.wire()
            forgetting.send("io.activityd.Registry.Forget", ["identifier": .string(Self.plugin.identifier)])
            try perform(daemon, ["place": "https://example.net"])
            let refused = try #require(try forgetting.frame())
            #expect(refused["error"] == "io.activityd.Registry.StorageFailed")
            let reason = refused["parameters"]?["reason"]?.text ?? ""
            #expect(reason.hasPrefix("Another process holds"), "\(reason)")
        }
    }

    @Test func whatIsTooMuchToKeepIsForgottenAllTheSame() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            let path = daemon.folder("state/activityd/answers.json")
            let (name, long) = (Self.plugin.identifier, String(repeating: "x", count: 2 << 20))
            Files.write(path, #"{"\#(name)": {"place": "here"}, "org.example.other": {"place": "\#(long)"}}"#)
            let forgotten = try daemon.activityctl("forget", name)
            #expect(forgotten.status == .exited(0), "\(forgotten.text)")
            #expect(!Files.text(path).contains(name) && Files.text(path).contains("org.example.other"))
        }
    }

    @Test func aTrialKeepsNothing() throws {
        try DaemonFixture.performing(.process) { daemon in
            let folder = JSON.string(Self.plugin.write(into: daemon.folder("home")))
            let end = try daemon.ending(
                Self.plugin.identifier, DaemonFixture.photo,
                ["answers": ["place": "https://example.org"], "bundle": folder])
            #expect(end.result == .success)
            #expect(try daemon.call("Registry.Answers").json["activities"] == [])
            #expect(!Files.exists(daemon.folder("state/activityd/answers.json")))
        }
    }

    // MARK: The command line

    @Test func activityctlFillsItInShowsItAndForgetsIt() throws {
        try DaemonFixture.performing(.process, [Self.plugin]) { daemon in
            let (name, photo) = (Self.plugin.identifier, Checkout.path + "/examples/photo.png")
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
