// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Parallel work on many values, on up to as many threads as processors, but at most eight. The results come
/// back as a value; the threads share only these and the index of the next part.
///
/// A thread that finishes a part starts the next one: if other programs keep the processors busy, the
/// caller's thread, which has priority, does most parts, and waits for one part of each other thread.
package enum FanOut {
    /// Minimum values per part: with fewer, a thread costs more than it saves.
    private static let share = 64
    /// Reading waits for the disk as much as for the processor, but more threads only wait for each other.
    private static let maximumThreads = 8

    /// The results in the order of the values.
    package static func map<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ body: @escaping @Sendable (Value) -> Result
    ) -> [Result] {
        let count = max(1, values.count / share)
        let parts = Mutex<[[Result]]>(Array(repeating: [], count: count))
        let round = Round(of: count) { index in
            let part = values[(values.count * index / count)..<(values.count * (index + 1) / count)].map(body)
            parts.withLock { $0[index] = part }
        }
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let threads = (1..<min(max(1, processors), maximumThreads, count)).compactMap { _ in round.start() }
        round.run()
        for thread in threads { pthread_join(thread, nil) }
        return parts.withLock { $0.flatMap(\.self) }
    }
}

/// Parts of the work, each run by one thread.
private final class Round: Sendable {
    private let work: @Sendable (_ part: Int) -> Void
    private let count: Int
    private let next = Atomic(0)

    init(of count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        (self.count, self.work) = (count, work)
    }

    /// Runs parts until none is left.
    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            work(index)
        }
    }

    /// Starts a helper thread; nil if the system cannot create one.
    func start() -> pthread_t? {
        var thread = pthread_t()
        let round = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, { Round.main($0) }, round.toOpaque())
        guard code == 0 else {
            round.release()
            return nil
        }
        return thread
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        ThreadPriority.helping.apply()
        Unmanaged<Round>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
