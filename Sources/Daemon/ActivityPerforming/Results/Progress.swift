// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// How many of several programs have failed.
package struct FailedRuns: Hashable, Sendable, JSONObjectConvertible {
    package let count: Int
    package let all: Int

    init?(_ share: Progress.Share) {
        guard case .run(let count, let all) = share else { return nil }
        (self.count, self.all) = (count, all)
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        count = try object.read("failed")
        all = try object.read("all")
    }

    package var object: JSON.Object { .withoutNulls(["failed": count, "all": all]) }
}

/// How far an activity says it is.
package struct Progress: Hashable, Sendable {
    /// Maximum characters to retain of a status: a line or two of a sheet.
    private static let maximumStatus = 500

    /// The part of the whole that one of several runs is.
    enum Share: Hashable, Sendable {
        case whole
        /// One of several, until activity-sandbox says which: it does so before each.
        case unknown
        case run(Int, of: Int)

        /// As activity-sandbox's each.c tells it.
        init?(_ text: String) {
            let numbers = text.split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 2, (1...JSON.largestInteger).contains(numbers[1]),
                (0...numbers[1]).contains(numbers[0])
            else { return nil }
            self = .run(numbers[0], of: numbers[1])
        }

        /// A run's own progress as the whole's.
        func scale(_ fraction: Double) -> Double? {
            switch self {
            case .whole: fraction
            case .unknown: nil
            case .run(let index, let count): min((Double(index) + fraction) / Double(count), 1)
            }
        }
    }

    /// Clients follow and cancel it by this name; empty until it runs.
    package internal(set) var unit: String
    /// From 0 to 1.
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var share = Share.whole
    /// The failures among programs that ran at once; nil while there are none.
    package internal(set) var failedRuns: FailedRuns?

    /// Takes over what an activity has reported by sd_notify(3). What makes no sense is passed over.
    mutating func take(_ message: [String: [String]]) {
        if share != .whole, let run = message["X_EACH"]?.last.flatMap({ Share($0) }) {
            share = run
            fraction = max(fraction ?? 0, run.scale(0) ?? 0)
        }
        if share != .whole, let run = message["X_FAILED"]?.last.flatMap({ Share($0) }) {
            failedRuns = FailedRuns(run)
        }
        if let text = message["STATUS"]?.last {
            status = text.isEmpty ? nil : JSON.streamSafe(String(text.prefix(Self.maximumStatus)))
        }
        if let text = message["X_PROGRESS"]?.last, let number = Double(text), (0...1).contains(number) {
            let scaled = share.scale(number) ?? fraction
            // Programs that run at once do not know of each other.
            fraction = share == .whole ? scaled : max(scaled ?? 0, fraction ?? 0)
        }
    }
}
