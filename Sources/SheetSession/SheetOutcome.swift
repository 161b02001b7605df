// SPDX-License-Identifier: Apache-2.0

/// How a sheet ended.
package enum SheetOutcome: Hashable, Sendable {
    /// An activity ended well, or was handed over.
    case performed
    /// The person left, or cancelled what ran.
    case left
    /// The last thing that was tried failed.
    case failed(reason: String)

    /// As a portal's Response has it.
    package var response: UInt32 {
        switch self {
        case .performed: 0
        case .left: 1
        case .failed: 2
        }
    }
}

extension SheetOutcome {
    /// Of a sheet in another program, which never says why.
    package init(response: UInt32) {
        switch response {
        case 0: self = .performed
        case 1: self = .left
        default: self = .failed(reason: "The last thing that was tried failed.")
        }
    }
}
