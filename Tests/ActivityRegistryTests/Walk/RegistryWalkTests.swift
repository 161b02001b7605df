// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Changes of the registry by clients and by hand, and restarts, in any order.
struct RegistryWalkTests {
    @Test func walk() throws {
        try Walk.check(RegistryWalk.self, walks: 12, steps: 40) { RegistryStep.draw(&$0) }
    }
}
