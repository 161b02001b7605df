// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Glibc
import Varlink

extension Failure {
    init(_ error: VarlinkError, scope: Registry.Scope) {
        let call = CallError(error)
        switch call {
        case .limitExceeded("files", let maximum) where error.name.hasPrefix(Interfaces.sheet):
            self.init(
                "The files' names together are longer than \(maximum) bytes.", next: "Select fewer.")
        case .limitExceeded(let limit, let maximum): self.init(limit: limit, maximum: maximum)
        default: self.init(call, scope, asRoot: scope == .system && geteuid() != 0)
        }
        refusal = call
    }

    private init(_ error: CallError, _ scope: Registry.Scope, asRoot: Bool) {
        let authority = asRoot ? "Ask as root for the whole machine, or with --user for yourself." : nil
        switch error {
        case .rejected(let diagnostics):
            let lines = diagnostics.map { $0.line(Paint(isOn: false)) }
            self.init(
                "The bundle was rejected.\n" + lines.joined(separator: "\n"),
                next: "Fix it and try again; \"activityctl check BUNDLE\" shows where.")
        case .noSuchActivity(let identifier):
            self.init(
                "There is no activity \(printable(identifier)).",
                next: "\"activityctl list --all\" shows what there is.")
        case .notPermitted(let reason): self.init(printable(reason), next: authority)
        case .lockedByAdmin(let identifier, let place):
            self.init(
                "The administrator has decided about \(printable(identifier)) and locked the decision.",
                next: "Only the administrator can take that back"
                    + (place.map { ", in \(printable($0))." } ?? "."))
        case .systemOrderIsFixed(let identifier):
            self.init(
                "\(printable(identifier)) is the system's, and the order of its activities is fixed.",
                next: "Arrange custom activities only; they come after the system's.")
        case .invalidContent(let item, let reason):
            self.init("The daemon refuses item \(item): \(printable(reason))")
        case .contentChanged:
            self.init(
                "A file has changed since its copy was made.", next: "Run the command again for a new copy.")
        case .storageFailed(let reason):
            self.init("Nothing was changed, because the change could not be saved: \(printable(reason))")
        case .outcomeUnknown(let reason): self.init(printable(reason))
        case .reloadFailed(let reason): self.init("Nothing was reloaded: \(printable(reason))")
        case .notPerformable(let identifier, let reason):
            self.init(
                (identifier.isEmpty ? "" : printable(identifier) + ": ") + printable(reason),
                next: scope == .system ? "Add --user to ask the daemon of your own session." : nil)
        case .notApplicable(let identifier, let code, let reason):
            self.init(inapplicable: printable(identifier), code, printable(reason))
        case .optionsUnavailable(let field, let reason):
            self.init("There is no choice for \"\(printable(field))\": \(printable(reason))")
        case .invalidAnswer(let field, let reason):
            self.init("The answer \"\(printable(field))\" is not accepted: \(printable(reason))")
        case .noSuchUnit(let unit):
            self.init(
                "The daemon knows no unit \(printable(unit)).",
                next: "\"activityctl running\" names those that run. What has ended is kept for an hour.")
        case .permissionDenied: self.init("You may not ask this daemon for that.", next: authority)
        case .invalidParameter(let parameter):
            self.init("The daemon does not accept this value for \"\(printable(parameter))\".")
        case .interfaceNotFound(let interface):
            self.init(
                "The socket does not serve \(printable(interface)).",
                next: "Use the socket io.activityd; the one for sandboxes serves sheets only.")
        case .methodNotFound(let method), .methodNotImplemented(let method):
            self.init(
                "This daemon does not know \(printable(method)).",
                next: "The daemon's version differs from this program's; \"activityctl status\" shows it.")
        case .limitExceeded, .answersRequired, .inconsistentEnvironment, .expectedMore, .other:
            self.init("The daemon answered \(printable(error.description)).")
        }
    }

    private init(inapplicable identifier: String, _ code: ActivityModel.Verdict.Code, _ reason: String) {
        switch code {
        case .rejected:
            self.init(reason, next: "\"activityctl show \(identifier)\" lists all that is wrong.")
        case .transform:
            self.init(
                "\(identifier) does not act on this: \(reason)",
                next: "\"activityctl perform\" takes it as an option: --option \(identifier).")
        default:
            self.init(
                "\(identifier) does not act on this: \(reason)",
                next: "\"activityctl sheet\" with the same content shows what does.")
        }
    }

    private init(limit: String, maximum: Int) {
        switch limit {
        case "items": self.init("Too many items: the daemon takes \(maximum).", next: "Select fewer.")
        case "frame":
            self.init(
                "This is larger than \(maximum) bytes, which one call may have.", next: "Send less at a time."
            )
        case "connections": self.init("The daemon has too many connections.", next: "Try again in a moment.")
        case "reply": self.init("The answer is larger than \(maximum) bytes.", next: "Ask for one activity.")
        case "files": self.init("Too many files: the daemon takes \(maximum).")
        case "icons":
            self.init(
                "\(maximum) icons that you sent or asked for are already waiting to be drawn.",
                next: "Try again when they are done.")
        case "forms":
            self.init(
                "\(maximum) of your forms and selections already wait for their options.",
                next: "Try again when one is there.")
        case "copies":
            self.init(
                "\(maximum) selections are already being changed.",
                next: "Try again when one is done.")
        case "calls":
            self.init(
                "\(maximum) of your calls already wait for the disk.",
                next: "Try again when one is answered.")
        case "bytes":
            self.init(
                "Your calls that wait for the disk are \(maximum) bytes long together.",
                next: "Try again when one is answered.")
        case "answers":
            self.init("The answers are too long: the daemon takes \(maximum) bytes of them together.")
        default: self.init("Too much: the limit \(limit) is \(maximum).")
        }
    }
}
