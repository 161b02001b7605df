// SPDX-License-Identifier: Apache-2.0

extension Bundle {
    var rejection: String { diagnostics.first { $0.severity == .error }?.message ?? "see its diagnostics." }

    /// The verdict in words for the activity's author: the reason, and its fix.
    package func explanation(of verdict: Verdict, _ request: Request) -> String {
        switch verdict.code {
        case .rejected: "It is rejected: \(rejection)"
        case .masked, .shadowed: hiddenExplanation
        case .ignoredByAdmin where request.elections.decision(for: traits).isLocked:
            "The administrator has locked it away."
        case .ignoredByAdmin:
            "The administrator ignores it. \"activityctl elect \(identifier) use\" overrides that."
        case .ignoredByPerson: "It is ignored. \"activityctl elect \(identifier) default\" takes that back."
        case .programMissing: missing.first.map(requirementExplanation) ?? ""
        case .ownApplication:
            "It is \(manifest.application ?? "the application")'s own, "
                + "and left out of that application's own sheet."
        case .excludedByRequest: "The request excludes it."
        case .typeNotAccepted: typeExplanation(verdict.item ?? 0, request)
        case .notALocalFile where manifest.transform != nil:
            "Item \(verdict.item ?? 0) is not a file of this machine, "
                + "and a transform has no network to read it."
        case .notALocalFile where clause(verdict)?.isLocal == true:
            "Item \(verdict.item ?? 0) is not a file of this machine, and clause \(verdict.clause ?? 0) "
                + "takes no others. Take \"local\" out of it to accept more."
        case .notALocalFile:
            "Item \(verdict.item ?? 0) has no path on this machine, and %f and %F need one. "
                + "Write %u or %U to be given its URI."
        case .tooLarge: sizeExplanation(verdict.item ?? 0, verdict.clause ?? 0, request)
        case .tooManyItems:
            "Clause \(verdict.clause ?? 0) takes \(clause(verdict)?.max ?? 0) at most, and was given more. "
                + "Raise \"max\" to accept more."
        case .tooFewItems:
            "Clause \(verdict.clause ?? 0) wants \(clause(verdict)?.min ?? 0) at least, and was given fewer. "
                + "Select more, or lower \"min\"."
        case .transform:
            "It is a transform and in no list. It takes \(verdict.taken.count) of \(request.content.count) "
                + "items, and is one of their options: see \"activityctl options\"."
        case .inspect:
            "It says what is inside the items, and is in no list: see \"activityctl inspect\"."
        case .listed: "It takes \(verdict.taken.count) of \(request.content.count) items."
        }
    }

    private func clause(_ verdict: Verdict) -> Manifest.Clause? {
        verdict.clause.flatMap { manifest.accepts.indices.contains($0) ? manifest.accepts[$0] : nil }
    }

    private func requirementExplanation(_ requirement: Requirement) -> String {
        switch requirement {
        case .programs(let names):
            "It needs \(names.joined(separator: " or ")), which no folder of PATH holds. "
                + "Install it and the activity appears."
        case .services(let names):
            "It needs the service \(names.joined(separator: " or ")), which no folder dbus-1/services holds. "
                + "Install it and the activity appears."
        case .schemes(let names):
            "It needs a program that opens \(names.joined(separator: " or ")) links, "
                + "and the desktop knows of none. Install one and the activity appears."
        case .desktops(let names):
            "It serves on \(names.joined(separator: ", ")) only, and XDG_CURRENT_DESKTOP names none of them."
        case .printer:
            "It needs a printer, and CUPS knows none. Add one and the activity appears."
        case .bluetooth:
            "It needs a Bluetooth adapter, and there is none. Plug one in and the activity appears."
        }
    }

    private var hiddenExplanation: String {
        switch standing {
        case .masked(let path):
            "It is masked by \(path). Remove that link to have it back; while \"activityctl status\" names a "
                + "broken policy file, it stays masked."
        case .shadowed(let path): "\(path) comes before it in the search path and bears the same name."
        case .present, .rejected: ""
        }
    }

    private static let shownTypes = 8

    private func typeExplanation(_ item: Int, _ request: Request) -> String {
        let facts = request.content.properties(item)
        guard let type = facts.first.map({ request.content.types[$0.type] }) else { return "" }
        if facts.contains(where: { manifest.accepts.excepts(request.names[$0.type]) }) {
            return
                "Item \(item) is \(type), which \"except\" leaves out. "
                + "Take it out of \"except\" to accept it."
        }
        let types = manifest.accepts.flatMap(\.types)
        let shown = types.prefix(Self.shownTypes).map(\.description).joined(separator: ", ")
        let more = types.count > Self.shownTypes ? " and \(types.count - Self.shownTypes) more" : ""
        let reach =
            (type.isLink || type.isInode) && types.contains(.anything)
            ? ", and */* covers files and texts only" : ""
        return
            "Item \(item) is \(type); it takes \(shown)\(more)\(reach). "
            + "Add \"\(type)\" to a clause's \"types\" to accept it."
    }

    private func sizeExplanation(_ item: Int, _ clause: Int, _ request: Request) -> String {
        let fact = request.content.properties(item).first {
            manifest.accepts.clauses(taking: request.names[$0.type]) & 1 << clause != 0
        }
        let size = fact?.size ?? 0
        return
            "Item \(item) has \(size) bytes; clause \(clause) takes "
            + "\(manifest.accepts[clause].maxBytes ?? 0) at most. Raise \"maxBytes\" to accept it."
    }
}
