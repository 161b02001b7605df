// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

@Suite("A server")
struct ServerTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    @Test("draining answers what was sent, ends streams and idle connections, and run returns")
    func drains() throws {
        let wires = try (0..<4).map { _ in try rig.connect() }
        wires[0].send(call("Later"))
        wires[1].send(call("Later", "{}", #","more":true"#))
        try rig.pump(until: { rig.handler.kept.count == 2 })
        rig.handler.kept[1].stream(JSON.Object([("text", "first")]))
        #expect(try rig.frame(for: wires[1]).contains("first"))
        wires[2].send(echo("just sent"))
        var isCancelled = false
        rig.handler.kept[1].onCancel = { isCancelled = true }
        rig.server.drain()
        #expect(isCancelled)
        #expect(try rig.frame(for: wires[2]) == echoed("just sent"))
        for wire in wires[1...] { try rig.awaitEnd(of: wire) }
        #expect(rig.server.connectionCount == 1)
        #expect(try rig.server.runOnce(timeout: 0))
        rig.handler.kept[0].reply(JSON.Object([("text", "at last")]))
        try rig.server.run()
        wires[0].receive()
        #expect(wires[0].frames == [echoed("at last")] && wires[0].hasEnded)
    }

    @Test("draining does not wait for ever")
    func drainsInTime() throws {
        let wire = try rig.connect()
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        rig.server.drain()
        try rig.pass(.seconds(9))
        #expect(rig.handler.kept[0].isOpen)
        try rig.pass(.seconds(2))
        #expect(!rig.handler.kept[0].isOpen)
        try rig.server.run()
    }

    @Test("draining from within a handler answers that call")
    func drainsFromHandlers() throws {
        let wire = try rig.connect()
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        rig.loop.post {
            rig.server.drain()
            rig.handler.kept[0].reply(JSON.Object([("text", "bye")]))
        }
        try rig.server.run()
        wire.receive()
        #expect(wire.frames == [echoed("bye")])
    }

    @Test("a long reply is written out before draining closes")
    func drainsLongReplies() throws {
        let wire = try rig.connect()
        wire.send(call("Fill", #"{"bytes":3000000}"#))
        try rig.pump(until: { !rig.handler.log.isEmpty })
        rig.server.drain()
        #expect(try rig.frame(for: wire).utf8.count > 3_000_000)
        try rig.awaitEnd(of: wire)
        #expect(try !rig.server.runOnce(timeout: 0))
    }

    @Test("while accepting is stopped clients wait in the queue")
    func stopsAccepting() throws {
        rig.server.stopAccepting()
        let wire = try rig.connect()
        wire.send(echo("waiting"))
        try rig.settle()
        #expect(rig.server.connectionCount == 0)
        rig.server.resumeAccepting()
        #expect(try rig.frame(for: wire) == echoed("waiting"))
    }

    @Test("without descriptors it neither spins nor forgets: the client is served once there are some")
    func survivesStarvation() throws {
        var faults: [SystemError] = []
        var attempts = 0
        rig.server.onFault = { faults.append($0) }
        let original = rig.server.accept
        rig.server.accept = { _ in
            attempts += 1
            errno = EMFILE
            return -1
        }
        let wire = try rig.connect()
        wire.send(echo("patient"))
        for _ in 0..<3 {
            for _ in 0..<10 { _ = try rig.server.runOnce(timeout: 0) }
            rig.clock.advance(.seconds(1))
        }
        #expect(faults == Array(repeating: SystemError("accept4", code: EMFILE), count: attempts))
        #expect((1...4).contains(attempts))
        rig.server.accept = original
        #expect(try rig.frame(for: wire) == echoed("patient"))
    }

    @Test("connections are counted, and who asks is told")
    func countsConnections() throws {
        var counts: [Int] = []
        rig.server.onConnectionCountChange = { counts.append($0) }
        let wires = try (0..<2).map { _ in try rig.connect() }
        try rig.pump(until: { rig.server.connectionCount == 2 })
        for wire in wires { wire.hangUp() }
        try rig.pump(until: { rig.server.connectionCount == 0 })
        #expect(counts == [1, 2, 1, 0])
    }

    @Test("two listeners serve two services")
    func servesTwoServices() throws {
        let other = try Listener(binding: rig.folder.path + "/other", mode: 0o600)
        try rig.server.listen(
            on: other.descriptor,
            service: Service(vendor: "", product: "Other", version: "", url: "", handlers: []))
        let wires = [try rig.connect(), try Wire(connecting: other.path)]
        for wire in wires { wire.send(echo("x")) }
        #expect(try rig.frame(for: wires[0]) == echoed("x"))
        #expect(
            try rig.frame(for: wires[1])
                == #"{"error":"org.varlink.service.InterfaceNotFound","#
                + #""parameters":{"interface":"org.example.test"}}"#
        )
    }

    @Test("the host loop is prepared before each sleep and dispatched only when it has something")
    func runsTheHostLoop() throws {
        let wire = try rig.connect()
        wire.send(echo("x"))
        _ = try rig.frame(for: wire)
        #expect(rig.loop.dispatches == 0)
        rig.loop.isPending = true
        _ = try rig.server.runOnce()
        #expect(rig.loop.dispatches == 1)
        var ran = false
        rig.loop.post { ran = true }
        _ = try rig.server.runOnce()
        #expect(ran && rig.loop.dispatches == 2)
    }

    @Test("when the host loop ends, run returns and clients are hung up on")
    func endsWithTheHost() throws {
        let wire = try rig.connect()
        wire.send(call("Later"))
        try rig.pump(until: { rig.handler.kept.count == 1 })
        rig.loop.post { rig.loop.hasEnded = true }
        try rig.server.run()
        wire.receive()
        #expect(wire.hasEnded && rig.server.connectionCount == 0)
    }

    @Test("many clients at once are all served")
    func servesMany() throws {
        let wires = try (0..<200).map { _ in try rig.connect() }
        for (index, wire) in wires.enumerated() { wire.send(echo("\(index)"), echo("again")) }
        for (index, wire) in wires.enumerated() {
            #expect(try rig.frames(2, for: wire) == [echoed("\(index)"), echoed("again")])
        }
    }

    @Test("a call outlives its server without harm")
    func survivesTheServer() throws {
        var kept: [PendingCall] = []
        do {
            let rig = try Rig()
            let wire = try rig.connect()
            wire.send(call("Later"))
            try rig.pump(until: { rig.handler.kept.count == 1 })
            kept = rig.handler.kept
        }
        kept[0].reply(JSON.Object([("text", "too late")]))
        #expect(!kept[0].isOpen)
    }
}
