// SPDX-License-Identifier: Apache-2.0

import Systemd

/// Admits a few messages per minute, and counts the others.
struct Throttle {
    /// Length of the window, in microseconds, and the maximum messages in it.
    static let window = 60_000_000
    private static let maximum = 10

    private var windowEnd = 0
    private var admitted = 0
    private var dropped = 0

    /// - Parameter now: current time in microseconds of CLOCK_BOOTTIME.
    /// - Returns: text about the messages dropped since the last one, empty if there are none; nil if this
    ///   message is to be dropped too.
    mutating func admit(at now: Int = Clock.sinceBoot) -> String? {
        if now >= windowEnd { (windowEnd, admitted) = (now + Self.window, 0) }
        guard admitted < Self.maximum else {
            dropped += 1
            return nil
        }
        admitted += 1
        let rest = takeDropped()
        return rest > 0 ? " \(rest) more were not logged." : ""
    }

    /// Returns the number of messages dropped since the last one, and resets it.
    mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
