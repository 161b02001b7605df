// SPDX-License-Identifier: Apache-2.0

/// A clock that only the test advances.
final class TestClock {
    /// The current time, in nanoseconds.
    private(set) var now = 1_000_000_000
    /// Number of calls to `look`.
    private(set) var looks = 0

    func look() -> Int {
        looks += 1
        return now
    }

    func advance(_ time: Duration) {
        now += Int(time.components.seconds) * 1_000_000_000 + Int(time.components.attoseconds / 1_000_000_000)
    }
}
