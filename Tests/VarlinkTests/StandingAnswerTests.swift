// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

/// The handler numbers its answers, so that one that was given before is told from a new one.
@Suite struct `A standing answer` {
    private let rig: Rig
    private let wire: Wire
    private let ask = call("Stand")

    init() throws {
        rig = try Rig()
        wire = try rig.connect()
    }

    private func answer() throws -> String {
        wire.send(ask)
        return try rig.frame(for: wire)
    }

    private func numbered(_ number: Int) -> String { #"{"parameters":\#(TestHandler.stand(number))}"# }

    @Test func `is given again to the very same call`() throws {
        for _ in 0..<3 { #expect(try answer() == numbered(1)) }
        #expect(rig.handler.log == ["Stand"])
    }

    @Test func `is forgotten when the server is told so`() throws {
        #expect(try answer() == numbered(1))
        rig.server.forgetAnswers()
        #expect(try answer() == numbered(2))
        #expect(try answer() == numbered(2))
    }

    @Test func `is that of the last call alone`() throws {
        #expect(try answer() == numbered(1))
        wire.send(echo("a"))
        #expect(try rig.frame(for: wire) == echoed("a"))
        #expect(try answer() == numbered(3))
        wire.send(call("Stand", "{}", #","oneway":true"#))
        #expect(try answer() == numbered(5))
    }

    @Test func `belongs to one connection`() throws {
        #expect(try answer() == numbered(1))
        let other = try rig.connect()
        other.send(ask)
        #expect(try rig.frame(for: other) == numbered(2))
    }

    @Test func `serves calls in pieces and calls together`() throws {
        #expect(try answer() == numbered(1))
        let bytes = Array(ask.utf8) + [0]
        for piece in [bytes[..<7], bytes[7...]] {
            wire.send(raw: Array(piece))
            try rig.settle()
        }
        #expect(try rig.frame(for: wire) == numbered(2))
        wire.send(ask, ask, echo("b"))
        #expect(try rig.frames(3, for: wire) == [numbered(3), numbered(4), echoed("b")])
    }

    @Test func `goes whole and in order to a client that reads late`() throws {
        #expect(try answer() == numbered(1))
        for _ in 0..<100 {
            wire.send(ask)
            try rig.settle()
        }
        let all = try rig.frames(100, for: wire)
        #expect(all.count == 100 && all[0] == numbered(1))
        // Those that came while a reply was being written were read together.
        #expect(rig.handler.log.count > 1 && all.last == numbered(rig.handler.log.count))
        #expect(Set(all).isSubset(of: (1...rig.handler.log.count).map(numbered)))
    }
}
