// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@testable import Varlink

@Suite("Backpressure")
struct BackpressureTests {
    @Test("while a reply is not read, no further call is served, and the others are")
    func waits() throws {
        let rig = try Rig()
        let (slow, other) = (try rig.connect(), try rig.connect())
        for _ in 0..<20 { slow.send(call("Fill", #"{"bytes":1000000}"#)) }
        try rig.pump(until: { !rig.handler.log.isEmpty })
        try rig.settle()
        #expect(rig.handler.log == ["Fill"])
        other.send(echo("quick"))
        #expect(try rig.frame(for: other) == echoed("quick"))
        let reply = echoed(String(repeating: "x", count: 1_000_000))
        let areWhole = try rig.frames(20, for: slow).map { $0 == reply }
        #expect(areWhole == Array(repeating: true, count: 20))
    }

    @Test("a client that never reads is not read from either")
    func stopsReading() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        var rest: [UInt8] = []
        var sent = 0
        for _ in 0..<2_000 where rest.isEmpty {
            rest = wire.send(
                raw: (0..<100).flatMap { _ in Array(call("Fill", #"{"bytes":60000}"#).utf8) + [0] })
            sent += 1
            try rig.settle()
        }
        #expect(!rest.isEmpty)
        #expect(rig.handler.log.count < sent * 100)
    }

    @Test("portions are made as the client takes them, and come whole and in order")
    func paces() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(call("Later", "{}", #","more":true"#))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        var made = 0
        func text(_ index: Int) -> String { String(index) + String(repeating: ".", count: 50_000) }
        rig.handler.kept[0].stream {
            made += 1
            return (JSON.Object([("text", .string(text(made - 1)))]), made == 1000)
        }
        try rig.settle()
        #expect(made < 100)
        let replies = try rig.frames(1000, for: wire)
        #expect(made == 1000)
        let wrong = replies.indices.first { replies[$0] != portion(text($0), continues: $0 < 999) }
        #expect(replies.count == 1000 && wrong == nil)
    }

    @Test("each portion comes once, in any order of asking", arguments: [1, 2, 3, 200])
    func streamsInOrder(count: Int) throws {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(call("Later", "{}", #","more":true"#), echo("next"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        var made = 0
        rig.handler.kept[0].stream {
            made += 1
            return (JSON.Object([("text", .string("\(made - 1)"))]), made == count)
        }
        let expected = (0..<count).map { portion("\($0)", continues: $0 < count - 1) }
        #expect(try rig.frames(count + 1, for: wire) == expected + [echoed("next")])
    }

    private func portion(_ text: String, continues: Bool) -> String {
        #"{"parameters":{"text":"\#(text)"}\#(continues ? #","continues":true"# : "")}"#
    }
}
