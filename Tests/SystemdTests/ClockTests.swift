// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Systemd

struct ClockTests {
    @Test func clocksOnlyGoForward() {
        let (monotonic, boot) = (Clock.monotonic, Clock.sinceBoot)
        #expect(Clock.monotonic >= monotonic && Clock.sinceBoot >= boot)
        // Only the second clock counts the time that the machine was suspended.
        #expect(boot >= monotonic)
    }
}
