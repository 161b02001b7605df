// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Systemd

/// What is kept of a start until its program runs.
struct PendingStart {
    let identifier: String
    private let title: String
    let handsOver: Bool
    private let isInternal: Bool
    private let hasRuns: Bool
    private let answers: [String: String]?
    let itemNames: Set<String>
    /// Microseconds; nil: as long as it likes.
    let timeout: Int?
    /// The client that asked for it.
    let client: any PerformClient
    private let time = Clock.sinceBoot

    init(_ job: PerformJob, for client: any PerformClient) {
        identifier = job.identifier
        title = job.title
        handsOver = job.handsOver
        isInternal = job.isInternal
        hasRuns = !job.runs.isEmpty
        answers = job.kept
        itemNames = Set(job.items.flatMap(\.names))
        timeout = job.handsOver ? nil : job.options.timeoutUSec
        self.client = client
    }

    /// - Parameters:
    ///   - unit: empty where it has no name yet.
    ///   - startTime: of a process without a unit.
    func record(_ unit: String, startTime: Int? = nil) -> PerformRecord {
        let deadline = timeout.map { $0 < .max - time ? time + $0 : .max }
        return PerformRecord(
            unit: unit, identifier: identifier, title: title, started: time, deadline: deadline,
            handsOver: handsOver, isInternal: isInternal, hasRuns: hasRuns, answers: answers,
            processStart: startTime)
    }
}
