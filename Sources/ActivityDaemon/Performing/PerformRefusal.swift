// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Host
import Systemd

/// Why something is not performed. `WireError` turns it into an error of the interface.
enum PerformRefusal: Error, Sendable {
    case invalidContent(item: Int, reason: String)
    case noSuchActivity
    case notApplicable(Verdict.Code, reason: String)
    case answersRequired([Sheet.Field])
    case invalidAnswer(field: String, reason: String)
    case notPerformable(reason: String)
    case limitExceeded(String, Int)

    init(_ refusal: DiskRefusal) {
        switch refusal {
        case .tooManyCalls(let maximum): self = .limitExceeded("calls", maximum)
        case .tooManyBytes(let maximum): self = .limitExceeded("bytes", maximum)
        case .stalled, .ending, .unknown: self = .notPerformable(reason: refusal.description)
        }
    }

    static func system(_ what: String, _ code: Int32) -> PerformRefusal {
        .notPerformable(reason: "\(what): \(reasonText(code)).")
    }

    static func reasonText(_ code: Int32) -> String {
        SystemdError(call: "", errno: code).reason
    }
}
