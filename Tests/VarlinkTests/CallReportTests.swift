// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@testable import Varlink

@Suite("What is told of clients and their calls")
struct CallReportTests {
    private let rig: Rig
    private let wire: Wire
    private let told = Told()

    /// The server's reports, in order.
    private final class Told {
        var isAsked = true
        var calls: [CallReport] = []
        var slow: [CallReport] = []
        var ends: [Disconnection] = []
    }

    init() throws {
        rig = try Rig()
        wire = try rig.connect()
        watch(rig)
    }

    private func watch(_ rig: Rig) {
        rig.server.onCall = { [told] in told.calls.append($0) }
        rig.server.reportsCalls = { [told] in told.isAsked }
        rig.server.onSlowCall = { [told] in told.slow.append($0) }
        rig.server.onDisconnection = { [told] peer, reason in
            #expect(peer.uid == getuid())
            told.ends.append(reason)
        }
    }

    private func work(_ milliseconds: Int) -> String { call("Work", #"{"milliseconds":\#(milliseconds)}"#) }

    @Test("a call that holds the thread too long is told with its method, user and time")
    func tellsSlowCalls() throws {
        wire.send(work(49), work(60), echo("x"))
        _ = try rig.frames(3, for: wire)
        #expect(told.slow.map(\.method) == ["org.example.test.Work"])
        #expect(told.slow.map(\.microseconds) == [60_000])
        #expect(told.slow.map(\.peer.uid) == [getuid()])
        #expect(told.slow.map(\.outcome) == [.answered])
    }

    @Test("a call that waits for its answer is not slow, and its time is the whole")
    func tellsLateAnswers() throws {
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        #expect(told.calls.isEmpty)
        rig.clock.advance(.seconds(3))
        rig.handler.kept[0].reply(JSON.Object([("text", "late")]))
        #expect(told.calls.map(\.outcome) == [.answered])
        #expect(told.calls.map(\.microseconds) == [3_000_000])
        #expect(told.slow.isEmpty)
    }

    @Test("what each call came to")
    func tellsOutcomes() throws {
        wire.send(
            echo("a"), echo("known"), echo("long"), call("Fail"), call("None"), call("Forget"),
            call("Fail", "{}", #","oneway":true"#), call("Fill", #"{"bytes":9000000}"#),
            call("Count", #"{"to":3}"#, #","more":true"#))
        _ = try rig.frames(10, for: wire)
        let standard = "org.varlink.service."
        #expect(
            told.calls.map(\.outcome) == [
                .answered, .known, .failed("org.example.test.LimitExceeded"),
                .failed("org.example.test.Failed"),
                .failed(standard + "MethodNotFound"),
                .failed(standard + "MethodNotImplemented"), .failed("org.example.test.Failed"),
                .failed("org.example.test.LimitExceeded"), .answered,
            ])
        #expect(told.calls.map(\.method).allSatisfy { $0.hasPrefix("org.example.test.") })
    }

    @Test("a client that leaves takes its call with it, and is no fault")
    func tellsLeaving() throws {
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        wire.hangUp()
        try rig.pump(until: { rig.server.connectionCount == 0 })
        #expect(told.calls.map(\.outcome) == [.abandoned])
        #expect(told.ends.isEmpty)
    }

    @Test("calls are told while that is wanted, those that are answered as before too")
    func tellsOnDemand() throws {
        for isAsked in [true, false, true] {
            told.isAsked = isAsked
            wire.send(echo("known"))
            _ = try rig.frame(for: wire)
        }
        #expect(told.calls.count == 2)
    }

    // MARK: Ends

    @Test("what is no call ends its connection with that reason")
    func tellsNonsense() throws {
        wire.send("hello")
        try rig.awaitEnd(of: wire)
        #expect(told.ends == [.notACall])
    }

    @Test("a frame over the limit is told once")
    func tellsLongFrames() throws {
        let rig = try Rig { $0.frameLimit = 1000 }
        watch(rig)
        let wire = try rig.connect()
        wire.send(echo(String(repeating: "x", count: 1000)))
        try rig.awaitEnd(of: wire)
        wire.hangUp()
        try rig.pump(until: { rig.server.connectionCount == 0 })
        #expect(told.ends == [.frameTooLong(maximum: 1000)])
    }

    @Test("who is too slow in sending, and in reading")
    func tellsSlowClients() throws {
        let (sender, reader) = (try rig.connect(), try rig.connect())
        sender.send(raw: Array("{".utf8))
        try rig.settle()
        try rig.pass(.seconds(11))
        #expect(told.ends == [.slowToSend])
        reader.send(call("Fill", #"{"bytes":4000000}"#))
        try rig.pump(until: { !rig.handler.log.isEmpty })
        try rig.pass(.seconds(31))
        #expect(told.ends == [.slowToSend, .slowToRead])
    }

    @Test("who is one too many")
    func tellsRefusals() throws {
        let rig = try Rig { $0.connectionLimitPerUser = 1 }
        watch(rig)
        let wires = [try rig.connect(), try rig.connect()]
        try rig.awaitEnd(of: wires[1])
        #expect(told.ends == [.tooManyConnections(maximum: 1)])
    }

    @Test("who leaves a stream unread")
    func tellsUnreadStreams() throws {
        let rig = try Rig { $0.replyLimit = 1 << 20 }
        watch(rig)
        let wire = try rig.connect()
        wire.send(call("Later", "{}", #","more":true"#))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        let pending = rig.handler.kept[0]
        var isCancelled = false
        pending.onCancel = { isCancelled = true }
        for _ in 0..<100 where pending.isOpen {
            pending.stream(JSON.Object([("text", .string(String(repeating: "x", count: 100_000)))]))
        }
        #expect(isCancelled && rig.server.connectionCount == 0)
        #expect(told.ends == [.tooMuchUnread(maximum: 1 << 20)])
    }
}
