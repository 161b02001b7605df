// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Varlink

/// The only place where a fault becomes an error on the wire.
extension CallError {
    init(_ fault: ContentFault) {
        switch fault {
        case .invalid(let item, let reason): self = .invalidContent(item: item, reason: reason)
        case .tooMany(let maximum): self = .limitExceeded(limit: "items", maximum: maximum)
        }
    }

    init(_ refusal: PerformRefusal, of identifier: String) {
        switch refusal {
        case .invalidContent(let item, let reason): self = .invalidContent(item: item, reason: reason)
        case .noSuchActivity: self = .noSuchActivity(identifier: identifier)
        case .contentChanged(let item): self = .contentChanged(item: item)
        case .notApplicable(let code, let reason):
            self = .notApplicable(identifier: identifier, code: code, reason: reason)
        case .answersRequired(let form, let locale):
            self = .answersRequired(fields: form.map { Sheet.Field($0, locale: locale) })
        case .invalidAnswer(let field, let reason): self = .invalidAnswer(field: field, reason: reason)
        case .optionsUnavailable(let field, let reason):
            self = .optionsUnavailable(field: field, reason: reason)
        case .notPerformable(let reason):
            // It may name a file that bears any name.
            self = .notPerformable(identifier: identifier, reason: JSON.streamSafe(reason))
        case .tooManyRunning: self = .notPerformable(identifier: identifier, reason: refusal.sentence)
        case .limitExceeded(let limit, let maximum): self = .limitExceeded(limit: limit, maximum: maximum)
        case .noSuchUnit(let unit): self = .noSuchUnit(unit: unit)
        }
    }

    init(_ fault: ChangeFault) {
        switch fault {
        case .notPermitted(let reason): self = .notPermitted(reason: reason)
        case .lockedByAdmin(let identifier, let place):
            self = .lockedByAdmin(identifier: identifier, by: place)
        case .rejected(let diagnostics): self = .rejected(diagnostics: diagnostics)
        case .noSuchActivity(let identifier): self = .noSuchActivity(identifier: identifier)
        case .systemOrderIsFixed(let identifier): self = .systemOrderIsFixed(identifier: identifier)
        case .repeated: self = .invalidParameter(parameter: "identifiers")
        case .tooManyFiles(let maximum): self = .limitExceeded(limit: "files", maximum: maximum)
        case .tooManyIcons(let maximum): self = .limitExceeded(limit: "icons", maximum: maximum)
        case .disk(.tooManyCalls(let maximum)): self = .limitExceeded(limit: "calls", maximum: maximum)
        case .disk(.tooManyBytes(let maximum)): self = .limitExceeded(limit: "bytes", maximum: maximum)
        case .disk(let refusal):
            let reason = JSON.streamSafe(refusal.description)
            self = .storageFailed(reason: reason)
            if case .unknown = refusal { self = .outcomeUnknown(reason: reason) }
        case .store(.invalidPath): self = .invalidParameter(parameter: "files")
        case .store(let error):
            let reason = error.description
            switch error {
            case .inTheWay: self = .notPermitted(reason: reason)
            case .notRolledBack: self = .outcomeUnknown(reason: reason)
            default: self = .storageFailed(reason: reason)
            }
        }
    }
}
