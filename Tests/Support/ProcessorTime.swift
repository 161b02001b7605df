// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The time that somebody has had a processor: what a test may measure on a machine that is busy with others.
package enum ProcessorTime {
    /// This thread's.
    package static func of(_ work: () throws -> Void) rethrows -> Duration {
        try of(CLOCK_THREAD_CPUTIME_ID, work)
    }

    /// The time of all threads of another process, while something is done here.
    package static func of(_ process: Int32, while work: () throws -> Void) rethrows -> Duration {
        var clock = clockid_t()
        clock_getcpuclockid(process, &clock)
        return try of(clock, work)
    }

    private static func of(_ clock: clockid_t, _ work: () throws -> Void) rethrows -> Duration {
        let start = now(clock)
        try work()
        return now(clock) - start
    }

    private static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
