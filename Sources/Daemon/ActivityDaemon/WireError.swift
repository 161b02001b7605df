// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Varlink

/// The errors of both interfaces, and the only place where a fault becomes a Varlink error.
enum WireError {
    static func invalidContent(_ fault: ContentFault, interface: String) -> VarlinkError {
        switch fault {
        case .invalid(let item, let reason):
            VarlinkError(
                interface + ".InvalidContent", Sheet.InvalidContent(item: item, reason: reason).object)
        case .tooMany(let maximum): limitExceeded("items", maximum, interface: interface)
        }
    }

    static func limitExceeded(_ limit: String, _ maximum: Int, interface: String = Interfaces.sheet)
        -> VarlinkError
    {
        VarlinkError(interface + ".LimitExceeded", Sheet.LimitExceeded(limit: limit, maximum: maximum).object)
    }

    static func noSuchActivity(_ identifier: String, interface: String) -> VarlinkError {
        VarlinkError(interface + ".NoSuchActivity", Sheet.NoSuchActivity(identifier: identifier).object)
    }

    static func notPerformable(_ identifier: String, _ reason: String) -> VarlinkError {
        // It may name a file that bears any name.
        Sheet.NotPerformable(identifier: identifier, reason: JSON.streamSafe(reason)).error
    }

    static func noSuchUnit(_ unit: String) -> VarlinkError {
        Sheet.NoSuchUnit(unit: unit).error
    }

    static func refusal(_ refusal: PerformRefusal, of identifier: String) -> VarlinkError {
        switch refusal {
        case .invalidContent(let item, let reason):
            Sheet.InvalidContent(item: item, reason: reason).error
        case .noSuchActivity: Sheet.NoSuchActivity(identifier: identifier).error
        case .contentChanged(let item): Sheet.ContentChanged(item: item).error
        case .notApplicable(let code, let reason):
            Sheet.NotApplicable(identifier: identifier, code: code, reason: reason).error
        case .answersRequired(let form, let locale):
            Sheet.AnswersRequired(fields: form.map { Sheet.Field($0, locale: locale) }).error
        case .invalidAnswer(let field, let reason): Sheet.InvalidAnswer(field: field, reason: reason).error
        case .optionsUnavailable(let field, let reason):
            Sheet.OptionsUnavailable(field: field, reason: reason).error
        case .notPerformable(let reason): notPerformable(identifier, reason)
        case .tooManyRunning: notPerformable(identifier, refusal.sentence)
        case .limitExceeded(let limit, let maximum): limitExceeded(limit, maximum)
        case .noSuchUnit(let unit): noSuchUnit(unit)
        }
    }

    static func notReloaded(_ reason: String) -> VarlinkError {
        VarlinkError(Interfaces.service + ".ReloadFailed", JSON.Object([("reason", .string(reason))]))
    }

    static func notPermitted(_ reason: String) -> VarlinkError {
        Registry.NotPermitted(reason: reason).error
    }

    static func change(_ fault: ChangeFault) -> VarlinkError {
        let registry = Interfaces.registry
        switch fault {
        case .notPermitted(let reason): return notPermitted(reason)
        case .lockedByAdmin(let identifier, let place):
            return Registry.LockedByAdmin(identifier: identifier, by: place).error
        case .rejected(let diagnostics): return Registry.Rejected(diagnostics: diagnostics).error
        case .noSuchActivity(let identifier): return noSuchActivity(identifier, interface: registry)
        case .systemOrderIsFixed(let identifier):
            return Registry.SystemOrderIsFixed(identifier: identifier).error
        case .repeated: return .invalidParameter("identifiers")
        case .tooManyFiles(let maximum): return limitExceeded("files", maximum, interface: registry)
        case .tooManyIcons(let maximum): return limitExceeded("icons", maximum, interface: registry)
        case .disk(.tooManyCalls(let maximum)): return limitExceeded("calls", maximum, interface: registry)
        case .disk(.tooManyBytes(let maximum)): return limitExceeded("bytes", maximum, interface: registry)
        case .disk(let refusal):
            let reason = JSON.streamSafe(refusal.description)
            if case .unknown = refusal { return Registry.OutcomeUnknown(reason: reason).error }
            return Registry.StorageFailed(reason: reason).error
        case .store(let error) where error.isAboutWhatIsThere: return notPermitted(error.description)
        case .store(.invalidPath): return .invalidParameter("files")
        case .store(let error):
            if case .notTakenBack = error { return Registry.OutcomeUnknown(reason: error.description).error }
            return Registry.StorageFailed(reason: error.description).error
        }
    }
}

extension StorageError {
    /// Whether an entry that the person stored there is in the way.
    fileprivate var isAboutWhatIsThere: Bool {
        switch self {
        case .linkInTheWay, .bundleLinkInTheWay, .copyInTheWay: true
        default: false
        }
    }
}
