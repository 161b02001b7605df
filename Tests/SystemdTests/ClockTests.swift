// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Systemd

struct ClockTests {
    @Test func clocksOnlyGoForward() {
        let (monotonic, boot) = (Clock.monotonic, Clock.sinceBoot)
        #expect(Clock.monotonic >= monotonic && Clock.sinceBoot >= boot)
        // Time in sleep counts for the second only.
        #expect(boot >= monotonic)
    }
}
