// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Times one operation at a time and prints what the median run of it took.
enum Benchmark {
    /// Runs of each operation; every run repeats it for about a millisecond, so that the clock costs nothing.
    private static let runs = 101
    private static let runTime = 1_000_000
    /// A part of the names of those that are to be measured; all, if left out.
    private static let chosen = CommandLine.arguments.dropFirst(2).first

    /// Prints the operation's name and the median of its nanoseconds.
    ///
    /// - Parameter parts: how many of a kind one call does; each gets its share of the time.
    static func measure(_ name: String, parts: Int = 1, _ operation: () throws -> Void) rethrows {
        if let chosen, name.firstRange(of: chosen) == nil { return }
        let once = try time(1, operation)
        let repeats = max(1, runTime / max(once, 1))
        // What takes a second has its hundred repeats within it.
        let times = try (0..<(once > runTime * 100 ? 5 : runs)).map { _ in
            try time(repeats, operation) / repeats
        }
        print(name, times.sorted()[times.count / 2] / parts, separator: "\t")
    }

    /// Nanoseconds.
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
