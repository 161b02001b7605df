// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// The number of failures among several runs of a program.
package struct FailedRuns: Hashable, Sendable, JSONObjectConvertible {
    package let count: Int
    package let all: Int

    init?(_ share: Progress.WorkShare) {
        guard case .run(let count, let all) = share else { return nil }
        (self.count, self.all) = (count, all)
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        count = try object.read("failed")
        all = try object.read("all")
    }

    package var object: JSON.Object { .withoutNulls(["failed": count, "all": all]) }
}

package struct Progress: Hashable, Sendable {
    /// Maximum characters to retain of a status: a line or two of a sheet.
    private static let maximumStatus = 500

    enum WorkShare: Hashable, Sendable {
        case whole
        /// One of several runs, before activity-sandbox reports which; it does so before each run.
        case unknown
        case run(Int, of: Int)

        /// Parses a report of activity-sandbox's each.c.
        init?(_ text: String) {
            let numbers = text.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2, (1...JSON.largestInteger).contains(numbers[1]),
                (0...numbers[1]).contains(numbers[0])
            else { return nil }
            self = .run(numbers[0], of: numbers[1])
        }

        /// Converts a run's progress into the whole perform's; nil if it is unknown which run reports.
        func scale(_ fraction: Double) -> Double? {
            switch self {
            case .whole: fraction
            case .unknown: nil
            case .run(let index, let count): min((Double(index) + fraction) / Double(count), 1)
            }
        }
    }

    /// Name by which clients follow and cancel the perform; empty until it runs.
    package internal(set) var unit: String
    /// From 0 to 1; nil if nothing was reported.
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var share = WorkShare.whole
    /// Failures among several runs; nil if none was reported.
    package internal(set) var failedRuns: FailedRuns?

    /// Applies an activity's sd_notify(3) message. Invalid values are ignored.
    mutating func apply(_ message: [String: [String]]) {
        if share != .whole, let run = message["X_EACH"]?.last.flatMap({ WorkShare($0) }) {
            share = run
            fraction = max(fraction ?? 0, run.scale(0) ?? 0)
        }
        if share != .whole, let run = message["X_FAILED"]?.last.flatMap({ WorkShare($0) }) {
            failedRuns = FailedRuns(run)
        }
        if let text = message["STATUS"]?.last {
            status = text.isEmpty ? nil : JSON.streamSafe(String(text.prefix(Self.maximumStatus)))
        }
        if let text = message["X_PROGRESS"]?.last, let number = Double(text), (0...1).contains(number) {
            let scaled = share.scale(number) ?? fraction
            // Parallel runs report independently, so the fraction never decreases.
            fraction = share == .whole ? scaled : max(scaled ?? 0, fraction ?? 0)
        }
    }
}
