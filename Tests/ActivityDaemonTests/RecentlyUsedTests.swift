// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ActivityDaemon

@Suite struct RecentlyUsedTests {
    @Test func whatWasUsedLeastRecentlyGoesFirst() {
        var values = RecentlyUsed<Int, Int>(limit: 100) { $0 }
        for key in 0..<10 { values[key] = 10 }
        #expect((0..<10).allSatisfy { values[$0] == 10 })
        #expect(values[0] == 10)
        values[10] = 10
        // A quarter is evicted at once.
        #expect((0...10).filter { values[$0] != nil } == [0, 5, 6, 7, 8, 9, 10])
    }

    @Test func oneThatIsLargerThanAllTogetherIsKeptAlone() {
        var values = RecentlyUsed<Int, Int>(limit: 100) { $0 }
        values[0] = 10
        values[1] = 1000
        #expect(values[0] == nil && values[1] == 1000)
        values[2] = 10
        #expect(values[1] == nil && values[2] == 10)
    }
}
