// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What a daemon leaves to the next one about something that it has started.
struct PerformRecord: Hashable, Sendable, JSONObjectConvertible {
    private(set) var unit: String
    let identifier: String
    /// In the language of the request.
    let title: String
    /// CLOCK_BOOTTIME in microseconds.
    let started: Int
    /// When its time is over, by the same clock.
    let deadline: Int?
    let handsOver: Bool
    /// Whether the daemon itself has asked for it.
    let isInternal: Bool
    /// Whether its program is started several times, and each tells its own progress.
    let hasRuns: Bool
    /// What is to be kept for the next time if it succeeds: answers by field, "" for none.
    let answers: [String: String]?
    /// Of a process without a unit: the start time in clock ticks, by which it is told from a later one
    /// (proc(5)).
    private(set) var processStart: Int?
    /// Whether a client has cancelled it.
    var isCancelled = false
    /// What it has made until now.
    var made: [Made] = []

    init(
        unit: String, identifier: String, title: String, started: Int, deadline: Int?, handsOver: Bool,
        isInternal: Bool = false, hasRuns: Bool = false, answers: [String: String]? = nil, processStart: Int?
    ) {
        self.unit = unit
        self.identifier = identifier
        self.title = title
        self.started = started
        self.deadline = deadline
        self.handsOver = handsOver
        self.isInternal = isInternal
        self.hasRuns = hasRuns
        self.answers = answers
        self.processStart = processStart
    }

    init(_ object: JSON.Object) throws(JSON.Mismatch) {
        unit = try object.read("unit")
        identifier = try object.read("identifier")
        // A daemon of an older version wrote none.
        title = try object.read("title") ?? identifier
        started = try object.read("started")
        deadline = try object.read("deadline")
        handsOver = try object.read("handsOver")
        isInternal = try object.read("isInternal") ?? false
        hasRuns = try object.read("hasRuns") ?? false
        answers = try object.read("answers")
        processStart = try object.read("processStart")
        isCancelled = try object.read("isCancelled")
        made = try object.read("made") ?? []
    }

    /// The same of a process, which has a name only when it is there.
    func naming(_ process: SpawnedProcess) -> PerformRecord {
        var record = self
        (record.unit, record.processStart) = (process.unit, process.startTime)
        return record
    }

    var object: JSON.Object {
        .withoutNulls([
            "unit": unit, "identifier": identifier, "title": title, "started": started,
            "deadline": deadline, "handsOver": handsOver, "processStart": processStart,
            "isInternal": isInternal, "hasRuns": hasRuns, "answers": answers,
            "isCancelled": isCancelled, "made": made.isEmpty ? nil : made,
        ])
    }
}
