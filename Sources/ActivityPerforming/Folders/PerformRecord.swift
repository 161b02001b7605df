// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What a daemon leaves to the next one about something that it has started.
struct PerformRecord: Hashable, Sendable, JSONObjectConvertible {
    private(set) var unit: String
    let identifier: String
    /// CLOCK_BOOTTIME in microseconds.
    let started: Int
    /// When its time is over, by the same clock.
    let deadline: Int?
    let handsOver: Bool
    /// Of a process without a unit: the start time in clock ticks, by which it is told from a later one
    /// (proc(5)).
    private(set) var processStart: Int?
    /// Whether a client has cancelled it.
    var isCancelled = false

    init(
        unit: String, identifier: String, started: Int, deadline: Int?, handsOver: Bool, processStart: Int?
    ) {
        self.unit = unit
        self.identifier = identifier
        self.started = started
        self.deadline = deadline
        self.handsOver = handsOver
        self.processStart = processStart
    }

    init(_ object: JSON.Object) throws(JSON.Mismatch) {
        unit = try object.read("unit")
        identifier = try object.read("identifier")
        started = try object.read("started")
        deadline = try object.read("deadline")
        handsOver = try object.read("handsOver")
        processStart = try object.read("processStart")
        isCancelled = try object.read("isCancelled")
    }

    /// The same of a process, which has a name only when it is there.
    func naming(_ process: SpawnedProcess) -> PerformRecord {
        var record = self
        (record.unit, record.processStart) = (process.unit, process.startTime)
        return record
    }

    var object: JSON.Object {
        .withoutNulls([
            "unit": unit, "identifier": identifier, "started": started, "deadline": deadline,
            "handsOver": handsOver, "processStart": processStart, "isCancelled": isCancelled,
        ])
    }
}
