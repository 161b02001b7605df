// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Performing, with events and kills in any order.
struct PerformWalkTests {
    @Test func walk() throws {
        try Walk.check(PerformWalk.self, walks: 80, steps: 150) { PerformStep.draw(&$0) }
    }
}
