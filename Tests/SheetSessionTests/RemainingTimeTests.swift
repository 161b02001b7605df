// SPDX-License-Identifier: Apache-2.0

import SheetSession
import Testing

@Suite("How long something still takes")
struct RemainingTimeTests {
    private static let start = ContinuousClock.now

    /// Pairs of a fraction and its time in seconds, and the remaining time that is shown after the last.
    @Test(
        arguments: [
            ([(0.0, 0.0)], nil), ([(0.0, 0.0), (0.5, 1)], nil), ([(0.0, 0.0), (0.5, 4)], "0:05"),
            ([(0.0, 0.0), (0.1, 5)], "0:45"), ([(0.0, 0.0), (0.1, 7)], "1:30"),
            ([(0.2, 0.0), (0.6, 400)], "7:00"),
            // No progress, or all done.
            ([(0.3, 0.0), (0.3, 9)], nil), ([(0.0, 0.0), (1, 9)], nil),
            // A smaller fraction resets the estimate.
            ([(0.0, 0.0), (0.9, 100), (0.1, 101), (0.2, 102)], nil),
            ([(0.9, 0.0), (0.1, 101), (0.2, 111)], "1:30"),
            ([(0.0, 0.0), (0.00001, 9)], nil),
        ] as [([(Double, Double)], String?)])
    func times(progress: [(Double, Double)], said: String?) {
        var remaining = RemainingTime()
        var last: String?
        for (fraction, time) in progress {
            last = remaining.estimate(fraction, at: Self.start + .seconds(time))
        }
        #expect(last == said)
    }

    @Test func nothingIsSaidOfWhatHasNoFraction() {
        var remaining = RemainingTime()
        _ = remaining.estimate(0, at: Self.start)
        #expect(remaining.estimate(nil, at: Self.start + .seconds(9)) == nil)
        #expect(remaining.estimate(0.5, at: Self.start + .seconds(10)) == nil)
    }
}
