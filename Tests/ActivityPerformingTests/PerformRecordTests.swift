// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import ActivityPerforming

/// Records that one daemon leaves to the next.
struct PerformRecordTests {
    @Test func whatIsLeftIsRead() throws {
        var record = PerformRecord(
            unit: "u.service", identifier: "org.example.one", title: "One", started: 1, deadline: 2,
            handsOver: true, isInternal: true, answers: ["to": ""], processStart: 3)
        record.isCancelled = true
        record.made = [try Made("image/png file:///a")]
        #expect(try PerformRecord(json: record.json) == record)
    }

    /// An upgrade restarts the daemon, and what runs goes on.
    @Test func whatAnOlderDaemonHasLeftIsRead() throws {
        let left: JSON = [
            "unit": "u.service", "identifier": "org.example.one", "started": 1, "handsOver": false,
            "isCancelled": false,
        ]
        let record = try PerformRecord(json: left)
        #expect(record.title == "org.example.one" && record.made.isEmpty && !record.isInternal)
    }
}
