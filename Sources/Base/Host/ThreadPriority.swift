// SPDX-License-Identifier: Apache-2.0
//
// Who has a processor first, where there are fewer than threads. No thread of ours needs a right for this, and none starves:
// a file system's work and a bundle's are done in time, on a busy machine too.
//
// The thread that answers works for some microseconds at a time, and many times a second. It asks for slices as short as
// that: from Linux 6.12 on it then preempts whoever has longer ones when it wakes, where it would wait for up to 3 ms. The
// disk's thread is a batch: it preempts no other when it wakes. What it reads with besides runs behind that.

import CLinux
import Glibc

/// How the kernel schedules the calling thread.
package enum ThreadPriority {
    case answering, disk, helping

    /// Nanoseconds; the shortest that the kernel grants.
    private static let slice: UInt64 = 100_000
    /// More than other programs have: a ninth of their share of a busy processor.
    package static let niceness: Int32 = 10

    /// Where the kernel refuses, as in a container, all are equal.
    package func apply() {
        switch self {
        case .answering: linux_schedule(CInt(LINUX_SCHED_NORMAL), 0, Self.slice)
        case .disk: linux_schedule(CInt(LINUX_SCHED_BATCH), 0, 0)
        case .helping: linux_schedule(CInt(LINUX_SCHED_BATCH), Self.niceness, 0)
        }
    }
}
