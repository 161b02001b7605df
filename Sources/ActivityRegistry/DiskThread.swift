// SPDX-License-Identifier: Apache-2.0
//
// The thread that touches the disk, so that the one that answers never does.
//
// A disk takes its time: a flush a few milliseconds, the removal of a large folder seconds, a network file
// system whose server is gone for ever. So whatever opens, reads, flushes or removes is a piece of work for this
// thread, done one after the other in the order in which it was asked for: what must stay ordered stays so.
// Values go in with the work and come out through a mailbox; the two threads share nothing that changes.
//
// A piece says where it is at work. When one has not come back for a while, `stall` names that place, and whoever
// asks for more can be told so at once rather than be put in a queue that does not move.

import CLinux
import Glibc
import Synchronization

/// Does pieces of work one after another on a thread of its own.
package final class DiskThread: Sendable {
    /// A file system that has not answered for so long, in milliseconds, is said to hang.
    package static let patience = 5_000
    /// How long an ending program waits for it, in seconds.
    private static let lastPatience = 3

    private struct Present {
        var place: String
        let since: Int
    }

    private let work: Mailbox<(@Sendable () -> Void)?>
    /// What is being done; nil between two pieces.
    private let present = Mutex<Present?>(nil)
    /// Milliseconds that never go back.
    private let clock: @Sendable () -> Int
    private let thread = Mutex<pthread_t?>(nil)

    /// - Throws: `storage` where the kernel gives no thread.
    package init(clock: @escaping @Sendable () -> Int = DrawingHelper.now) throws(RegistryError) {
        work = try Mailbox()
        self.clock = clock
        // Signals are for the loop's thread.
        var (every, before) = (sigset_t(), sigset_t())
        sigfillset(&every)
        pthread_sigmask(SIG_SETMASK, &every, &before)
        var started = pthread_t()
        let code = pthread_create(
            &started, nil, { DiskThread.main($0) }, Unmanaged.passRetained(self).toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard code == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .storage(path: "The disk's thread", operation: "started", errno: code)
        }
        thread.withLock { $0 = started }
    }

    /// Adds a piece of work behind all others. `place` is the path that it works on, for people.
    package func run(at place: String, _ piece: @escaping @Sendable () -> Void) {
        work.post { [self] in
            present.withLock { $0 = Present(place: place, since: clock()) }
            piece()
            present.withLock { $0 = nil }
        }
    }

    /// For the work itself: says where it has come to.
    func note(_ place: String) {
        present.withLock { if $0 != nil { $0 = Present(place: place, since: clock()) } }
    }

    /// The place that has not answered for `patience`; nil where none keeps the work waiting.
    package var stall: String? {
        let now = clock()
        return present.withLock { present in
            present.flatMap { now - $0.since >= Self.patience ? $0.place : nil }
        }
    }

    /// Whether something is being done.
    package var isBusy: Bool { present.withLock { $0 != nil } }

    /// Ends the thread when all that was asked for is done, unless that takes longer than a while: then the process
    /// takes it along.
    package func finish() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        work.post(nil)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec += Self.lastPatience
        _ = linux_join(thread, &time)
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        linux_name_thread("disk")
        let disk = Unmanaged<DiskThread>.fromOpaque(context).takeRetainedValue()
        while true {
            for piece in disk.work.wait() {
                guard let piece else { return nil }
                piece()
            }
        }
    }
}
