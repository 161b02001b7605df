// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The options that a sheet offers, and the calls that apply them.
@Suite(.serialized)
struct PrepareTests {
    // MARK: Options

    @Test func theOptionsAreThoseThatTakeSomething() throws {
        let plugins = [
            Plugin.transform("all", "true", makes: "application/x-all", ["title": "A"]),
            Plugin.transform("clean", "true", ["removes": ["location", "pixels"], "title": "C"]),
            Plugin.transform(
                "pictures", "true", makes: "image/jpeg", ["accepts": [["types": ["image/*"]]], "title": "B"]),
            Plugin.transform("films", "true", ["accepts": [["types": ["video/*"]]]]),
            Plugin.transform("links", "true", ["accepts": [["types": ["x-scheme-handler/https"]]]]),
            Plugin.transform("lacking", "true", ["requires": ["programs": ["no-such-program"]]]),
        ]
        let own = Plugin.transform("io.test.own", "true", ["position": 5, "title": "Z"])
        try DaemonFixture.performing(plugins, system: [own]) { daemon in
            var asked: JSON = ["content": daemon.writtenContent(), "locale": "de_AT"]
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", asked)).options
            #expect(
                reply.map(\.identifier) == [
                    "io.test.own", "org.example.pictures", "org.example.clean", "org.example.all",
                ])
            #expect(reply.map(\.accepted) == [[0, 1], [2], [0, 1], [0, 1]])
            #expect(reply.map(\.removes) == [[], [], ["location", "pixels"], []])
            #expect(reply.map(\.makes) == ["same", "image/jpeg", "same", "application/x-all"])
            asked = [
                "content": daemon.writtenContent(), "subject": "https://example.org/", "caption": "none",
            ]
            let links = try Sheet.OptionsReply(daemon.call("Sheet.Options", asked)).options
                .first { $0.identifier == "org.example.links" }
            #expect(links?.accepted == [-1])
            #expect(daemon.performFolders.isEmpty)
            let long: JSON = [
                "content": daemon.writtenContent(),
                "caption": .string(String(repeating: "x", count: 300_000)),
            ]
            #expect(try daemon.refusal("Sheet.Options", long).name == "io.activityd.Sheet.LimitExceeded")
        }
    }

    @Test func aTransformIsInNoListAndIsNotPerformed() throws {
        try DaemonFixture.performing([Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            #expect(try !daemon.identifiers(["content": content]).contains(Plugin.upper.identifier))
            let verdict = try daemon.explain(["content": content, "identifier": "org.example.upper"]).first
            #expect(verdict?.code == .transform && verdict?.listed == false)
            let description = try daemon.description(Plugin.upper.identifier)
            #expect(description.state == .active && description.category == nil)
            #expect(try daemon.status().custom == 0)
            let error = try daemon.refusal(
                "Sheet.Perform", ["identifier": "org.example.upper", "content": content])
            #expect(error.name == "io.activityd.Sheet.NotApplicable")
            _ = try daemon.elect(Plugin.upper.identifier, "ignore")
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", ["content": content]))
            #expect(reply.options.isEmpty)
        }
    }

    // MARK: Prepare

    /// Nobody else knows its name.
    @Test(arguments: [[], [("oneway", true)]] as [[(String, JSON)]])
    func aPrepareThatNobodyWasToldOfEndsWithItsCall(_ flags: [(String, JSON)]) throws {
        let slow = Plugin.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try DaemonFixture.performing([slow, Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            var wire: Wire? = try daemon.wire()
            wire?.send(
                "io.activityd.Sheet.Prepare", ["content": content, "options": DaemonFixture.chosen([slow])],
                flags)
            if flags.isEmpty { try waitTill { !daemon.performFolders.isEmpty } }
            wire = nil
            // One that comes later has its turn later.
            #expect(try daemon.prepare([Plugin.upper], content).result == .success)
            try waitTill { daemon.performFolders.isEmpty && daemon.preparedCopies.count == 1 }
        }
    }

    @Test func aPrepareIsFollowedAndCancelled() throws {
        let slow = Plugin.transform(
            "slow", "systemd-notify X_PROGRESS=0.5; touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765",
            ["title": "Z"])
        try DaemonFixture.performing([Plugin.upper, slow]) { daemon in
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": daemon.writtenContent(), "options": DaemonFixture.chosen([Plugin.upper, slow])],
                [("more", true)])
            var progress: Sheet.Progress?
            while progress?.fraction != 0.75 {
                let frame = try #require(try wire.frame())
                progress = try Sheet.Progress(json: frame["parameters"] ?? [:])
            }
            let unit = try #require(progress?.unit)
            let following = try Performing(following: unit, daemon)
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try following.ending().result == .cancelled)
            #expect(daemon.preparedCopies.isEmpty)
            #expect(try Performing(following: unit, daemon).ending().result == .cancelled)
        }
    }

    /// Two sheets may show the same file, and a switch may be turned off and on again.
    @Test func aCancelEndsNoOtherPrepareOfTheSame() throws {
        let slow = Plugin.transform(
            "slow", "until [ -e \"${0%/*}/go\" ]; do sleep 0.1; done; cp \"$@\" \"$ACTIVITY_OUTPUT\"")
        try DaemonFixture.performing([slow]) { daemon in
            let asked: JSON = ["content": daemon.writtenContent(), "options": DaemonFixture.chosen([slow])]
            func start() throws -> (wire: Wire, unit: String) {
                let wire = try daemon.wire()
                wire.send("io.activityd.Sheet.Prepare", asked, [("more", true)])
                let frame = try #require(try wire.frame())
                return (wire, try Sheet.Progress(json: frame["parameters"] ?? [:]).unit)
            }
            let (one, other) = (try start(), try start())
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(one.unit)])
            let again = try start()
            Files.write(daemon.configured + "/org.example.slow.activity/bin/go", "")
            let results = try [one, other, again].map { prepare in
                var last: Sheet.Progress?
                while last?.state != .finished {
                    let frame = try #require(try prepare.wire.frame())
                    last = try Sheet.Progress(json: frame["parameters"] ?? [:])
                }
                return last?.result
            }
            #expect(results == [.cancelled, .success, .success])
        }
    }

    /// At most eight run at the same time.
    @Test func aPrepareThatNobodyWaitsForGivesWay() throws {
        let slow = Plugin.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try DaemonFixture.performing([slow, Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            let asking = DaemonFixture.chosen([slow])
            var units: [JSON] = []
            for number in 0..<8 {
                let wire = try daemon.wire()
                wire.send(
                    "io.activityd.Sheet.Prepare",
                    ["content": content, "options": asking, "locale": .string("x\(number)")],
                    [("more", true)])
                let frame = try #require(try wire.frame())
                units.append(try Sheet.Progress(json: frame["parameters"] ?? [:]).unit.json)
            }
            try waitTill { daemon.performFolders.count == 8 }
            let last = try daemon.prepare([Plugin.upper], content)
            #expect(last.result == .success, "\(last)")
            try waitTill { daemon.performFolders.count == 7 }
            for unit in units { _ = try daemon.call("Sheet.Cancel", ["unit": unit]) }
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    @Test func whatCannotBePreparedIsRefusedAtOnce() throws {
        let sized = Plugin.transform("sized", "true").with([
            "form": [
                [
                    "id": "size", "label": "Size", "type": "choice", "required": true,
                    "options": [["value": "s", "label": "Small"]],
                ]
            ],
            "perform": ["exec": ["bin/run", "{size}"], "stdin": "request"],
        ])
        let acting = Plugin.script("acting", "true")
        try DaemonFixture.performing([sized, acting]) { daemon in
            let content = daemon.writtenContent()
            func error(_ options: JSON, _ content: JSON) throws -> String {
                let name = try daemon.refusal("Sheet.Prepare", ["content": content, "options": options]).name
                return String(name.split(separator: ".").last ?? "")
            }
            let option: JSON = ["identifier": "org.example.sized"]
            let unanswered = try error([option], content)
            #expect(unanswered == "AnswersRequired")
            let wrong: JSON = ["identifier": "org.example.sized", "answers": ["size": "x"]]
            #expect(try error([wrong], content) == "InvalidAnswer")
            #expect(try error([["identifier": "org.example.acting"]], content) == "NotPerformable")
            #expect(try error([["identifier": "org.example.none"]], content) == "NoSuchActivity")
            let right: JSON = ["identifier": "org.example.sized", "answers": ["size": "s"]]
            let picture: JSON = [["type": "image/png", "uri": "file:///nonexistent/c.png"]]
            #expect(try error([right], picture) == "NotApplicable")
            #expect(try error([right, right], content) == "InvalidParameter")
            #expect(try error([], content) == "InvalidParameter")
        }
    }
}
