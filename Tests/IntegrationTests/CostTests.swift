// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A costly call is processed in pieces, and other calls are served in between.
@Suite(.serialized) struct `A costly call` {
    /// More activities than one piece processes, matched against many items.
    private static let (activities, items) = (300, 1024)

    private static let content: JSON = .array(
        (0..<items).map { ["type": $0 == 0 ? "text/plain" : "image/png", "size": .integer($0)] })

    private static func run(_ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.prepared { daemon in
            for number in 0..<activities {
                daemon.install(
                    Plugin(
                        "org.example.n\(number)", "Number \(100 + number)",
                        ["accepts": [["types": ["image/*"]]], "match": "any"]))
            }
            try daemon.start("--log-level", "debug")
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().custom == activities }
            try body(daemon)
        }
    }

    private static let calls: [(method: String, parameters: JSON)] = [
        ("io.activityd.Sheet.List", ["content": content]),
        ("io.activityd.Registry.Explain", ["content": content]),
    ]

    /// The daemon finds both calls when it continues, the costly one first.
    @Test func `lets others pass`() throws {
        try Self.run { daemon in
            for (method, parameters) in Self.calls {
                let (costly, other) = (try daemon.wire(), try daemon.wire())
                for wire in [costly, other] {
                    wire.send("org.varlink.service.GetInfo")
                    _ = try wire.frame()
                }
                daemon.process?.signal(SIGSTOP)
                costly.send(method, parameters)
                other.send("io.activityd.Registry.Status")
                daemon.process?.signal(SIGCONT)
                for wire in [costly, other] { #expect(try wire.frame()?.value("parameters") != nil) }
                let answered = daemon.log.split(separator: "\n")
                    .filter { $0.contains(": answered") && !$0.contains("GetInfo") }
                    .suffix(2)
                #expect(answered.first?.contains("Registry.Status") == true, "\(answered)")
                #expect(answered.last?.contains(method) == true, "\(answered)")
            }
        }
    }

    @Test func `has the answer that it had whole`() throws {
        try Self.run { daemon in
            let sheet = try daemon.list([
                "content": Self.content, "titleWidth": 10,
                "include": [
                    ["identifier": "org.app.own", "title": "Own"], ["identifier": "own", "title": "Own"],
                ],
            ])
            #expect(
                sheet.activities.filter { $0.source == .application }.map(\.identifier) == ["org.app.own"])
            #expect(sheet.leftOut?.map(\.identifier) == ["own"])
            let names = (0..<Self.activities).map { "Number \(100 + $0)" }
            let custom = sheet.activities.filter { $0.source == .custom }
            #expect(custom.map(\.title) == names)
            #expect(custom.allSatisfy { $0.taken == Array(1..<Self.items) && $0.fit != nil })
            for (method, list) in [("Describe", "activities"), ("Explain", "verdicts")] {
                let ask: JSON = method == "Explain" ? ["content": Self.content] : [:]
                var portions: [JSON] = []
                try daemon.client().stream("io.activityd.Registry." + method, JSON.Object(json: ask)) {
                    portions += $0[list]?.elements ?? []
                    return true
                }
                #expect(portions.count == sheet.activities.count - 1)
                #expect(try daemon.call("Registry." + method, ask).value(list) == .array(portions))
            }
        }
    }

    @Test func `of more exclusions than a sheet has items is refused`() throws {
        try DaemonFixture.run { daemon in
            func ask(_ count: Int) -> JSON {
                [
                    "content": [["type": "image/png"]],
                    "exclude": .array((0..<count).map { .string("org.example.n\($0)") }),
                ]
            }
            for method in ["Sheet.List", "Registry.Explain"] {
                _ = try daemon.call(method, ask(4096))
                #expect(try daemon.refusal(method, ask(4097)).name == "org.varlink.service.InvalidParameter")
            }
        }
    }
}
