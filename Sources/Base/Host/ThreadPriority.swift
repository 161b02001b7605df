// SPDX-License-Identifier: Apache-2.0
//
// Scheduling when there are fewer processors than threads. None of these settings needs a privilege, and no
// thread starves: a file system's work and a bundle's finish in time, on a busy machine too.
//
// The answering thread works for some microseconds at a time, and many times a second. It requests equally
// short slices: from Linux 6.12 on it then preempts threads with longer slices when it wakes, instead of
// waiting for up to 3 ms. The disk thread is a batch: it preempts no other thread when it wakes. Its helper
// threads run behind it.

import CLinux
import Glibc

/// The kernel's scheduling of the calling thread.
package enum ThreadPriority {
    case answering, disk, helping

    /// Time slice in nanoseconds; the shortest that the kernel grants.
    private static let slice: UInt64 = 100_000
    /// Higher than other programs' niceness: the thread gets a ninth of their share of a busy processor.
    package static let niceness: Int32 = 10

    /// If the kernel refuses, as in a container, all threads are scheduled alike.
    package func apply() {
        switch self {
        case .answering: linux_schedule(CInt(LINUX_SCHED_NORMAL), 0, Self.slice)
        case .disk: linux_schedule(CInt(LINUX_SCHED_BATCH), 0, 0)
        case .helping: linux_schedule(CInt(LINUX_SCHED_BATCH), Self.niceness, 0)
        }
    }
}
