// SPDX-License-Identifier: Apache-2.0
//
// The thread that touches the disk, so that the one that answers never does.
//
// A disk takes its time: a flush a few milliseconds, the removal of a large folder seconds, a network file
// system whose server is gone for ever. So whatever opens, reads, flushes or removes is a piece of work for this
// thread, done one after the other in the order of the requests: what must stay ordered stays so.
// Values go in with the work and come out through a mailbox; the two threads share nothing that changes.
//
// A piece says where it is at work, and so does each thread that it reads with. When one has not come back from a path
// for a while, `stall` names that path: what waits is refused then, and so is each call that comes later. A
// piece that is slow, but comes from one path to the next, is no stall.

import CLinux
import Glibc
import Synchronization

/// Does pieces of work one after another on a thread of its own.
package final class DiskThread: Sendable {
    /// Milliseconds without an answer after which a file system counts as hanging.
    package static let patience = 5_000
    /// How long an ending program waits for it, in milliseconds, and how long at least when other things took their
    /// time.
    private static let (lastPatience, leastPatience) = (3_000, 1_000)

    private struct Visit {
        let path: String
        let since: Int
    }

    private let work: Mailbox<(@Sendable () -> Void)?>
    /// Where each thread of the present piece is at work; nil between two pieces.
    private let present = Mutex<[pthread_t: Visit]?>(nil)
    /// The pieces of work that are not done yet.
    private let pieces = Atomic(0)
    /// When the program began to end.
    private let end = Mutex<Int?>(nil)
    /// Milliseconds that never go back.
    private let clock: @Sendable () -> Int
    private let thread = Mutex<pthread_t?>(nil)

    /// - Throws: `storage` where the kernel gives no thread.
    package init(clock: @escaping @Sendable () -> Int = Clocks.monotonic) throws(StorageError) {
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

    /// Adds a piece of work behind all others; after `finish` it is dropped. `path` is what it works on, for people.
    package func run(at path: String, _ piece: @escaping @Sendable () -> Void) {
        guard thread.withLock({ $0 != nil }) else { return }
        pieces.add(1, ordering: .relaxed)
        work.post { [self] in
            present.withLock { $0 = [pthread_self(): Visit(path: path, since: clock())] }
            piece()
            present.withLock { $0 = nil }
            pieces.subtract(1, ordering: .relaxed)
        }
    }

    /// For the work itself: says where the calling thread has come to; nil where it has done its part.
    package func note(_ path: String?) {
        present.withLock { $0?[pthread_self()] = path.map { Visit(path: $0, since: clock()) } }
    }

    /// The path that has not answered for `patience`; nil where none keeps the work waiting.
    package var stall: String? {
        let now = clock()
        return longest.flatMap { now - $0.since >= Self.patience ? $0.path : nil }
    }

    /// The path that has kept the work waiting for the longest time; nil between two pieces.
    package var busyPath: String? { longest?.path }

    private var longest: Visit? { present.withLock { $0?.values.min { $0.since < $1.since } } }

    /// Whether something is being done or waits its turn.
    package var isBusy: Bool { pieces.load(ordering: .relaxed) > 0 }

    // MARK: Ending

    /// The program ends: work that waits for another process need not go on waiting.
    package func beginEnd() { end.withLock { $0 = $0 ?? clock() } }

    package var isEnding: Bool { end.withLock { $0 != nil } }

    /// Ends the thread when all of its work is done, unless that takes longer than a while from `beginEnd`: then
    /// the process takes it along.
    package func finish() {
        beginEnd()
        guard let thread = thread.withLock({ $0.take() }) else { return }
        work.post(nil)
        let spent = clock() - (end.withLock { $0 } ?? clock())
        let patience = max(Self.leastPatience, Self.lastPatience - spent)
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        time.tv_nsec += patience % 1_000 * 1_000_000
        time.tv_sec += patience / 1_000 + time.tv_nsec / 1_000_000_000
        time.tv_nsec %= 1_000_000_000
        _ = linux_join(thread, &time)
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        linux_name_thread("disk")
        ThreadPriority.disk.apply()
        let disk = Unmanaged<DiskThread>.fromOpaque(context).takeRetainedValue()
        while true {
            for piece in disk.work.wait() {
                guard let piece else { return nil }
                piece()
            }
        }
    }
}
