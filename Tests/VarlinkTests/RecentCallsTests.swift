// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite("Calls that come again")
struct RecentCallsTests {
    @Test("are the same call by their bytes only, whatever came between")
    func recalls() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        let texts = (0..<100).map { "text \($0)" } + (0..<100).map { "text \($0 % 7)" }
        for text in texts {
            wire.send(echo(text))
            #expect(try rig.frame(for: wire) == echoed(text))
        }
        // Equal in length and in the end, by which their place is found.
        let long = String(repeating: "x", count: 60)
        for first in ["a", "b", "a", "b"] {
            wire.send(echo(first + long))
            #expect(try rig.frame(for: wire) == echoed(first + long))
        }
    }

    @Test("a call that was refused is refused again")
    func refusesAgain() throws {
        let rig = try Rig()
        let wire = try rig.connect()
        for _ in 0..<3 {
            wire.send(call("Echo"))
            #expect(try rig.frame(for: wire).contains("InvalidParameter"))
        }
        #expect(rig.handler.log.isEmpty)
    }
}
