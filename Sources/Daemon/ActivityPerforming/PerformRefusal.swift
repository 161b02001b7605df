// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host

/// The reason why an activity is not performed, followed or cancelled.
package enum PerformRefusal: Error, Sendable {
    case invalidContent(item: Int, reason: String)
    case noSuchActivity
    /// A prepared copy or a file beside it has changed since the copy was made, or its record is missing.
    case contentChanged(item: Int)
    case notApplicable(Verdict.Code, reason: String)
    /// The client must show this form, in this language.
    case answersRequired([FormField], LocaleTag?)
    case invalidAnswer(field: String, reason: String)
    /// The options of a live field could not be listed.
    case optionsUnavailable(field: String, reason: String)
    case notPerformable(reason: String)
    case tooManyRunning(maximum: Int)
    case limitExceeded(String, Int)
    case noSuchUnit(String)

    package init(_ refusal: DiskRefusal) {
        switch refusal {
        case .tooManyCalls(let maximum): self = .limitExceeded("calls", maximum)
        case .tooManyBytes(let maximum): self = .limitExceeded("bytes", maximum)
        case .stalled, .ending, .unknown: self = .notPerformable(reason: refusal.description)
        }
    }

    package init(_ fault: ContentFault) {
        switch fault {
        case .invalid(let item, let reason): self = .invalidContent(item: item, reason: reason)
        case .tooMany(let maximum): self = .limitExceeded("items", maximum)
        }
    }

    static func system(_ what: String, _ code: Int32) -> PerformRefusal {
        .notPerformable(reason: "\(what): \(ErrorText.of(code)).")
    }
}

extension PerformRefusal {
    package var sentence: String {
        switch self {
        case .invalidContent(_, let reason), .notApplicable(_, let reason), .invalidAnswer(_, let reason),
            .optionsUnavailable(_, let reason), .notPerformable(let reason):
            reason
        case .noSuchActivity, .noSuchUnit: "It is gone."
        case .contentChanged: "A file has changed since its copy was made. Prepare the copies again."
        case .answersRequired: "An answer is missing."
        case .tooManyRunning(let maximum):
            "\(maximum) activities already run. Wait until one of them has ended."
        case .limitExceeded(let limit, let maximum): "There are more than \(maximum) \(limit)."
        }
    }
}
