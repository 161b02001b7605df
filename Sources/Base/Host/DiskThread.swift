// SPDX-License-Identifier: Apache-2.0
//
// The only thread that touches the disk, with the helpers that it starts, so that the answering thread never
// blocks on it.
//
// A disk may be slow: a flush takes milliseconds, the removal of a large folder seconds, and a network file
// system without its server blocks for ever. So every open, read, flush or removal is a piece of work for
// this thread, which runs the pieces one after another in the order of the requests. Values go in with the
// work and come out through a mailbox; pieces share no mutable state with the other thread.
//
// A piece reports the path that it works on, and so does each of its reader threads. If one of them has not
// returned from a path for a while, `stall` names that path: queued calls are then refused, and so are later
// ones. A slow piece that moves from path to path is not a stall, nor is one that lacks processor time.

import CLinux
import Glibc
import Synchronization

/// Runs pieces of work one after another on a thread of its own.
package final class DiskThread: Sendable {
    /// Milliseconds without a response after which a file system counts as stalled.
    package static let timeout = 5_000
    /// Milliseconds that the shutdown waits for the thread: counted from `beginEnd`, and, if other steps took
    /// long, at least from `finish`.
    private static let (shutdownTimeout, minimumShutdownTimeout) = (3_000, 1_000)

    private struct Visit {
        let path: String
        let since: Int
    }

    private let work: Mailbox<(@Sendable () -> Void)?>
    /// The current path of each thread of the running piece; nil between two pieces.
    private let present = Mutex<[pid_t: Visit]?>(nil)
    /// Number of unfinished pieces.
    private let pieces = Atomic(0)
    /// Start of the shutdown; nil before.
    private let end = Mutex<Int?>(nil)
    /// A monotonic clock, in milliseconds.
    private let clock: @Sendable () -> Int
    private let thread = Mutex<pthread_t?>(nil)

    /// - Throws: `storage` if the kernel cannot create the thread or its mailbox.
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

    /// Queues a piece of work behind all others; after `finish` it is dropped. `path` is the piece's first
    /// path for `stall`.
    package func run(at path: String, _ piece: @escaping @Sendable () -> Void) {
        guard thread.withLock({ $0 != nil }) else { return }
        pieces.add(1, ordering: .relaxed)
        work.post { [self] in
            present.withLock { $0 = [linux_thread_id(): Visit(path: path, since: clock())] }
            piece()
            present.withLock { $0 = nil }
            pieces.subtract(1, ordering: .relaxed)
        }
    }

    /// Called by a piece: records the calling thread's current path; nil when that thread is done.
    package func reportPath(_ path: String?) {
        present.withLock { $0?[linux_thread_id()] = path.map { Visit(path: $0, since: clock()) } }
    }

    /// The path that has not responded for `timeout`; nil if no path blocks the work.
    package var stall: String? { stall(after: Self.timeout) }

    private func stall(after timeout: Int) -> String? {
        let now = clock()
        let late = present.withLock { $0?.filter { now - $0.value.since >= timeout } } ?? [:]
        return late.filter { Self.isBlocked($0.key) }.values.min { $0.since < $1.since }?.path
    }

    /// Whether the thread waits in the kernel; false if it runs, or would if a processor were free.
    private static func isBlocked(_ thread: pid_t) -> Bool {
        // "TID (disk) STATE …", proc(5). The names are ours, without parentheses.
        let status = try? AtomicFile.read("/proc/self/task/\(thread)/stat", limit: 4096)
        return status?.split(separator: UInt8(ascii: ")")).last?.dropFirst().first != UInt8(ascii: "R")
    }

    /// The path that has blocked the work longest; nil between two pieces.
    package var busyPath: String? { oldestVisit?.value.path }

    private var oldestVisit: (key: pid_t, value: Visit)? {
        present.withLock { $0?.min { $0.value.since < $1.value.since } }
    }

    /// Whether a piece is running or queued.
    package var isBusy: Bool { pieces.load(ordering: .relaxed) > 0 }

    // MARK: Ending

    /// Marks the start of the shutdown, so that work that waits for another process can give up.
    package func beginEnd() { end.withLock { $0 = $0 ?? clock() } }

    package var isEnding: Bool { end.withLock { $0 != nil } }

    /// Ends the thread when all its work is done. If that takes too long after `beginEnd`, the thread ends
    /// with the process.
    package func finish() {
        beginEnd()
        guard let thread = thread.withLock({ $0.take() }) else { return }
        work.post(nil)
        let spent = clock() - (end.withLock { $0 } ?? clock())
        _ = Self.join(thread, within: max(Self.minimumShutdownTimeout, Self.shutdownTimeout - spent))
    }

    /// Ends the thread when all its work is done, however long it computes.
    ///
    /// - Returns: the path that has blocked the work for the shutdown's time; nil if the work is done.
    package func finishUnlessBlocked() -> String? {
        guard let thread = thread.withLock({ $0.take() }) else { return nil }
        work.post(nil)
        while !Self.join(thread, within: Self.shutdownTimeout) {
            if let path = stall(after: Self.shutdownTimeout) { return path }
        }
        return nil
    }

    private static func join(_ thread: pthread_t, within timeout: Int) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        time.tv_nsec += timeout % 1_000 * 1_000_000
        time.tv_sec += timeout / 1_000 + time.tv_nsec / 1_000_000_000
        time.tv_nsec %= 1_000_000_000
        return linux_join(thread, &time) == 0
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
