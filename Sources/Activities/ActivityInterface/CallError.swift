// SPDX-License-Identifier: Apache-2.0
//
// `make interfaces` writes this file from the .varlink files. Change those.

package import ActivityModel
import StrictJSON
package import Varlink

/// The errors of all interfaces of the daemon.
package enum CallError: Error, Hashable, Sendable {
    /// An item has the right shape and a wrong value. item: its place in the content, 0 where there is none.
    case invalidContent(item: Int, reason: String)
    /// An original, a copy or a passed file has changed since its copy was made, or its record is gone:
    /// prepare again. item: the place of the first copy that it concerns.
    case contentChanged(item: Int)
    /// No such activity, or none that serves.
    case noSuchActivity(identifier: String)
    /// The activity does not take this content. code: as in the verdicts of io.activityd.Registry.Explain.
    case notApplicable(identifier: String, code: ActivityModel.Verdict.Code, reason: String)
    /// Answers are missing. fields: the form, to ask.
    case answersRequired(fields: [Sheet.Field])
    /// The program of a live field has failed, so its options are not known. reason: what it printed last on
    /// standard error, or what was wrong with what it printed.
    case optionsUnavailable(field: String, reason: String)
    /// An answer is none to its question. That of a live field need only be a line of text: its program knows
    /// more.
    case invalidAnswer(field: String, reason: String)
    /// The activity is the app's own, nothing is performed in this scope, too many run at once, or what it
    /// runs cannot be run. reason: which of these, and what would help.
    case notPerformable(identifier: String, reason: String)
    /// The daemon started no such unit, or it ended more than an hour ago.
    case noSuchUnit(unit: String)
    /// Something is larger than the daemon takes. limit: "items", "frame", "connections", "reply", "answers"
    /// (bytes of all together), "files" (bytes of what the program is handed), or of one user: "icons" that
    /// wait to be drawn, "forms" that wait for their options, content that waits for its own included,
    /// "copies" that are being made, "calls" that wait for the disk, or the "bytes" of these; then the call
    /// may be repeated when they are done.
    case limitExceeded(limit: String, maximum: Int)
    /// The bundle breaks rules. diagnostics: all of them, errors first.
    case rejected(diagnostics: [Diagnostic])
    /// The peer may not do this, or nobody may do it here.
    case notPermitted(reason: String)
    /// The order of the system's activities is fixed.
    case systemOrderIsFixed(identifier: String)
    /// The admin's election of this activity is locked. by: the file that says so, and the line where it is
    /// known.
    case lockedByAdmin(identifier: String, by: String?)
    /// The change could not be written down, and has not been made.
    case storageFailed(reason: String)
    /// The daemon ends while a file system does not answer, or could neither confirm the change nor take it
    /// back: it may have been made or not.
    case outcomeUnknown(reason: String)
    /// Nothing was read anew: what held before holds on.
    case reloadFailed(reason: String)
    /// The environment block holds something that is no text.
    case inconsistentEnvironment
    /// The service has no such interface.
    case interfaceNotFound(interface: String)
    /// The interface has no such method.
    case methodNotFound(method: String)
    /// The method is declared, but the service does not offer it.
    case methodNotImplemented(method: String)
    /// This parameter is missing, unknown or not of its type.
    case invalidParameter(parameter: String)
    /// The peer may not call this method.
    case permissionDenied
    /// The method can only be called with "more".
    case expectedMore
    /// An error that no interface declares, or with other parameters.
    case other(VarlinkError)

    package init(_ varlink: VarlinkError) {
        let object = varlink.parameters
        do throws(JSON.Mismatch) {
            switch varlink.name {
            case "io.activityd.Sheet.InvalidContent", "io.activityd.Registry.InvalidContent":
                self = .invalidContent(item: try object.read("item"), reason: try object.read("reason"))
            case "io.activityd.Sheet.ContentChanged":
                self = .contentChanged(item: try object.read("item"))
            case "io.activityd.Sheet.NoSuchActivity", "io.activityd.Registry.NoSuchActivity":
                self = .noSuchActivity(identifier: try object.read("identifier"))
            case "io.activityd.Sheet.NotApplicable":
                self = .notApplicable(
                    identifier: try object.read("identifier"),
                    code: try object.read("code"),
                    reason: try object.read("reason"))
            case "io.activityd.Sheet.AnswersRequired":
                self = .answersRequired(fields: try object.read("fields"))
            case "io.activityd.Sheet.OptionsUnavailable":
                self = .optionsUnavailable(
                    field: try object.read("field"),
                    reason: try object.read("reason"))
            case "io.activityd.Sheet.InvalidAnswer":
                self = .invalidAnswer(field: try object.read("field"), reason: try object.read("reason"))
            case "io.activityd.Sheet.NotPerformable":
                self = .notPerformable(
                    identifier: try object.read("identifier"),
                    reason: try object.read("reason"))
            case "io.activityd.Sheet.NoSuchUnit":
                self = .noSuchUnit(unit: try object.read("unit"))
            case "io.activityd.Sheet.LimitExceeded", "io.activityd.Registry.LimitExceeded":
                self = .limitExceeded(limit: try object.read("limit"), maximum: try object.read("maximum"))
            case "io.activityd.Registry.Rejected":
                self = .rejected(diagnostics: try object.read("diagnostics"))
            case "io.activityd.Registry.NotPermitted":
                self = .notPermitted(reason: try object.read("reason"))
            case "io.activityd.Registry.SystemOrderIsFixed":
                self = .systemOrderIsFixed(identifier: try object.read("identifier"))
            case "io.activityd.Registry.LockedByAdmin":
                self = .lockedByAdmin(identifier: try object.read("identifier"), by: try object.read("by"))
            case "io.activityd.Registry.StorageFailed":
                self = .storageFailed(reason: try object.read("reason"))
            case "io.activityd.Registry.OutcomeUnknown":
                self = .outcomeUnknown(reason: try object.read("reason"))
            case "io.systemd.service.ReloadFailed":
                self = .reloadFailed(reason: try object.read("reason"))
            case "io.systemd.service.InconsistentEnvironment":
                self = .inconsistentEnvironment
            case "org.varlink.service.InterfaceNotFound":
                self = .interfaceNotFound(interface: try object.read("interface"))
            case "org.varlink.service.MethodNotFound":
                self = .methodNotFound(method: try object.read("method"))
            case "org.varlink.service.MethodNotImplemented":
                self = .methodNotImplemented(method: try object.read("method"))
            case "org.varlink.service.InvalidParameter":
                self = .invalidParameter(parameter: try object.read("parameter"))
            case "org.varlink.service.PermissionDenied":
                self = .permissionDenied
            case "org.varlink.service.ExpectedMore":
                self = .expectedMore
            default: self = .other(varlink)
            }
        } catch {
            self = .other(varlink)
        }
    }

    /// - Parameter interface: interface of the call, for errors that several declare.
    package func varlink(in interface: String) -> VarlinkError {
        switch self {
        case .invalidContent(let item, let reason):
            VarlinkError(
                interface + ".InvalidContent",
                .withoutNulls(["item": item, "reason": reason]))
        case .contentChanged(let item):
            VarlinkError("io.activityd.Sheet.ContentChanged", .withoutNulls(["item": item]))
        case .noSuchActivity(let identifier):
            VarlinkError(
                interface + ".NoSuchActivity",
                .withoutNulls(["identifier": identifier]))
        case .notApplicable(let identifier, let code, let reason):
            VarlinkError(
                "io.activityd.Sheet.NotApplicable",
                .withoutNulls(["identifier": identifier, "code": code, "reason": reason]))
        case .answersRequired(let fields):
            VarlinkError("io.activityd.Sheet.AnswersRequired", .withoutNulls(["fields": fields]))
        case .optionsUnavailable(let field, let reason):
            VarlinkError(
                "io.activityd.Sheet.OptionsUnavailable",
                .withoutNulls(["field": field, "reason": reason]))
        case .invalidAnswer(let field, let reason):
            VarlinkError(
                "io.activityd.Sheet.InvalidAnswer",
                .withoutNulls(["field": field, "reason": reason]))
        case .notPerformable(let identifier, let reason):
            VarlinkError(
                "io.activityd.Sheet.NotPerformable",
                .withoutNulls(["identifier": identifier, "reason": reason]))
        case .noSuchUnit(let unit):
            VarlinkError("io.activityd.Sheet.NoSuchUnit", .withoutNulls(["unit": unit]))
        case .limitExceeded(let limit, let maximum):
            VarlinkError(
                interface + ".LimitExceeded",
                .withoutNulls(["limit": limit, "maximum": maximum]))
        case .rejected(let diagnostics):
            VarlinkError(
                "io.activityd.Registry.Rejected",
                .withoutNulls(["diagnostics": diagnostics]))
        case .notPermitted(let reason):
            VarlinkError("io.activityd.Registry.NotPermitted", .withoutNulls(["reason": reason]))
        case .systemOrderIsFixed(let identifier):
            VarlinkError(
                "io.activityd.Registry.SystemOrderIsFixed",
                .withoutNulls(["identifier": identifier]))
        case .lockedByAdmin(let identifier, let by):
            VarlinkError(
                "io.activityd.Registry.LockedByAdmin",
                .withoutNulls(["identifier": identifier, "by": by]))
        case .storageFailed(let reason):
            VarlinkError(
                "io.activityd.Registry.StorageFailed",
                .withoutNulls(["reason": reason]))
        case .outcomeUnknown(let reason):
            VarlinkError(
                "io.activityd.Registry.OutcomeUnknown",
                .withoutNulls(["reason": reason]))
        case .reloadFailed(let reason):
            VarlinkError("io.systemd.service.ReloadFailed", .withoutNulls(["reason": reason]))
        case .inconsistentEnvironment:
            VarlinkError("io.systemd.service.InconsistentEnvironment")
        case .interfaceNotFound(let interface):
            VarlinkError(
                "org.varlink.service.InterfaceNotFound",
                .withoutNulls(["interface": interface]))
        case .methodNotFound(let method):
            VarlinkError("org.varlink.service.MethodNotFound", .withoutNulls(["method": method]))
        case .methodNotImplemented(let method):
            VarlinkError(
                "org.varlink.service.MethodNotImplemented",
                .withoutNulls(["method": method]))
        case .invalidParameter(let parameter):
            VarlinkError(
                "org.varlink.service.InvalidParameter",
                .withoutNulls(["parameter": parameter]))
        case .permissionDenied:
            VarlinkError("org.varlink.service.PermissionDenied")
        case .expectedMore:
            VarlinkError("org.varlink.service.ExpectedMore")
        case .other(let error): error
        }
    }
}
