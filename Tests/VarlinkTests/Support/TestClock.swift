// SPDX-License-Identifier: Apache-2.0

/// A clock that stands still until the test moves it.
final class TestClock {
    /// Nanoseconds.
    private(set) var now = 1_000_000_000
    /// How often it was looked at.
    private(set) var looks = 0

    func look() -> Int {
        looks += 1
        return now
    }

    func advance(_ time: Duration) {
        now += Int(time.components.seconds) * 1_000_000_000 + Int(time.components.attoseconds / 1_000_000_000)
    }
}
