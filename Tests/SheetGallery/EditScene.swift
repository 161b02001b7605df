// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// The daemon's part in editing activities: it describes them and applies changes.
struct EditScene {
    /// All bundles; nil if no daemon answers.
    var described: [Registry.Description]?
    /// Reason to refuse every change; nil to apply them.
    var refusal: String?
    private(set) var hasStars = true
    private(set) var hasOrder = false

    /// The system's activities (Copy is starred, Show hidden, Bluetooth locked) and three custom ones.
    init(_ locale: LocaleTag?) {
        var all = Activities.listed(locale).map { Self.describe($0.identifier, $0.title, $0.source) }
        let custom = [
            ("resize", "Resize"), ("translate", "Translate"),
            ("archive", "Send to the Archive of the Town of Example"),
        ]
        all += custom.map { Self.describe("org.example." + $0, $1, .custom) }
        for rank in all.indices { all[rank].rank = rank }
        described = all
        make(.star(.init(identifiers: ["io.activityd.copy"])))
        make(.elect(.init(identifier: "io.activityd.show", election: .ignore)))
        edit("io.activityd.bluetooth") {
            ($0.state, $0.election, $0.decidedBy, $0.locked) = (.ignored, .ignore, .admin, true)
        }
    }

    mutating func describeMany() {
        described = (0..<400).map { Self.describe("org.example.n\($0)", "Effect \($0)", .custom, rank: $0) }
    }

    private static func describe(
        _ identifier: String, _ title: String, _ source: Sheet.Activity.Source, rank: Int = 0
    ) -> Registry.Description {
        Registry.Description(
            identifier: identifier, title: title, source: source == .system ? .system : .custom,
            category: .action, path: "/usr/share/activities/\(identifier).activity", state: .active,
            election: .default, locked: false, rank: rank, diagnostics: [])
    }

    private mutating func edit(_ identifier: String, _ body: (inout Registry.Description) -> Void) {
        guard let index = described?.firstIndex(where: { $0.identifier == identifier }) else { return }
        if var activity = described?[index] {
            body(&activity)
            described?[index] = activity
        }
    }

    /// - Returns: why the change was refused; nil if it was applied.
    @discardableResult
    mutating func make(_ change: SheetChange) -> ServiceFault? {
        if let refusal { return .refused(.notPermitted(reason: refusal)) }
        switch change {
        case .elect(let request):
            let isDefault = request.election == .default
            edit(request.identifier) {
                $0.state = request.election == .ignore ? .ignored : .active
                ($0.election, $0.decidedBy) = (request.election, isDefault ? nil : .person)
            }
        case .star(let request):
            hasStars = !request.identifiers.isEmpty
            for index in described?.indices ?? 0..<0 {
                let isStarred = request.identifiers.contains(described?[index].identifier ?? "")
                described?[index].starred = isStarred ? true : nil
            }
        case .arrange(let request): hasOrder = !request.identifiers.isEmpty
        }
        return nil
    }
}

extension SheetChange {
    /// The change as a line of output, for the tests.
    var line: String {
        switch self {
        case .elect(let request): "elect \(request.identifier) \(request.election.rawValue)"
        case .star(let request): (["star"] + request.identifiers).joined(separator: " ")
        case .arrange(let request): (["arrange"] + request.identifiers).joined(separator: " ")
        }
    }
}
