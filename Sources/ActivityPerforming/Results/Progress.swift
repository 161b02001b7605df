// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// How far an activity says it is.
package struct Progress: Hashable, Sendable {
    /// What is kept of a status, in characters: a line or two of a sheet.
    private static let maximumStatus = 500

    /// Clients follow and cancel it by this name; empty until it runs.
    package internal(set) var unit: String
    /// From 0 to 1.
    package internal(set) var fraction: Double?
    package internal(set) var status: String?

    /// Takes over what an activity has reported by sd_notify(3). What makes no sense is passed over.
    mutating func take(_ message: [String: [String]]) {
        if let text = message["STATUS"]?.last {
            status = text.isEmpty ? nil : JSON.streamSafe(String(text.prefix(Self.maximumStatus)))
        }
        if let text = message["X_PROGRESS"]?.last, let number = Double(text), (0...1).contains(number) {
            fraction = number
        }
    }
}
