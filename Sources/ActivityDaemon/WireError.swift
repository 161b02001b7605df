// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON
import Varlink

/// The errors of both interfaces; the one place where a fault becomes a Varlink error.
enum WireError {
    static func invalidContent(_ fault: ContentFault, interface: String) -> VarlinkError {
        switch fault {
        case .invalid(let item, let reason):
            make(interface, "InvalidContent", ["item": .integer(item), "reason": .string(reason)])
        case .tooMany(let maximum): limitExceeded("items", maximum, interface: interface)
        }
    }

    static func limitExceeded(_ limit: String, _ maximum: Int, interface: String = Interfaces.sheet)
        -> VarlinkError
    {
        make(interface, "LimitExceeded", ["limit": .string(limit), "maximum": .integer(maximum)])
    }

    static func noSuchActivity(_ identifier: String, interface: String) -> VarlinkError {
        make(interface, "NoSuchActivity", ["identifier": .string(identifier)])
    }

    static func notPerformable(_ identifier: String, _ reason: String) -> VarlinkError {
        make(
            Interfaces.sheet, "NotPerformable",
            ["identifier": .string(identifier), "reason": .string(reason)])
    }

    static func noSuchUnit(_ unit: String) -> VarlinkError {
        make(Interfaces.sheet, "NoSuchUnit", ["unit": .string(unit)])
    }

    /// Why an activity is not performed.
    static func refusal(_ refusal: PerformRefusal, of identifier: String) -> VarlinkError {
        let sheet = Interfaces.sheet
        switch refusal {
        case .invalidContent(let item, let reason):
            return make(sheet, "InvalidContent", ["item": .integer(item), "reason": .string(reason)])
        case .noSuchActivity: return noSuchActivity(identifier, interface: sheet)
        case .notApplicable(let code, let reason):
            let fault = Sheet.NotApplicable(identifier: identifier, code: code, reason: reason)
            return make(sheet, "NotApplicable", fault.json)
        case .answersRequired(let fields):
            return make(sheet, "AnswersRequired", Sheet.AnswersRequired(fields: fields).json)
        case .invalidAnswer(let field, let reason):
            return make(sheet, "InvalidAnswer", Sheet.InvalidAnswer(field: field, reason: reason).json)
        case .notPerformable(let reason): return notPerformable(identifier, reason)
        case .limitExceeded(let limit, let maximum): return limitExceeded(limit, maximum)
        }
    }

    static func notReloaded(_ reason: String) -> VarlinkError {
        make(Interfaces.service, "ReloadFailed", ["reason": .string(reason)])
    }

    static func notPermitted(_ reason: String) -> VarlinkError {
        make(Interfaces.registry, "NotPermitted", ["reason": .string(reason)])
    }

    /// A change that the registry refused or could not make.
    static func change(_ fault: ChangeFault) -> VarlinkError {
        let registry = Interfaces.registry
        switch fault {
        case .notPermitted(let reason): return notPermitted(reason)
        case .lockedByAdmin(let identifier):
            return make(registry, "LockedByAdmin", ["identifier": .string(identifier)])
        case .rejected(let diagnostics): return make(registry, "Rejected", ["diagnostics": diagnostics.json])
        case .noSuchActivity(let identifier): return noSuchActivity(identifier, interface: registry)
        case .systemOrderIsFixed(let identifier):
            return make(registry, "SystemOrderIsFixed", ["identifier": .string(identifier)])
        case .repeated: return .invalidParameter("identifiers")
        case .tooManyFiles(let maximum): return limitExceeded("files", maximum, interface: registry)
        case .tooManyIcons(let maximum): return limitExceeded("icons", maximum, interface: registry)
        case .disk(.tooManyCalls(let maximum)): return limitExceeded("calls", maximum, interface: registry)
        case .disk(.tooManyBytes(let maximum)): return limitExceeded("bytes", maximum, interface: registry)
        case .disk(.unknown(let path)):
            let reason = DiskRefusal.unknown(path: path).description
            return make(registry, "OutcomeUnknown", ["reason": .string(reason)])
        case .disk(let refusal):
            return make(registry, "StorageFailed", ["reason": .string(refusal.description)])
        case .store(.linkInTheWay(let path)):
            return notPermitted(StorageError.linkInTheWay(path: path).description)
        case .store(.invalidPath): return .invalidParameter("files")
        case .store(let error): return make(registry, "StorageFailed", ["reason": .string(error.description)])
        }
    }

    private static func make(
        _ interface: String, _ name: String, _ parameters: JSON
    ) -> VarlinkError {
        VarlinkError(interface + "." + name, (try? JSON.Object(json: parameters)) ?? JSON.Object())
    }
}
