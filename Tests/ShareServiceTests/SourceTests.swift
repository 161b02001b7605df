// SPDX-License-Identifier: Apache-2.0

import SessionBus
import Testing

/// The order in which a loop serves its sources.
struct SourceTests {
    @Test func aTimerThatIsLastIsServedAfterAllThatIsDue() {
        Loop.ofItsOwn {
            var order: [String] = []
            let timers = [
                Source(after: .zero, isLast: true) { order.append("last") },
                Source(after: .zero) { order.append("first") },
                Source(after: .zero) { order.append("second") },
            ]
            withExtendedLifetime(timers) { Loop.run { order.count == timers.count } }
            #expect(order == ["first", "second", "last"])
        }
    }
}
