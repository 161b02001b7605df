// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import Testing
import Varlink

/// Why each activity is listed or not.
struct ExplainTests {
    private static let pictures: JSON = [["types": ["image/*"], "max": 2, "maxBytes": 1000]]
    private static let file: JSON = ["type": "image/png", "uri": "file:///a.png", "size": 10]

    /// Creates one bundle for each reason; they accept at most two pictures of at most 1000 bytes.
    private static func prepare(_ daemon: DaemonFixture) {
        func plugin(_ name: String, _ more: KeyValuePairs<String, JSON> = [:]) -> Plugin {
            let all: KeyValuePairs<String, JSON> = [
                "accepts": pictures, "perform": ["exec": ["tool", "%F"]],
            ]
            return Plugin("org.example." + name, name, all).with(more)
        }
        daemon.install(
            plugin("plain"), plugin("rejected", ["category": "neither"]), plugin("twofold"),
            plugin("lacking", ["requires": ["programs": [["nowhere", "neither-there"]]]]),
            plugin("owned", ["application": "org.app.Viewer"]), plugin("ignored"),
            plugin("pair", ["accepts": [["types": ["image/*"], "min": 2]]]))
        plugin("twofold").write(into: daemon.registered)
        plugin("hidden").write(into: daemon.registered)
        symlink("/dev/null", daemon.configured + "/org.example.hidden.activity")
    }

    private struct Case: Sendable {
        let identifier: String
        let ask: JSON.Object
        let code: Verdict.Code
        var clause: Int?
        var item: Int?

        init(
            _ name: String, _ items: [JSON], asking more: [(String, JSON)] = [], _ code: Verdict.Code,
            _ clause: Int? = nil, _ item: Int? = nil
        ) {
            identifier = "org.example." + name
            ask = JSON.Object([("content", .array(items))] + more)
            self.code = code
            self.clause = clause
            self.item = item
        }
    }

    private static let cases = [
        Case("plain", [file], .listed),
        Case("rejected", [file], .rejected), Case("rejected", [["type": "text/plain"]], .rejected),
        Case("hidden", [file], .masked),
        Case("ignored", [file], .ignoredByPerson),
        Case(
            "ignored", [["type": "text/plain"]], asking: [("exclude", ["org.example.ignored"])],
            .ignoredByPerson),
        Case("lacking", [file], .programMissing),
        Case("owned", [file], .listed),
        Case("owned", [file], asking: [("application", "org.app.Viewer")], .ownApplication),
        Case("owned", [file], asking: [("application", "org.app.viewer")], .listed),
        Case("owned", [file], asking: [("application", "org.app.Viewer"), ("includeOwn", true)], .listed),
        Case(
            "owned", [file], asking: [("application", "org.app.Viewer"), ("exclude", ["org.example.owned"])],
            .ownApplication),
        Case(
            "plain", [["type": "text/plain"]], asking: [("exclude", ["org.example.plain"])],
            .excludedByRequest),
        Case("plain", [file, ["type": "text/plain"]], .typeNotAccepted, nil, 1),
        Case("plain", [["type": "image/png", "uri": "https://a.org/b.png"]], .notALocalFile, 0, 0),
        Case(
            "plain", [file, ["type": "image/png", "uri": "https://a.org/b.png", "size": 5000]],
            .notALocalFile, 0, 1),
        Case("plain", [["type": "image/png", "size": 1001], file, file, file], .tooLarge, 0, 0),
        Case("plain", [["type": "image/png", "size": 1000]], .listed),
        Case("plain", [["type": "image/png"]], .listed),
        Case("plain", [["type": "image/png", "text": "given as text"]], .listed),
        Case("plain", [file, file, file], .tooManyItems, 0, 2),
        Case("pair", [file], .tooFewItems, 0),
        Case("pair", [file, file], .listed),
    ]

    @Test func everyReasonIsGivenInItsOrder() throws {
        try DaemonFixture.run(prepare: Self.prepare) { daemon in
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().rejected == 1 }
            try daemon.elect("org.example.ignored", "ignore")
            for one in Self.cases {
                var ask = one.ask
                ask.set("identifier", .string(one.identifier))
                let verdict = try #require(try daemon.explain(.object(ask)).first)
                let label =
                    "\(one.identifier) \(String(decoding: JSON.object(ask).serialized, as: UTF8.self))"
                #expect(verdict.code == one.code, "\(label)")
                #expect(verdict.listed == (one.code == .listed), "\(label)")
                if one.code != .listed { #expect(verdict.clause == one.clause, "\(label)") }
                #expect(verdict.item == one.item, "\(label)")
                let programs = one.code == .programMissing ? ["nowhere", "neither-there"] : nil
                #expect(verdict.programs == programs, "\(label)")
                #expect(verdict.message.count > 10 && verdict.message.hasSuffix("."), "\(label)")
            }
        }
    }

    @Test func aShadowedBundleHasAVerdictOfItsOwn() throws {
        try DaemonFixture.run(prepare: Self.prepare) { daemon in
            let verdicts = try daemon.explain(["content": [Self.file], "identifier": "org.example.twofold"])
            #expect(verdicts.map(\.code) == [.listed, .shadowed])
            let name = "/org.example.twofold.activity"
            #expect(verdicts.map(\.path) == [daemon.configured + name, daemon.registered + name])
            #expect(try daemon.describe("org.example.twofold").map(\.state) == [.active, .shadowed])
        }
    }

    @Test func whoIsListedIsWhoIsOnTheSheet() throws {
        try DaemonFixture.run(prepare: Self.prepare) { daemon in
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().rejected == 1 }
            for type in [
                "image/png", "text/plain", "inode/directory", "x-scheme-handler/geo", "application/pdf",
            ] {
                let content: JSON = [["type": .string(type)]]
                let listed = try daemon.explain(["content": content]).filter(\.listed).map(\.identifier)
                #expect(try Set(listed) == Set(daemon.identifiers(type)))
                #expect(listed.count == Set(listed).count)
            }
        }
    }

    @Test func badContentIsTheRegistrysError() throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Registry.Explain", ["content": []])
            #expect(error.name == "io.activityd.Registry.InvalidContent")
            #expect(error.parameters["item"] == 0)
            let unknown = try daemon.refusal(
                "Registry.Explain", ["content": [["type": "image/png"]], "identifier": "org.example.none"])
            #expect(unknown.name == "io.activityd.Registry.NoSuchActivity")
        }
    }
}
