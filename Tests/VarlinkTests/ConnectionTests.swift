// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@testable import Varlink

@Suite("A connection")
struct ConnectionTests {
    private let rig: Rig
    private let wire: Wire

    init() throws {
        rig = try Rig()
        wire = try rig.connect()
    }

    @Test("a call is answered, however its bytes are cut")
    func survivesCutFrames() throws {
        for byte in Array(echo("hällo").utf8) + [0] {
            wire.send(raw: [byte])
            try rig.settle()
        }
        #expect(try rig.frame(for: wire) == echoed("hällo"))
    }

    @Test("calls that come in one go are answered in order")
    func pipelines() throws {
        let texts = (0..<500).map { "number \($0)" }
        wire.send(raw: texts.flatMap { Array(echo($0).utf8) + [0] } + Array(echo("half").utf8))
        #expect(try rig.frames(500, for: wire) == texts.map(echoed))
        wire.send(raw: [0])
        #expect(try rig.frame(for: wire) == echoed("half"))
    }

    @Test("a call answered later holds back those behind it")
    func answersLater() throws {
        wire.send(call("Later"), echo("behind"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        wire.send(echo("later still"))
        try rig.settle()
        #expect(rig.handler.log == ["Later"])
        rig.handler.kept[0].reply(JSON.Object([("text", "now")]))
        #expect(try rig.frames(3, for: wire) == ["now", "behind", "later still"].map(echoed))
    }

    @Test("an answer made elsewhere on the loop is sent from there")
    func answersFromTheHost() throws {
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        rig.loop.post {
            rig.handler.kept[0].reply(EncodedReply(JSON.Object([("text", "from afar")])))
        }
        #expect(try rig.frame(for: wire) == echoed("from afar"))
    }

    @Test("replies that are known come in order among the others, as often as they are asked for")
    func answersWhatIsKnown() throws {
        let asked = ["known", "known", "other", "known"]
        for asked in [asked, ["known"]] {
            wire.send(raw: asked.flatMap { Array(echo($0).utf8) + [0] })
            #expect(try rig.frames(asked.count, for: wire) == asked.map(echoed))
        }
        #expect(rig.handler.log == ["Echo"])
    }

    @Test("only the first answer counts")
    func answersOnce() throws {
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        let pending = rig.handler.kept[0]
        #expect(pending.isOpen)
        for text in ["one", "two"] { pending.reply(JSON.Object([("text", .string(text))])) }
        pending.fail(.permissionDenied)
        #expect(!pending.isOpen)
        wire.send(echo("next"))
        #expect(try rig.frames(2, for: wire) == [echoed("one"), echoed("next")])
    }

    @Test("a call that is let go is not left hanging")
    func failsForgottenCalls() throws {
        wire.send(call("Forget"))
        let error = try rig.frame(for: wire)
        #expect(
            error.contains(
                #""org.varlink.service.MethodNotImplemented","#
                    + #""parameters":{"method":"org.example.test.Forget"}"#
            ))
    }

    @Test("an error is thrown to the client")
    func fails() throws {
        wire.send(call("Fail"))
        #expect(
            try rig.frame(for: wire)
                == #"{"error":"org.example.test.Failed","parameters":{"reason":"asked to"}}"#)
    }

    @Test("more gives many replies, the last without continues; without it there is one")
    func streams() throws {
        wire.send(call("Count", #"{"to":3}"#, #","more":true"#), call("Count", #"{"to":3}"#))
        #expect(
            try rig.frames(4, for: wire) == [
                #"{"parameters":{"number":1},"continues":true}"#,
                #"{"parameters":{"number":2},"continues":true}"#,
                #"{"parameters":{"number":3}}"#, #"{"parameters":{"number":1}}"#,
            ])
    }

    @Test("more on a method with one answer gives one")
    func toleratesMore() throws {
        wire.send(call("Echo", #"{"text":"a"}"#, #","more":true"#))
        #expect(try rig.frame(for: wire) == echoed("a"))
    }

    @Test("oneway is never answered, not even by an error, and runs")
    func keepsSilence() throws {
        let oneway = #","oneway":true"#
        wire.send(
            call("Echo", #"{"text":"a"}"#, oneway), call("Fail", "{}", oneway), call("Gone", "{}", oneway),
            call("Forget", "{}", oneway), call("Echo", "{}", oneway), echo("answered"))
        #expect(try rig.frame(for: wire) == echoed("answered"))
        #expect(rig.handler.log == ["Echo", "Fail", "Forget", "Echo"])
        try rig.settle()
        wire.receive()
        #expect(wire.frames.isEmpty)
    }

    @Test("oneway calls sent right before hanging up still run")
    func runsLastWords() throws {
        wire.send(call("Echo", #"{"text":"a"}"#, #","oneway":true"#))
        wire.hangUp()
        try rig.pump(until: { rig.handler.log == ["Echo"] && rig.server.connectionCount == 0 })
    }

    @Test("so do those behind a call whose answer takes its time", arguments: [false, true])
    func runsLastWordsBehindOthers(isOneway: Bool) throws {
        let oneway = #","oneway":true"#
        wire.send(
            call("Later", "{}", isOneway ? oneway : ""), call("Later", "{}", oneway), echo("for nobody"),
            call("Fail", "{}", oneway))
        wire.hangUp()
        try rig.pump(until: { !rig.handler.log.isEmpty && rig.server.connectionCount == 0 })
        #expect(rig.handler.log == ["Later", "Later", "Fail"])
        for pending in rig.handler.kept { pending.reply(JSON.Object([("text", "too late")])) }
    }

    @Test(
        "what is not a call ends that connection alone",
        arguments: [
            "", "hello", "[]", "1", "{}", #"{"method":1}"#, #"{"method":"a.b.C","parameters":[]}"#,
            #"{"method":"a.b.C","more":1}"#, #"{"method":"a.b.C","more":true,"oneway":true}"#,
            #"{"method":"a.b.C",}"#,
            #"{"method":"a.b.C","method":"a.b.C"}"#, #"{"parameters":{}}"#,
        ])
    func dropsNonsense(frame: String) throws {
        let bad = try rig.connect()
        bad.send(frame, echo("never"))
        #expect(try rig.frame(for: bad) == "(hung up)")
        wire.send(echo("fine"))
        #expect(try rig.frame(for: wire) == echoed("fine"))
        #expect(rig.server.connectionCount == 1)
    }

    @Test("members that the protocol may get one day are passed over, null is absent")
    func toleratesTheFuture() throws {
        wire.send(#"{"method":"org.varlink.service.GetInfo","parameters":null,"more":null,"trace":[1]}"#)
        #expect(try rig.frame(for: wire).contains(#""product":"Test""#))
    }

    @Test("half a call and then nothing more leaves nothing behind")
    func survivesHalfCalls() throws {
        wire.send(raw: Array(echo("half").utf8))
        try rig.settle()
        #expect(rig.server.connectionCount == 1)
        wire.hangUp()
        try rig.pump(until: { rig.server.connectionCount == 0 })
        #expect(rig.handler.log.isEmpty)
    }

    @Test("who only shut down the write side still gets answers, later ones too")
    func answersHalfClosed() throws {
        wire.send(call("Later"), echo("last"))
        wire.endSending()
        try rig.pump(until: { rig.handler.kept.count == 1 })
        try rig.settle()
        rig.handler.kept[0].reply(JSON.Object([("text", "first")]))
        #expect(try rig.frames(2, for: wire) == [echoed("first"), echoed("last")])
        try rig.awaitEnd(of: wire)
        #expect(rig.server.connectionCount == 0)
    }

    @Test("a client that goes away cancels its call, once")
    func cancels() throws {
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        var cancelled = 0
        rig.handler.kept[0].onCancel = { cancelled += 1 }
        wire.hangUp()
        try rig.pump(until: { cancelled > 0 })
        rig.handler.kept[0].reply(JSON.Object([("text", "too late")]))
        #expect(cancelled == 1)
        #expect(!rig.handler.kept[0].isOpen)
        #expect(rig.server.connectionCount == 0)
    }

    @Test("the peer is who connected, and bears the service's tag")
    func knowsThePeer() throws {
        rig.server.onAccept = { $0.context = Seen($0.peer) }
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        let connection = rig.handler.kept[0].connection
        #expect(connection.peer.pid == getpid() && connection.peer.uid == getuid())
        #expect((connection.context as? Seen)?.peer.pid == getpid())
    }
}

/// State that a service keeps for each connection: its peer.
private final class Seen {
    let peer: Peer

    init(_ peer: Peer) {
        self.peer = peer
    }
}
