// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import TestSupport
import Testing

@testable import ActivityDaemon

/// The distribution of descriptors.
struct DescriptorBudgetTests {
    private static func budget(_ connections: Int, of available: Int) -> DescriptorBudget {
        DescriptorBudget(
            connections: connections, activities: ProgramLimits.all, of: available)
    }

    @Test func `Where there are enough all have what they want`() {
        let budget = Self.budget(1024, of: 128 + 1024 + 256 * Performer.descriptors)
        #expect(budget.connections == 1024 && budget.activities == 256)
    }

    @Test(arguments: [48, 64, 128, 256, 1024, 2000], [256, 1024, 65_536])
    func `Each activity that runs leaves room for its client and one that cancels it`(
        _ available: Int, _ connections: Int
    ) {
        let budget = Self.budget(connections, of: available)
        #expect(budget.activities > 0 && budget.connections / 2 > budget.activities)
        #expect(budget.connections + budget.activities * Performer.descriptors < available)
    }

    /// Three descriptors of each activity that runs stay open with systemd; the bus connection has one.
    @Test func `The unit has systemd keep what as many activities as may run leave with it`() {
        let unit = Files.text(Checkout.path + "/systemd/user/activityd.service")
        let setting = unit.split(separator: "\n").first { $0.hasPrefix("FileDescriptorStoreMax=") }
        let kept = setting?.split(separator: "=").last.flatMap { Int($0) } ?? 0
        #expect(kept > 3 * ProgramLimits.all)
    }

    @Test func `Where nothing runs all is for connections`() {
        let budget = DescriptorBudget(connections: 1024, activities: 0, of: 1024)
        #expect(budget.connections == 1024 - 128 && budget.activities == 0)
    }

    @Test(arguments: [(2048, 256), (1024, 128), (64, 8)])
    func `Sandboxes have an eighth at most`(_ available: Int, _ expected: Int) {
        let budget = DescriptorBudget(
            connections: 1024, activities: 1, sandboxed: 256, of: available)
        #expect(budget.sandboxed == expected && budget.connections > budget.sandboxed)
    }
}
