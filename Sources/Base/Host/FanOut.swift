// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Work on many values at once, on as many processors as there are. It comes back as a value; nothing is
/// shared while it is under way but which values come next.
///
/// A thread that is done with a part takes the next one: where other programs keep the processors busy, the caller's
/// thread, which comes first, does most of them, and waits for one part of each other thread.
package enum FanOut {
    /// How many values are a part, at least: below this many a thread costs more than it saves.
    private static let share = 64
    /// Reading waits for the disk as much as for the processor, but more threads than this only wait for each
    /// other.
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

/// Parts, each of which one thread takes.
private final class Round: Sendable {
    private let work: @Sendable (_ part: Int) -> Void
    private let count: Int
    private let next = Atomic(0)

    init(of count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        (self.count, self.work) = (count, work)
    }

    /// Runs parts until all are taken.
    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            work(index)
        }
    }

    /// A thread that takes parts too; nil where the system gives none.
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
