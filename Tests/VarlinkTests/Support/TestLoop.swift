// SPDX-License-Identifier: Apache-2.0

import Glibc
import Varlink

/// A host loop whose only source is closures posted from any thread.
final class TestLoop: HostLoop {
    private let ends: (read: CInt, write: CInt)
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var posted: [() -> Void] = []
    var hasEnded = false
    /// The next result of `prepare`.
    var isPending = false
    private(set) var dispatches = 0

    init() {
        var pair: [CInt] = [0, 0]
        precondition(pipe(&pair) == 0)
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        ends = (pair[0], pair[1])
        pthread_mutex_init(lock, nil)
    }

    deinit {
        close(ends.read)
        close(ends.write)
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    var descriptor: CInt { ends.read }

    /// Runs `action` on the loop's thread. Any thread may call this.
    func post(_ action: @escaping () -> Void) {
        pthread_mutex_lock(lock)
        posted.append(action)
        pthread_mutex_unlock(lock)
        var byte: UInt8 = 0
        write(ends.write, &byte, 1)
    }

    func prepare() -> Bool {
        defer { isPending = false }
        return isPending
    }

    func dispatch() {
        dispatches += 1
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(ends.read, &bytes, bytes.count) > 0 {}
        pthread_mutex_lock(lock)
        let actions = posted
        posted = []
        pthread_mutex_unlock(lock)
        for action in actions { action() }
    }
}
