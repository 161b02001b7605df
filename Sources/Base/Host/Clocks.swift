// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

package enum Clocks {
    /// Milliseconds. Never goes back, and stops while the machine is suspended.
    package static func monotonic() -> Int { milliseconds(CLOCK_MONOTONIC) }

    /// Milliseconds since 1970, like file timestamps. May be set back.
    package static func real() -> Int { milliseconds(CLOCK_REALTIME) }

    private static func milliseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
