// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Systemd

/// A daemon's record of a perform that it started, for the next daemon.
struct PerformRecord: Hashable, Sendable {
    /// The unit's name: in memory, empty until the program runs; on the disk, a systemd unit's name is
    /// recorded before its start.
    private(set) var unit: String
    let identifier: String
    /// The activity's title in the language of the request.
    let title: String
    /// Time of the request, by CLOCK_BOOTTIME in microseconds.
    let started: Int
    /// End of the time limit, by the same clock; nil if there is none, or if the activity hands over.
    let deadline: Int?
    let handsOver: Bool
    /// Whether the daemon runs the program for itself.
    var isInternal = false
    /// Whether the program runs once for each item, each run with its own progress.
    var hasRuns = false
    /// Answers to remember if the perform succeeds, keyed by field, "" for none; nil to remember none.
    var answers: [String: String]?
    /// The target of the perform, to count if it succeeds.
    var target: TargetUse?
    /// Start time, in clock ticks, of a process without a unit; it distinguishes the process from a later one
    /// with its number (proc(5)).
    private(set) var processStart: Int?
    var isCancelled = false
    var made: [ReportedResult] = []
    /// Tokens of the copies that the activity uses.
    var copies: Set<String> = []
}

extension PerformRecord {
    init(_ job: PerformJob) {
        let now = Clock.sinceBoot
        let timeout = job.handsOver ? nil : job.options.timeoutUSec
        self.init(
            unit: "", identifier: job.identifier, title: job.title, started: now,
            deadline: timeout.map { now + min($0, JSON.largestInteger - now) }, handsOver: job.handsOver,
            isInternal: job.isInternal, hasRuns: job.hasRuns, answers: job.kept, target: job.target)
    }

    /// Adds the unit's name.
    ///
    /// - Parameter startTime: start time of a process without a unit.
    func naming(_ unit: String, startTime: Int? = nil) -> PerformRecord {
        var record = self
        (record.unit, record.processStart) = (unit, startTime)
        return record
    }
}

extension PerformRecord: JSONObjectConvertible {
    init(_ object: JSON.Object) throws(JSON.Mismatch) {
        unit = try object.read("unit")
        identifier = try object.read("identifier")
        // Older versions wrote no title.
        title = try object.read("title") ?? identifier
        started = try object.read("started")
        deadline = try object.read("deadline")
        handsOver = try object.read("handsOver")
        isInternal = try object.read("isInternal") ?? false
        hasRuns = try object.read("hasRuns") ?? false
        answers = try object.read("answers")
        target = try? object.read("target")
        processStart = try object.read("processStart")
        isCancelled = try object.read("isCancelled")
        made = try object.read("made") ?? []
        copies = Set(try object.read("copies") ?? [String]())
    }

    var object: JSON.Object {
        .withoutNulls([
            "unit": unit, "identifier": identifier, "title": title, "started": started,
            "deadline": deadline, "handsOver": handsOver, "processStart": processStart,
            "isInternal": isInternal, "hasRuns": hasRuns, "answers": answers, "target": target,
            "isCancelled": isCancelled, "made": made.isEmpty ? nil : made,
            "copies": copies.isEmpty ? nil : copies.sorted(),
        ])
    }
}
