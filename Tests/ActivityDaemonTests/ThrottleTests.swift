// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ActivityDaemon

/// Messages that clients can cause as often as they like.
struct ThrottleTests {
    @Test func `Ten a minute are let through, and the next one tells once how many were not`() {
        var throttle = Throttle()
        func admit(_ count: Int, at second: Int) -> [String?] {
            (0..<count).map { _ in throttle.admit(at: second * 1_000_000) }
        }
        #expect(admit(12, at: 100) == Array(repeating: "", count: 10) + [nil, nil])
        #expect(admit(1, at: 159) == [nil])
        #expect(admit(3, at: 160) == [" 3 more were not logged.", "", ""])
        #expect(admit(1, at: 300) == [""])
        #expect(
            admit(11, at: 300).last == .some(nil) && throttle.takeDropped() == 2
                && throttle.takeDropped() == 0)
    }
}
