// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import StrictJSON

extension Sheet.Progress {
    /// What is kept of a status, in characters: a line or two of a sheet.
    private static let maximumStatus = 500

    /// Takes over what an activity has reported by sd_notify(3). What makes no sense is passed over.
    mutating func take(_ message: [String: String]) {
        if let text = message["STATUS"] {
            status = text.isEmpty ? nil : JSON.streamSafe(String(text.prefix(Self.maximumStatus)))
        }
        if let text = message["X_PROGRESS"], let number = Double(text), (0...1).contains(number) {
            fraction = number
        }
    }
}
