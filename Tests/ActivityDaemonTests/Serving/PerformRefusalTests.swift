// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Refused performs: each fault has its error, and none leaves anything behind.
struct PerformRefusalTests {
    private static let form: JSON = [
        ["id": "width", "label": "Width", "labels": ["de": "Breite"], "type": "number", "required": true],
        ["id": "day", "label": "Day", "type": "date"], ["id": "round", "label": "Round", "type": "toggle"],
        [
            "id": "kind", "label": "Kind", "type": "choice",
            "options": [["value": "a", "label": "A"], ["value": "b", "label": "B"]],
        ],
        ["id": "pin", "label": "PIN", "type": "pin"],
    ]

    private static let asking = Plugin.script("asking", "cat", [], ["stdin": "request"]).with(["form": form])
    private static let plain = Plugin.script("plain", "echo plain", ["%F"])

    private static func performing(_ more: [Plugin] = [], _ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.performing([asking, plain] + more) { daemon in
            try body(daemon)
            // What was refused has left nothing, and what was performed its result.
            let folder = daemon.folder("run/activityd/performs/")
            let unfinished = daemon.performFolders.filter { !Files.exists(folder + $0 + "/result.json") }
            #expect(unfinished.isEmpty)
        }
    }

    // MARK: The activity

    @Test func whatDoesNotServeIsNotPerformed() throws {
        let required = Plugin.script("required", ":").with(["requires": ["programs": ["no-such-program"]]])
        try Self.performing([required]) { daemon in
            let unknown = try daemon.unperformed("org.example.nobody")
            #expect(
                unknown.name == "NoSuchActivity" && unknown.parameters["identifier"] == "org.example.nobody")
            try daemon.elect(Self.plain.identifier, "ignore")
            let watch = try Watch(daemon)
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try watch.wait { try daemon.status().rejected == 1 }
            for (identifier, code) in [
                (Self.plain.identifier, "ignored-by-person"), (required.identifier, "program-missing"),
                ("org.example.wrong", "rejected"),
            ] {
                let refused = try daemon.unperformed(identifier)
                #expect(refused.name == "NotApplicable")
                #expect(refused.parameters["code"]?.text == code)
                #expect(refused.parameters["reason"]?.text?.isEmpty == false)
            }
        }
    }

    @Test func theMatchIsCheckedAgain() throws {
        let one: JSON = [["types": ["image/*"], "min": 1, "max": 1, "maxBytes": 10]]
        let single = Plugin.script("single", "echo \"$1\"", ["%f"], accepts: one)
        try Self.performing([single]) { daemon in
            let local: JSON = ["type": "image/png", "uri": "file:///a"]
            for (content, code) in [
                ([["type": "text/plain", "uri": "file:///a"]], "type-not-accepted"),
                ([local, local], "too-many-items"),
                ([["type": "image/png", "uri": "file:///a", "size": 11]], "too-large"),
                ([["type": "image/png", "uri": "https://a.b/c"]], "not-a-local-file"),
            ] as [(JSON, String)] {
                let refused = try daemon.unperformed(single.identifier, content)
                #expect(refused.name == "NotApplicable" && refused.parameters["code"]?.text == code)
            }
            let end = try daemon.ending(single.identifier, [local])
            #expect(end.output == "/a\n")
        }
    }

    /// An activity that the app's sheet excludes can be performed nevertheless.
    @Test func theAppsOwnSheetDoesNotMatter() throws {
        let own = Plugin.script("own", "echo own").with(["application": "org.example.Own"])
        try Self.performing([own]) { daemon in
            let end = try daemon.ending(own.identifier)
            #expect(end.output == "own\n")
            let client = try daemon.client()
            let include: JSON = [["identifier": "org.example.mine", "title": "Mine"]]
            _ = try client.call(
                "io.activityd.Sheet.List",
                JSON.Object([("content", DaemonFixture.photo), ("include", include)]))
            let ask = try JSON.Object(json: DaemonFixture.asking("org.example.mine", DaemonFixture.photo))
            let error = #expect(throws: VarlinkError.self) {
                try client.call("io.activityd.Sheet.Perform", ask)
            }
            #expect(error?.name == "io.activityd.Sheet.NotPerformable")
        }
    }

    // MARK: The content

    @Test func contentIsCheckedAsForASheet() throws {
        try Self.performing { daemon in
            for (content, item) in [
                ([], 0), ([["type": "image/png", "uri": "relative"]], 0),
                ([["type": "image/png", "text": "a"], ["type": "image"]], 1),
                ([["type": "image/png", "text": "a"], ["type": "image/png"]], 1),
                ([["type": "image/png", "uri": "file:///a%0"]], 0),
                ([["type": "image/png", "uri": "file:///a%00"]], 0),
                ([["type": "image/png", "uri": "file:///a\u{0}b"]], 0),
            ] as [(JSON, Int)] {
                let refused = try daemon.unperformed(Self.plain.identifier, content)
                #expect(
                    refused.name == "InvalidContent" && refused.parameters["item"]?.number == item,
                    "\(content)")
            }
            let many = JSON.array(Array(repeating: ["type": "image/png", "text": "a"], count: 4097))
            let refused = try daemon.unperformed(Self.plain.identifier, many)
            #expect(refused.name == "LimitExceeded" && refused.parameters["limit"] == "items")
        }
    }

    // MARK: Answers

    @Test func missingAnswersAreAskedFor() throws {
        try Self.performing { daemon in
            for answers in [nil, [:], ["width": ""], ["day": "2026-11-21"]] as [JSON?] {
                let more: KeyValuePairs<String, JSON> = ["answers": answers ?? .null, "locale": "de-DE"]
                let refused = try daemon.unperformed(Self.asking.identifier, DaemonFixture.photo, more)
                #expect(refused.name == "AnswersRequired")
                let fields = refused.parameters["fields"]?.elements ?? []
                #expect(fields.map { $0["id"]?.text } == ["width", "day", "round", "kind", "pin"])
                #expect(fields.first?["label"] == "Breite" && fields.first?["required"] == true)
            }
        }
    }

    @Test(
        arguments: [
            ("width", "wide"), ("width", "1,5"), ("day", "21.11.2026"), ("day", "2026-02-30"),
            ("round", "yes"),
            ("kind", "c"), ("height", "1"), ("pin", "12\u{0}34"), ("", "1"),
        ])
    func wrongAnswersAreNamed(_ field: String, _ answer: String) throws {
        try Self.performing { daemon in
            var answers = JSON.Object([("width", "1")])
            answers.set(field, .string(answer))
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": .object(answers)])
            #expect(refused.name == "InvalidAnswer" && refused.parameters["field"]?.text == field)
            #expect(refused.parameters["reason"]?.text?.contains("34") == false)
        }
    }

    @Test(arguments: [("widht", "Was \"width\" meant?"), ("height", "Leave it out.")])
    func anAnswerToNoFieldIsToldOfTheNearest(_ field: String, _ advice: String) throws {
        try Self.performing { daemon in
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": [field: "1"]])
            #expect(refused.parameters["reason"]?.text == "The form has no such field. " + advice)
        }
    }

    @Test func answersHaveALimitAndAType() throws {
        try Self.performing { daemon in
            let long = String(repeating: "1", count: 900_000)
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": .string(long)]])
            #expect(refused.name == "LimitExceeded")
            #expect(refused.parameters["limit"] == "answers" && refused.parameters["maximum"] == 65_536)
            let typed = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": 5]])
            #expect(typed.name == "InvalidParameter" && typed.parameters["parameter"] == "answers")
            // One of a mebibyte does not fit a call.
            let wire = try daemon.wire()
            let tooLong = String(repeating: "1", count: 1 << 20)
            wire.send(
                "io.activityd.Sheet.Perform",
                DaemonFixture.asking(
                    Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": .string(tooLong)]]))
            let reply = try wire.frame()
            #expect(reply?["parameters"]?["limit"] == "frame")
        }
    }

    // MARK: Bundles where they lie

    @Test func aBundleIsTriedWhereItLies() throws {
        try Self.performing { daemon in
            let path = Plugin.script("tried", "echo \"$1\"", ["%F"]).write(into: daemon.folder("work"))
            let end = try daemon.ending(
                "org.example.tried", [["type": "image/png", "uri": "file:///a"]], ["bundle": .string(path)])
            #expect(end.result == .success && end.output == "/a\n")
            #expect(try daemon.describe().allSatisfy { $0.identifier != "org.example.tried" })
            let relative = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": "work/org.example.tried.activity"])
            #expect(relative.name == "InvalidParameter" && relative.parameters["parameter"] == "bundle")
            let other = try daemon.unperformed(
                "org.example.other", DaemonFixture.photo, ["bundle": .string(path)])
            #expect(other.name == "NotPerformable")
            let wrong = Plugin("org.example.wrong", "Copy").write(into: daemon.folder("work"))
            let refused = try daemon.unperformed(
                "org.example.wrong", DaemonFixture.photo, ["bundle": .string(wrong)])
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.hasPrefix("title-reserved: ") == true)
            chmod(path, 0o777)
            let open = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": .string(path)])
            #expect(open.parameters["reason"]?.text?.hasPrefix("bundle-owner: ") == true)
            let nothing = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": "/no/such/org.example.tried.activity"])
            #expect(nothing.parameters["reason"]?.text?.hasPrefix("bundle-path: ") == true)
        }
    }
}
