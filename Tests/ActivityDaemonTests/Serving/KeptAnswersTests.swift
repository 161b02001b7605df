// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// A person's answers are remembered for the next time where the manifest says so, and nowhere else.
@Suite(.serialized)
struct KeptAnswersTests {
    private func perform(_ daemon: DaemonFixture, _ answers: JSON) throws {
        #expect(
            try daemon.ending(Inbox.plugin.identifier, DaemonFixture.photo, ["answers": answers]).result
                == .success)
    }

    /// A Form is answered after the previous perform has been stored: both wait for the disk in order.
    @Test func whatWasAnsweredLastIsWhatTheNextFormBeginsWith() throws {
        try DaemonFixture.performing([Inbox.plugin]) { daemon in
            #expect(try daemon.inboxDefaults() == ["place": "", "size": "a", "note": "", "secret": ""])
            try perform(
                daemon, ["place": "https://example.org", "size": "b", "note": "words", "secret": "hidden"])
            let kept = ["place": "https://example.org", "size": "b", "note": "", "secret": ""]
            #expect(try daemon.inboxDefaults() == kept)
            let path = daemon.folder("state/activityd/answers.json")
            #expect(Files.mode(path) == 0o600)
            #expect(!Files.text(path).contains("hidden") && !Files.text(path).contains("words"))
            try daemon.restart()
            try daemon.waitTillJudged(1)
            #expect(try daemon.inboxDefaults() == kept)
            try perform(daemon, ["place": "https://example.com"])
            #expect(try daemon.inboxDefaults()["place"] == "https://example.com")
            #expect(try daemon.inboxDefaults()["size"] == "a")
        }
    }

    @Test func anAnswerThatFailedReplacesNoneThatSucceeded() throws {
        try DaemonFixture.performing([Inbox.choosy]) { daemon in
            let (right, better) = ("https://example.org", "https://example.com")
            #expect(
                try daemon.inboxPlace(after: "https://wrong.example", .failure) == "https://wrong.example")
            #expect(try daemon.inboxPlace(after: "https://wrong.test", .failure) == "https://wrong.test")
            #expect(Files.text(daemon.folder("state/activityd/answers.json")).contains("wrong.test"))
            try daemon.restart()
            try daemon.waitTillJudged(1)
            #expect(try daemon.inboxDefaults()["place"] == "https://wrong.test")
            #expect(try daemon.inboxPlace(after: right, .success) == right)
            #expect(try daemon.inboxPlace(after: "https://wrong.example", .failure) == right)
            #expect(try daemon.inboxPlace(after: better, .success) == better)
            #expect(!Files.text(daemon.folder("state/activityd/answers.json")).contains("begun"))
        }
    }

    /// Sandboxed apps may call it.
    @Test func aListSaysNothingOfIt() throws {
        try DaemonFixture.performing([Inbox.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org"])
            _ = try daemon.inboxDefaults()
            let list = try daemon.call("Sheet.List", ["content": DaemonFixture.photo])
            #expect(!String(decoding: list.json.serialized, as: UTF8.self).contains("https://example.org"))
            let activities: [Sheet.Activity] = try list.read("activities")
            let fields = try #require(activities.first { $0.identifier == Inbox.plugin.identifier }?.form)
            #expect(fields.map(\.default) == [nil, "a", nil, nil])
            #expect(fields.map(\.remember) == [true, true, nil, nil])
        }
    }

    @Test func whatIsNoAnswerAnyMoreIsLeftOut() throws {
        try DaemonFixture.performing([Inbox.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org", "size": "b"])
            _ = try daemon.inboxDefaults()
            let path = daemon.folder("state/activityd/answers.json")
            Files.write(path, Files.text(path).replacing("\"b\"", with: "\"gone\""))
            #expect(try daemon.inboxDefaults()["size"] == "a")
            Files.write(path, "{ no JSON")
            #expect(try daemon.inboxDefaults()["place"] == "")
            try perform(daemon, ["place": "https://example.net"])
            #expect(try daemon.inboxDefaults()["place"] == "https://example.net")
            #expect(Files.text(path + ".corrupt") == "{ no JSON")
        }
    }

    @Test func forgettingThatWaitsForAnotherProcessHoldsUpNoPerform() throws {
        try DaemonFixture.performing([Inbox.plugin]) { daemon in
            try perform(daemon, ["place": "https://example.org"])
            _ = try daemon.inboxDefaults()
            let lock = open(daemon.folder("state/activityd/.lock"), O_WRONLY | O_CLOEXEC)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            defer { close(lock) }
            let forgetting = try daemon.wire()
            forgetting.send("io.activityd.Registry.Forget", ["identifier": .string(Inbox.plugin.identifier)])
            try perform(daemon, ["place": "https://example.net"])
            let refused = try #require(try forgetting.frame())
            #expect(refused["error"] == "io.activityd.Registry.StorageFailed")
            let reason = refused["parameters"]?["reason"]?.text ?? ""
            #expect(reason.hasPrefix("Another process holds"), "\(reason)")
        }
    }

    @Test func aTrialKeepsNothing() throws {
        try DaemonFixture.performing() { daemon in
            let folder = JSON.string(Inbox.plugin.write(into: daemon.folder("home")))
            let end = try daemon.ending(
                Inbox.plugin.identifier, DaemonFixture.photo,
                ["answers": ["place": "https://example.org"], "bundle": folder])
            #expect(end.result == .success)
            #expect(try daemon.call("Registry.Answers").json["activities"] == [])
            #expect(!Files.exists(daemon.folder("state/activityd/answers.json")))
        }
    }
}
