// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Whether one bundle is listed for one request; if not, why.
package struct Verdict: Hashable, Sendable {
    /// Reasons in order of precedence: the first that applies is reported.
    package enum Code: String, CaseIterable, Sendable, JSONConvertible {
        case rejected
        case masked
        case shadowed
        case ignoredByAdmin = "ignored-by-admin"
        case ignoredByPerson = "ignored-by-person"
        case programMissing = "program-missing"
        case ownApplication = "own-application"
        case excludedByRequest = "excluded-by-request"
        case typeNotAccepted = "type-not-accepted"
        case notALocalFile = "not-a-local-file"
        case tooLarge = "too-large"
        case tooManyItems = "too-many-items"
        case tooFewItems = "too-few-items"
        /// Accepts the content, and is one of its options instead of a listed activity.
        case transform
        /// An inspector, which is never listed.
        case inspect
        case listed

        /// Whether only the content keeps the bundle from being listed.
        package var isAboutContent: Bool {
            switch self {
            case .typeNotAccepted, .notALocalFile, .tooLarge, .tooManyItems, .tooFewItems: true
            default: false
            }
        }
    }

    package let code: Code
    /// The clause that the verdict is about; nil for type-not-accepted and for reasons outside the clauses.
    package var clause: Int?
    /// The first item for which the reason applies; nil if it is not about an item.
    package var item: Int?
    /// Items that the activity or the transform gets, if it is listed or an option.
    package var taken: [TakenItem] = []

    package init(_ code: Code, clause: Int? = nil, item: Int? = nil, taken: [TakenItem] = []) {
        self.code = code
        self.clause = clause
        self.item = item
        self.taken = taken
    }

    package var isListed: Bool { code == .listed }
}

/// An item that a clause accepts, and the representation that the activity gets.
package struct TakenItem: Hashable, Sendable {
    package let item: Int
    package let clause: Int
    package let representation: Int
}
