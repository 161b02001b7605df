// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// How far an activity says it is.
package struct Progress: Hashable, Sendable {
    /// What is kept of a status, in characters: a line or two of a sheet.
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
            guard numbers.count == 2, numbers[1] > 0, (0...numbers[1]).contains(numbers[0]) else {
                return nil
            }
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

        /// The count of several: "2 of 50".
        fileprivate var text: String? {
            if case .run(let number, let count) = self { "\(number) of \(count)" } else { nil }
        }
    }

    /// Clients follow and cancel it by this name; empty until it runs.
    package internal(set) var unit: String
    /// From 0 to 1.
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    var share = Share.whole
    /// How many of the programs that ran at once have failed: "2 of 50".
    private(set) var failed: String?

    /// Takes over what an activity has reported by sd_notify(3). What makes no sense is passed over.
    mutating func take(_ message: [String: [String]]) {
        if share != .whole, let run = message["X_EACH"]?.last.flatMap({ Share($0) }) {
            share = run
            fraction = max(fraction ?? 0, run.scale(0) ?? 0)
        }
        if share != .whole, let text = message["X_FAILED"]?.last { failed = Share(text)?.text }
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
