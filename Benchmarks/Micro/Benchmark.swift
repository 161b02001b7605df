// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Measures operations one at a time, and prints the median duration of each.
enum Benchmark {
    /// Runs of each operation, unless it is slow.
    private static let runs = 101
    /// Nanoseconds for which a run repeats its operation, so that the cost of reading the clock does not
    /// count.
    private static let runTime = 1_000_000
    /// Part of the names of the operations to measure; nil measures all.
    private static let chosen = CommandLine.arguments.dropFirst(2).first

    /// Prints the operation's name, a TAB and its median duration in nanoseconds.
    ///
    /// - Parameter parts: number of equal parts of the operation; the printed duration is that of one part.
    static func measure(_ name: String, parts: Int = 1, _ operation: () throws -> Void) rethrows {
        if let chosen, name.firstRange(of: chosen) == nil { return }
        let once = try time(1, operation)
        let repeats = max(1, runTime / max(once, 1))
        // An operation that takes more than 100 ms runs only five times.
        let times = try (0..<(once > runTime * 100 ? 5 : runs)).map { _ in
            try time(repeats, operation) / repeats
        }
        print(name, times.sorted()[times.count / 2] / parts, separator: "\t")
    }

    /// The duration of all repeats, in nanoseconds.
    private static func time(_ repeats: Int, _ operation: () throws -> Void) rethrows -> Int {
        let begin = now()
        for _ in 0..<repeats { try operation() }
        return now() - begin
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
