// SPDX-License-Identifier: Apache-2.0

package enum SheetOutcome: Hashable, Sendable {
    /// An activity succeeded, or handed over.
    case performed
    /// The person left, or cancelled the activity.
    case left
    /// The last attempt failed. The person has seen the reason in the sheet or in a notification.
    case failed(reason: String)
    /// No sheet was shown, or it was closed by its caller or with its program.
    case refused(SheetRefusal)

    /// The code for a portal's Response signal.
    package var response: UInt32 {
        switch self {
        case .performed: 0
        case .left: 1
        case .failed, .refused: 2
        }
    }
}

extension SheetOutcome {
    /// The outcome of another program's sheet, which gives no reason.
    package init(response: UInt32) {
        switch response {
        case 0: self = .performed
        case 1: self = .left
        default: self = .failed(reason: "It failed. The sheet has shown why.")
        }
    }
}
