// SPDX-License-Identifier: Apache-2.0

/// How a sheet ended.
package enum SheetOutcome: Hashable, Sendable {
    /// An activity ended well, or was handed over.
    case performed
    /// The person left, or cancelled what ran.
    case left
    /// The last thing that was tried failed, and the person has seen why.
    case failed(reason: String)
    /// No sheet was shown, or it is gone before its end.
    case refused(SheetRefusal)

    /// As a portal's Response has it.
    package var response: UInt32 {
        switch self {
        case .performed: 0
        case .left: 1
        case .failed, .refused: 2
        }
    }
}

extension SheetOutcome {
    /// The outcome of a sheet in another program, which never says why.
    package init(response: UInt32) {
        switch response {
        case 0: self = .performed
        case 1: self = .left
        default: self = .failed(reason: "It failed. The sheet has shown why.")
        }
    }
}
