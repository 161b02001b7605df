// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@testable import Varlink

@Suite("Limits")
struct LimitTests {
    func exceeded(_ limit: String, _ maximum: Int) -> String {
        #"{"error":"org.example.test.LimitExceeded","#
            + #""parameters":{"limit":"\#(limit)","maximum":\#(maximum)}}"#
    }

    @Test("a frame of just the limit is served")
    func servesTheLargestFrame() throws {
        let rig = try Rig { $0.frameLimit = 100_000 }
        let wire = try rig.connect()
        let text = String(repeating: "x", count: 100_000 - echo("").utf8.count)
        wire.send(echo(text))
        #expect(try rig.frame(for: wire) == echoed(text))
    }

    @Test("one byte more is told so and hung up on, whole or not", arguments: [true, false])
    func refusesLargerFrames(isWhole: Bool) throws {
        let rig = try Rig { $0.frameLimit = 100_000 }
        let wire = try rig.connect()
        let other = try rig.connect()
        let text = String(repeating: "x", count: 100_001 - echo("").utf8.count)
        wire.send(raw: Array(echo(text).utf8) + (isWhole ? [0] : []))
        #expect(try rig.frame(for: wire) == exceeded("frame", 100_000))
        try rig.awaitEnd(of: wire)
        other.send(echo("fine"))
        #expect(try rig.frame(for: other) == echoed("fine"))
    }

    @Test("who sends on regardless can still read why, and is dropped in time")
    func lingers() throws {
        let rig = try Rig { $0.frameLimit = 1000 }
        let wire = try rig.connect()
        for _ in 0..<20 {
            wire.send(raw: [UInt8](repeating: 0x20, count: 50_000))
            try rig.settle()
        }
        #expect(try rig.frame(for: wire) == exceeded("frame", 1000))
        try rig.pass(.seconds(9))
        #expect(rig.server.connectionCount == 1)
        try rig.pass(.seconds(2))
        #expect(rig.server.connectionCount == 0)
    }

    @Test("a reply over the limit is an error instead, and the connection lives on")
    func refusesLargeReplies() throws {
        let rig = try Rig { $0.replyLimit = 100_000 }
        let wire = try rig.connect()
        let fitting = 100_000 - echoed("").utf8.count - 1
        wire.send(
            call("Fill", #"{"bytes":\#(fitting)}"#), call("Fill", #"{"bytes":\#(fitting + 1)}"#), echo("next")
        )
        let frames = try rig.frames(3, for: wire)
        #expect(frames.first?.utf8.count == 99_999)
        #expect(Array(frames.dropFirst()) == [exceeded("reply", 100_000), echoed("next")])
    }

    @Test("the error of a limit is the called interface's own where it has one of that name")
    func namesTheInterface() throws {
        let rig = try Rig()
        let error = { rig.server.limitExceeded("reply", 1, $0).name }
        #expect(error(nil) == "org.example.test.LimitExceeded")
        #expect(error(VarlinkService.interface) == "org.example.test.LimitExceeded")
        let other = try Interface(
            parsing: "interface org.example.other\nerror LimitExceeded (limit: string, maximum: int)")
        #expect(error(other) == "org.example.other.LimitExceeded")
    }

    @Test("over the number of connections one is told so and hung up on; a free place is taken again")
    func limitsConnections() throws {
        let rig = try Rig { $0.connectionLimitPerUser = 2 }
        let first = try rig.connect()
        let second = try rig.connect()
        first.send(echo("a"))
        second.send(echo("b"))
        #expect(try rig.frame(for: first) == echoed("a"))
        #expect(try rig.frame(for: second) == echoed("b"))
        let third = try rig.connect()
        #expect(try rig.frame(for: third) == exceeded("connections", 2))
        try rig.awaitEnd(of: third)
        #expect(rig.server.connectionCount == 2)
        first.hangUp()
        try rig.pump(until: { rig.server.connectionCount == 1 })
        let fourth = try rig.connect()
        fourth.send(echo("d"))
        #expect(try rig.frame(for: fourth) == echoed("d"))
    }

    @Test("a frame that does not become whole ends its connection; an idle one stays")
    func timesFrames() throws {
        let rig = try Rig()
        let (idle, slow) = (try rig.connect(), try rig.connect())
        idle.send(echo("a"))
        #expect(try rig.frame(for: idle) == echoed("a"))
        slow.send(raw: Array("{".utf8))
        try rig.settle()
        try rig.pass(.seconds(9))
        #expect(rig.server.connectionCount == 2)
        try rig.pass(.seconds(2))
        try rig.awaitEnd(of: slow)
        #expect(rig.server.connectionCount == 1)
        try rig.pass(.seconds(3_600))
        idle.send(echo("b"))
        #expect(try rig.frame(for: idle) == echoed("b"))
    }

    @Test("each frame has its own time, however the reads cut them")
    func timesEachFrame() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        let bytes = Array(echo("x").utf8) + [0]
        wire.send(raw: Array(bytes[..<10]))
        for _ in 0..<5 {
            try rig.settle()
            try rig.pass(.seconds(9))
            wire.send(raw: Array(bytes[10...] + bytes[..<10]))
            #expect(try rig.frame(for: wire) == echoed("x"))
        }
    }

    @Test("who takes no byte of a reply is dropped")
    func timesReplies() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(call("Fill", #"{"bytes":4000000}"#))
        try rig.pump(until: { !rig.handler.log.isEmpty })
        try rig.pass(.seconds(29))
        #expect(rig.server.connectionCount == 1)
        try rig.pass(.seconds(2))
        #expect(rig.server.connectionCount == 0)
        wire.receive()
        #expect(wire.frames.isEmpty)
    }

    @Test("who takes some of a reply now and then is not dropped")
    func allowsSlowReaders() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(call("Fill", #"{"bytes":4000000}"#))
        try rig.pump(until: { !rig.handler.log.isEmpty })
        var rounds = 0
        while wire.frames.isEmpty, !wire.hasEnded {
            try rig.pass(.seconds(20))
            wire.receive()
            rounds += 1
            try rig.settle()
        }
        #expect(rounds > 3)
        #expect(wire.takeFrame() == echoed(String(repeating: "x", count: 4_000_000)))
    }

    @Test("a call that is answered late has no deadline")
    func hasPatience() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(call("Later"))
        wire.send(raw: Array(echo("half").utf8))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        for _ in 0..<10 { try rig.pass(.seconds(60)) }
        rig.handler.kept[0].reply(JSON.Object([("text", "late")]))
        #expect(try rig.frame(for: wire) == echoed("late"))
    }
}
