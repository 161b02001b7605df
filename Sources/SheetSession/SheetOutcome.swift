// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

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

/// Why there was no sheet; a menu that asked for one has nowhere to print it.
package enum SheetRefusal: Hashable, Sendable {
    case tooManyItems
    /// The caller has as many open as it may, or the service.
    case tooManySheets
    /// The service that showed it has left the bus.
    case serviceGone
    /// A sentence of the service, or of this program.
    case other(String)

    package var sentence: String {
        switch self {
        case .tooManyItems:
            "More than \(Content.maximumItems) items cannot be shared at once. Share them in parts."
        case .tooManySheets: "Too many sheets are open. Close one of them."
        case .serviceGone: "The service that showed the sheet has gone."
        case .other(let reason): reason
        }
    }

    package func notice(in words: Words) -> SheetNotice {
        switch self {
        case .tooManyItems:
            SheetNotice(title: words.notShared, body: words.tooManyItems(Content.maximumItems))
        case .tooManySheets: SheetNotice(title: words.notShared, body: words.tooManySheets)
        case .serviceGone: SheetNotice(title: words.notShared)
        case .other(let reason): SheetNotice(title: words.notShared, body: reason)
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
