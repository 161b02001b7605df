// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import Varlink

@Suite("The turns of clients and of the host")
struct TurnTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    private func work(_ milliseconds: Int) -> String { call("Work", #"{"milliseconds":\#(milliseconds)}"#) }

    private func works(_ count: Int, of milliseconds: Int) -> [UInt8] {
        (0..<count).flatMap { _ in Array(work(milliseconds).utf8) + [0] }
    }

    @Test("a turn ends with the call that used it up", arguments: [(1, 2), (2, 1), (3, 1), (70, 1)])
    func endsTurns(milliseconds: Int, calls: Int) throws {
        let wire = try rig.connect()
        try rig.settle()
        wire.send(raw: works(5, of: milliseconds))
        for round in 1...2 {
            _ = try rig.server.runOnce(timeout: 0)
            #expect(rig.handler.log.count == round * calls)
        }
        #expect(try rig.frames(5, for: wire).count == 5)
    }

    @Test("calls that cost nothing do not end it: all that came are one turn")
    func servesQuickCalls() throws {
        let wire = try rig.connect()
        try rig.settle()
        wire.send(raw: works(300, of: 0))
        _ = try rig.server.runOnce(timeout: 0)
        #expect(rig.handler.log.count == 300)
    }

    @Test("who waited comes before who has had a turn, and nothing gets lost")
    func rotates() throws {
        let wires = try (0..<4).map { _ in try rig.connect() }
        try rig.settle()
        wires[0].send(raw: works(50, of: 2))
        for (number, wire) in wires.enumerated().dropFirst() {
            wire.send(echo("\(number)"))
            wire.send(raw: works(2, of: 2))
        }
        for _ in 0..<8 { _ = try rig.server.runOnce(timeout: 0) }
        for (number, wire) in wires.enumerated().dropFirst() {
            wire.receive()
            #expect(wire.takeFrame() == echoed("\(number)"))
        }
        #expect(rig.handler.log.count { $0 == "Work" } <= 8)
        for (number, wire) in wires.enumerated() {
            #expect(try rig.frames(number == 0 ? 50 : 2, for: wire).count == (number == 0 ? 50 : 2))
        }
    }

    @Test("hanging up and connecting again gains no second turn", arguments: [1, 2, 7])
    func countsTheDeparted(milliseconds: Int) throws {
        for _ in 0..<10 {
            let wire = try rig.connect()
            wire.send(work(milliseconds))
            wire.hangUp()
        }
        let callsOfATurn = (2 + milliseconds - 1) / milliseconds
        for round in 1...3 {
            _ = try rig.server.runOnce(timeout: 0)
            #expect(rig.handler.log.count == round * callsOfATurn)
        }
        try rig.pump(until: { rig.handler.log.count == 10 && rig.server.connectionCount == 0 })
    }

    @Test("the host's loop has its turn between those of a client that never stops")
    func servesTheHost() throws {
        let wire = try rig.connect()
        try rig.settle()
        wire.send(raw: works(100, of: 1))
        _ = try rig.server.runOnce(timeout: 0)
        for _ in 0..<3 {
            var callsBefore: Int?
            rig.loop.post { callsBefore = rig.handler.log.count }
            let calls = rig.handler.log.count
            _ = try rig.server.runOnce(timeout: 0)
            #expect(callsBefore.map { $0 - calls } == 2)
        }
    }

    @Test("no call is begun while another is handled")
    func nestsNothing() throws {
        let (first, second) = (try rig.connect(), try rig.connect())
        first.send(call("Later"), echo("behind"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        rig.handler.onWork = { rig.handler.kept[0].reply(JSON.Object([("text", "now")])) }
        var order: [String] = []
        rig.server.reportsCalls = { true }
        rig.server.onCall = { order.append($0.method.split(separator: ".").last.map(String.init) ?? "") }
        second.send(work(1))
        #expect(try rig.frames(2, for: first) == [echoed("now"), echoed("behind")])
        #expect(order == ["Work", "Echo"])
    }

    @Test("an answer that comes while its connection waits for a turn leaves it readable")
    func readsOnAfterAStaleEvent() throws {
        let (busy, quiet) = (try rig.connect(), try rig.connect())
        try rig.settle()
        busy.send(raw: works(20, of: 2))
        quiet.send(call("Later"))
        // The call leaves the queue of waiting calls, and the same round reports its event a second time.
        for _ in 0..<2 { _ = try rig.server.runOnce(timeout: 0) }
        try #require(rig.handler.kept.count == 1)
        rig.handler.kept[0].reply(JSON.Object([("text", "now")]))
        #expect(try rig.frame(for: quiet) == echoed("now"))
        quiet.send(echo("after"))
        #expect(try rig.frame(for: quiet) == echoed("after"))
    }

    @Test("calls behind an answer that the host's loop gave go on in the next round")
    func goesOnAfterTheHost() throws {
        let wire = try rig.connect()
        try rig.settle()
        wire.send(raw: Array(call("Later").utf8) + [0] + works(4, of: 2))
        _ = try rig.server.runOnce(timeout: 0)
        rig.loop.post { rig.handler.kept[0].reply(JSON.Object([("text", "now")])) }
        for calls in 2...5 {
            _ = try rig.server.runOnce(timeout: 0)
            #expect(rig.handler.log.count == calls)
        }
    }

    /// Answers `call` in `count` pieces of a millisecond each, and returns a function that counts the
    /// finished ones.
    private func inPieces(_ count: Int, _ call: PendingCall) -> () -> Int {
        var done = 0
        call.inPieces {
            rig.clock.advance(.milliseconds(1))
            done += 1
            if done == count { call.reply(JSON.Object([("text", "done")])) }
        }
        return { done }
    }

    @Test("a call that is answered in pieces gives way to others, and comes to its end")
    func yieldsBetweenPieces() throws {
        let (long, other) = (try rig.connect(), try rig.connect())
        long.send(call("Later"), echo("behind"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        let done = inPieces(20, rig.handler.kept[0])
        #expect(done() == 2)
        for number in 1...3 {
            other.send(echo("\(number)"))
            #expect(try rig.frame(for: other) == echoed("\(number)"))
            #expect(done() <= 2 + number * 4)
        }
        #expect(try rig.frames(2, for: long) == [echoed("done"), echoed("behind")])
        #expect(done() == 20)
    }

    @Test("pieces end with the client, and make no more of its calls")
    func endsPiecesWithTheClient() throws {
        let wire = try rig.connect()
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        let pending = rig.handler.kept[0]
        let done = inPieces(1000, pending)
        wire.hangUp()
        try rig.pump(until: { rig.server.connectionCount == 0 })
        #expect(done() < 10 && !pending.isOpen)
    }

    @Test("the clock is looked at once for each call, and once for a round")
    func looksSeldom() throws {
        let wire = try rig.connect()
        try rig.settle()
        wire.send(raw: works(100, of: 0))
        let before = rig.clock.looks
        _ = try rig.server.runOnce(timeout: 0)
        #expect(rig.handler.log.count == 100)
        #expect(rig.clock.looks - before <= 101)
    }

    @Test("a share is of one round")
    func forgetsRounds() {
        let admission = Admission(Quota(limit: 1, limitPerHolder: 1, reserved: 0))
        let share = HolderUsage(of: .user(1), in: admission)
        share.spend(3, in: 1)
        share.spend(4, in: 1)
        #expect(share.spent(in: 1) == 7)
        #expect(share.spent(in: 2) == 0)
        share.spend(1, in: 2)
        #expect(share.spent(in: 2) == 1)
    }

    @Test("the host is due after as much work as a turn has, for any user")
    func countsForTheHost() {
        let clock = TestClock()
        var pace = Pace(clock: clock.look)
        clock.advance(.seconds(5))
        pace.beginRound()
        #expect(pace.timeSinceHost == 0)
        pace.begin()
        clock.advance(.milliseconds(1))
        #expect(pace.lap() == 1_000_000)
        pace.begin()
        clock.advance(.milliseconds(2))
        #expect(pace.lap() == 2_000_000)
        #expect(pace.timeSinceHost == 3_000_000)
        pace.markHostTurn()
        clock.advance(.seconds(1))
        #expect(pace.timeSinceHost == 0)
    }
}
