// SPDX-License-Identifier: Apache-2.0

import Systemd

/// Lets a few through in each minute, and counts the others.
struct Throttle {
    static let window = 60_000_000
    private static let most = 10

    private var windowEnd = 0
    private var admitted = 0
    private var left = 0

    /// - Parameter now: in microseconds of CLOCK_BOOTTIME.
    /// - Returns: what the message is to say of those left out before it; nil if it is to be left out too.
    mutating func admit(at now: Int = Clock.sinceBoot) -> String? {
        if now >= windowEnd { (windowEnd, admitted) = (now + Self.window, 0) }
        guard admitted < Self.most else {
            left += 1
            return nil
        }
        admitted += 1
        let rest = rest()
        return rest > 0 ? " \(rest) more were not logged." : ""
    }

    /// How many were left out since the last message; counted once.
    mutating func rest() -> Int {
        defer { left = 0 }
        return left
    }
}
