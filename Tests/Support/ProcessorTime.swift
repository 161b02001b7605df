// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The time that this thread has had a processor: what a test may measure on a machine that is busy with others.
package enum ProcessorTime {
    package static func of(_ work: () throws -> Void) rethrows -> Duration {
        let start = now
        try work()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
