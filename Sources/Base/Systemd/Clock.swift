// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kernel's clocks in systemd's own unit, microseconds.
package enum Clock {
    private static func microseconds(_ clock: Int32) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Never goes back, and stops while the machine is suspended.
    package static var monotonic: Int { microseconds(CLOCK_MONOTONIC) }

    /// Time since the machine's boot, including suspension; continues over restarts of a process.
    package static var sinceBoot: Int { microseconds(CLOCK_BOOTTIME) }
}
