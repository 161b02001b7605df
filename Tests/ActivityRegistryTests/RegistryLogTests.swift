// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ActivityRegistry

/// Problems, as the journal and `Status` report them.
struct RegistryLogTests {
    @Test func `Each problem is told once, and of too many the number`() {
        let told = Mutex<[String]>([])
        let log = RegistryLog { message in
            if case .problem(let sentence) = message { told.withLock { $0.append(sentence) } }
        }
        let problems = (0..<300).map { "Problem \($0)." }
        for _ in 0..<2 { log.report(problems) }
        #expect(told.withLock { $0 } == log.standing && log.standing.count == 257)
        #expect(log.standing.last == "Problems besides these: 44. Correct these first.")
        log.report(problems.dropLast(45))
        #expect(log.standing.count == 255 && told.withLock { $0.count } == 257)
    }
}
