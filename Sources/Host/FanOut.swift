// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Work on many values at once, on as many processors as there are. It comes back as a value; nothing is
/// shared while it is under way.
package enum FanOut {
    /// Below this many values a thread costs more than it saves.
    private static let share = 64
    /// Reading waits for the disk as much as for the processor, but more threads than this only wait for each
    /// other.
    private static let maximumThreads = 8

    /// The results in the order of the values.
    package static func map<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ body: @escaping @Sendable (Value) -> Result
    ) -> [Result] {
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let count = max(1, min(processors, maximumThreads, values.count / share))
        let bounds = (0...count).map { values.count * $0 / count }
        let parts = (0..<count).map { index in
            Part { values[bounds[index]..<bounds[index + 1]].map(body) }
        }
        let threads = parts.dropFirst().map { $0.start() }
        parts[0].run()
        zip(parts.dropFirst(), threads).forEach { $0.finish($1) }
        return parts.flatMap(\.results)
    }
}

/// One thread's part. Unchecked: `results` is written by the thread that runs the part, and read after it has
/// ended.
private final class Part<Result>: @unchecked Sendable {
    private(set) var results: [Result] = []
    private let work: @Sendable () -> [Result]

    private static var niceness: Int32 { 10 }

    init(_ work: @escaping @Sendable () -> [Result]) {
        self.work = work
    }

    func run() { results = work() }

    /// A thread that runs this part; nil where the system gives none.
    func start() -> pthread_t? {
        var thread = pthread_t()
        let errand = Unmanaged.passRetained(
            Errand { [self] in
                // Of this thread alone (setpriority(2)): the one that answers comes first where processors are few.
                setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
                run()
            })
        let code = pthread_create(&thread, nil, { Errand.run($0) }, errand.toOpaque())
        guard code == 0 else {
            errand.release()
            return nil
        }
        return thread
    }

    /// Waits for the thread; without one the part is run here.
    func finish(_ thread: pthread_t?) {
        if let thread { pthread_join(thread, nil) } else { run() }
    }
}

/// What a thread does, in a form that C can hand over.
private final class Errand {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    static func run(_ errand: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        errand.map { Unmanaged<Errand>.fromOpaque($0).takeRetainedValue().body() }
        return nil
    }
}
