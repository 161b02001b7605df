// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Glibc
import StrictJSON
import Varlink

extension Failure {
    init(_ error: VarlinkError, scope: Registry.Scope) {
        let asRoot = scope == .system && geteuid() != 0
        let name = error.name.split(separator: ".").last.map(String.init) ?? error.name
        if error.name.hasPrefix("org.varlink.service.") {
            self.init(standard: name, error.parameters, asRoot)
        } else {
            self.init(name, error, scope, asRoot)
        }
        refusal = error
    }

    private init(_ name: String, _ error: VarlinkError, _ scope: Registry.Scope, _ asRoot: Bool) {
        let parameters = error.parameters
        let identifier = parameters.text("identifier")
        switch name {
        case "Rejected": self.init(rejected: parameters)
        case "NoSuchActivity":
            self.init(
                "There is no activity \(identifier).", next: "\"activityctl list --all\" shows what there is."
            )
        case "NotPermitted":
            self.init(
                parameters.text("reason"), next: asRoot ? Self.authority : nil)
        case "LockedByAdmin":
            self.init(
                "The administrator has decided about \(identifier) and locked the decision.",
                next: "Only the administrator can take that back"
                    + (parameters.value("by") == nil ? "." : ", in \(parameters.text("by"))."))
        case "SystemOrderIsFixed":
            self.init(
                "\(identifier) is the system's, and the order of its activities is fixed.",
                next: "Arrange custom activities only; they come after the system's.")
        case "InvalidContent":
            self.init("The daemon refuses item \(parameters.text("item")): \(parameters.text("reason"))")
        case "ContentChanged":
            self.init(
                "A file has changed since its copy was made.", next: "Run the command again for a new copy.")
        case "StorageFailed":
            self.init(
                "Nothing was changed, because the change could not be saved: \(parameters.text("reason"))")
        case "OutcomeUnknown": self.init(parameters.text("reason"))
        case "ReloadFailed": self.init("Nothing was reloaded: \(parameters.text("reason"))")
        case "NotPerformable":
            self.init(
                (identifier.isEmpty ? "" : identifier + ": ") + parameters.text("reason"),
                next: scope == .system ? "Add --user to ask the daemon of your own session." : nil)
        case "NotApplicable" where parameters.text("code") == "rejected":
            self.init(
                parameters.text("reason"), next: "\"activityctl show \(identifier)\" lists all that is wrong."
            )
        case "NotApplicable" where parameters.text("code") == "transform":
            self.init(
                "\(identifier) does not act on this: \(parameters.text("reason"))",
                next: "\"activityctl perform\" takes it as an option: --option \(identifier).")
        case "NotApplicable":
            self.init(
                "\(identifier) does not act on this: \(parameters.text("reason"))",
                next: "\"activityctl sheet\" with the same content shows what does.")
        case "OptionsUnavailable":
            self.init("There is no choice for \"\(parameters.text("field"))\": \(parameters.text("reason"))")
        case "InvalidAnswer":
            self.init(
                "The answer \"\(parameters.text("field"))\" is not accepted: \(parameters.text("reason"))")
        case "NoSuchUnit":
            self.init(
                "The daemon knows no unit \(parameters.text("unit")).",
                next: "\"activityctl running\" names those that run. What has ended is kept for an hour.")
        case "LimitExceeded"
        where error.name.hasPrefix(Interfaces.sheet) && parameters.text("limit") == "files":
            self.init(
                "The files' names together are longer than \(parameters.text("maximum")) bytes.",
                next: "Select fewer.")
        case "LimitExceeded":
            self.init(limit: parameters.text("limit"), maximum: parameters.text("maximum"))
        default: self.init("The daemon answered \(printable(error.description)).")
        }
    }

    private init(standard name: String, _ parameters: JSON.Object, _ asRoot: Bool) {
        switch name {
        case "PermissionDenied":
            self.init(
                "You may not ask this daemon for that.", next: asRoot ? Self.authority : nil)
        case "InvalidParameter":
            self.init("The daemon does not accept this value for \"\(parameters.text("parameter"))\".")
        case "InterfaceNotFound":
            self.init(
                "The socket does not serve \(parameters.text("interface")).",
                next: "Use the socket io.activityd; the one for sandboxes serves sheets only.")
        case "MethodNotFound", "MethodNotImplemented":
            self.init(
                "This daemon does not know \(parameters.text("method")).",
                next: "The daemon's version differs from this program's; \"activityctl status\" shows it.")
        default: self.init("The daemon answered \(name).")
        }
    }

    private static let authority = "Ask as root for the whole machine, or with --user for yourself."

    private init(limit: String, maximum: String) {
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

    private init(rejected parameters: JSON.Object) {
        let diagnostics: [Diagnostic] = (try? parameters.read("diagnostics")) ?? []
        let lines = diagnostics.map { $0.line(Paint(isOn: false)) }
        self.init(
            "The bundle was rejected.\n" + lines.joined(separator: "\n"),
            next: "Fix it and try again; \"activityctl check BUNDLE\" shows where.")
    }
}

extension JSON.Object {
    fileprivate func text(_ name: String) -> String {
        switch value(name) {
        case .string(let text)?: printable(text)
        case .integer(let number)?: String(number)
        default: "?"
        }
    }
}
