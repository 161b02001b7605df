// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@testable import ActivityPerforming

/// Records that a daemon leaves for its successor.
struct PerformRecordTests {
    @Test func whatIsLeftIsRead() throws {
        var record = PerformRecord(
            unit: "u.service", identifier: "org.example.one", title: "One", started: 1, deadline: 2,
            handsOver: true, isInternal: true, answers: ["to": ""], processStart: 3)
        record.isCancelled = true
        record.made = [try ReportedResult("image/png file:///a")]
        #expect(try PerformRecord(json: record.json) == record)
    }

    /// An upgrade restarts the daemon while activities go on running.
    @Test func whatAnOlderDaemonHasLeftIsRead() throws {
        let left: JSON = [
            "unit": "u.service", "identifier": "org.example.one", "started": 1, "handsOver": false,
            "isCancelled": false,
        ]
        let record = try PerformRecord(json: left)
        #expect(record.title == "org.example.one" && record.made.isEmpty && !record.isInternal)
    }

    /// A manifest may name any number of microseconds that JSON holds.
    @Test func theLongestTimeIsReadByTheNextDaemon() throws {
        let record = BundleRecord(identifier: "org.example.one", path: "/one", source: .custom)
        let bundle = Bundle(record, standing: .present, diagnostics: [])
        let job = PerformJob(
            .printing, of: bundle, by: ["true"], types: [], locale: nil, timeout: JSON.largestInteger)
        let left = PerformRecord(job)
        #expect(left.deadline == JSON.largestInteger)
        #expect(try PerformRecord(json: left.json) == left)
    }

    @Test func numbersThatNoClientReadsAreNotKept() {
        var progress = Progress(unit: "u", share: .unknown)
        progress.apply(["X_FAILED": ["1/\(JSON.largestInteger + 1)"]])
        #expect(progress.failedRuns == nil)
        progress.apply(["X_FAILED": ["1/2"]])
        #expect(progress.failedRuns?.all == 2)
    }
}
