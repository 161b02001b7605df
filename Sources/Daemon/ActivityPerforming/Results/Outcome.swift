// SPDX-License-Identifier: Apache-2.0

import CLinux
package import Host
package import StrictJSON
import Systemd

/// The end of an activity, as clients receive it.
package struct Outcome: Hashable, Sendable {
    package enum Result: String, CaseIterable, Sendable, JSONConvertible {
        case success, failure, cancelled
    }

    package let progress: Progress
    package let result: Result
    package private(set) var exitStatus: Int?
    /// Name of the signal that ended the main process, such as SIGKILL.
    package private(set) var signal: String?
    /// Whether the activity was stopped because it exceeded its time limit.
    package internal(set) var isOverdue = false
    /// Standard output; nil if it is empty, or if it is not the activity's result.
    package internal(set) var output: String?
    /// Raw output of a program that the daemon runs for itself; not part of a stored outcome.
    var printedBytes: [UInt8] = []
    /// The reason for a failure, for people; nil if the activity gave none.
    package internal(set) var reason: String?
    /// The retained part of standard error; not part of a stored outcome.
    package internal(set) var errors: String?
    package internal(set) var made: [ReportedResult] = []
    /// The result of a Prepare, or its fault; nil for a perform. Not part of a stored outcome.
    package internal(set) var preparation: PreparationEnd?
    /// Reasons why reported results were left out; not part of a stored outcome.
    package internal(set) var faults: [String] = []

    /// - Parameter end: how the main process ended; nil if that is unknown, or if it still runs.
    init(_ progress: Progress, _ result: Result, _ end: ProcessEnd?) {
        self.progress = progress
        self.result = result
        switch end {
        case .exited(let status): exitStatus = status
        case .killed(let signal): self.signal = Self.name(ofSignal: signal)
        case nil: break
        }
    }

    /// The outcome as the disk would return it: without standard error and faults.
    var kept: Outcome {
        var outcome = self
        (outcome.errors, outcome.faults) = (nil, [])
        return outcome
    }

    private static func name(ofSignal number: Int) -> String {
        linux_signal_name(CInt(number)).map { "SIG" + String(cString: $0) } ?? "SIGRTMIN+\(number - 34)"
    }
}

extension Outcome: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        progress = Progress(
            unit: try object.read("unit"), fraction: try object.read("fraction"),
            status: try object.read("status"), failedRuns: try object.read("runs"))
        result = try object.read("result")
        exitStatus = try object.read("exitStatus")
        signal = try object.read("signal")
        isOverdue = try object.read("timedOut") ?? false
        output = try object.read("output")
        reason = try object.read("reason")
        made = try object.read("made") ?? []
    }

    package var object: JSON.Object {
        .withoutNulls([
            "unit": progress.unit, "fraction": progress.fraction, "status": progress.status,
            "result": result, "exitStatus": exitStatus, "signal": signal,
            "timedOut": isOverdue ? true : nil, "output": output, "reason": reason,
            "runs": progress.failedRuns, "made": made.isEmpty ? nil : made,
        ])
    }
}

/// The outcome of an activity, completed and stored on the disk's thread.
package struct PerformanceEnd: Sendable {
    package let outcome: Outcome
    /// CLOCK_BOOTTIME in microseconds.
    let time: Int
    /// The reason why the outcome could not be stored; nil if it was.
    package private(set) var fault: StorageError?

    /// Reads the rest of the output, and derives the reason for a failure.
    ///
    /// - Parameter itemNames: names of the items and of their files.
    init(
        _ outcome: Outcome, at time: Int, _ channels: Channels, isInternal: Bool, itemNames: [String]
    ) {
        var outcome = outcome
        for pipe in channels.pipes { pipe.drain() }
        if isInternal { outcome.printedBytes = channels.output?.bytes ?? [] }
        if outcome.result == .failure {
            outcome.reason = FailureReason.make(
                outcome.progress, itemNames: itemNames, errors: channels.errors?.bytes ?? [])
        }
        // The text must be valid in JSON, for clients and for the next daemon.
        outcome.output = channels.output?.text.map(JSON.streamSafe)
        outcome.errors = channels.errors?.text.map(JSON.streamSafe)
        self.outcome = outcome
        self.time = time
    }

    func stored(in folder: PrivateFolder) -> PerformanceEnd {
        var end = self
        do { try folder.save(self) } catch { end.fault = error }
        return end
    }
}

extension PerformanceEnd: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        outcome = try object.read("progress")
        time = try object.read("ended")
    }

    package var object: JSON.Object { .withoutNulls(["progress": outcome, "ended": time]) }
}
