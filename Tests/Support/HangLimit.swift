// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Time after which a test counts as hung: one limit for all tests, which a busy machine does not reach. A
/// test awaits events, and has no limit of its own.
package enum HangLimit {
    package static let duration = Duration.seconds(60)
    /// The same for poll(2).
    package static let milliseconds: CInt = 60_000

    /// Looks every 10 ms whether `condition` holds; false if it does not within the limit.
    package static func passes(until condition: () throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + duration
        while try !condition() {
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }
}
