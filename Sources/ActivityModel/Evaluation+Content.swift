// SPDX-License-Identifier: Apache-2.0
//
// Content against clauses (CONTRACT "Matching"). First every item is given to the first clause that takes it
// by type and size; then the reasons are looked for in their order over all items, so that a wrong type
// anywhere comes before a large file anywhere; then the clauses count what they were given.

/// What the clauses make of one item.
private enum Outcome {
    case taken(TakenItem)
    /// A clause takes its type but not its size.
    case tooLarge(clause: Int)
    case notAccepted
}

extension Bundle {
    func contentVerdict(_ request: Request) -> Verdict {
        let outcomes = request.content.items.indices.map { outcome(of: $0, request) }
        let taken = outcomes.compactMap { if case .taken(let item) = $0 { item } else { nil } }
        if manifest.match == .all || taken.isEmpty, let verdict = refusal(outcomes, request) {
            return verdict
        }
        if let verdict = localityVerdict(taken, request) { return verdict }
        if manifest.match == .all, let verdict = sizeVerdict(outcomes, request) { return verdict }
        if let verdict = countVerdict(taken) { return verdict }
        var verdict = Verdict(.listed, "It takes \(taken.count) of \(outcomes.count) items.")
        verdict.taken = taken
        return verdict
    }

    private func outcome(of item: Int, _ request: Request) -> Outcome {
        let representations = request.content.items[item].representations
        var nearest: Int?
        for (index, clause) in manifest.accepts.enumerated() {
            for (place, representation) in representations.enumerated()
            where clause.takes(request.names[item][place]) {
                if representation.size ?? 0 <= clause.maxBytes ?? .max {
                    return .taken(TakenItem(item: item, clause: index, representation: place))
                }
                nearest = nearest ?? index
            }
        }
        return nearest.map { .tooLarge(clause: $0) } ?? .notAccepted
    }

    /// For `all`, the first item of a type that nothing takes. Under `any`, where nothing at all was taken:
    /// an item of a foreign type would be left aside and is no reason, unless there is no other.
    private func refusal(_ outcomes: [Outcome], _ request: Request) -> Verdict? {
        if manifest.match == .any, let verdict = sizeVerdict(outcomes, request) { return verdict }
        guard let item = outcomes.firstIndex(where: { if case .notAccepted = $0 { true } else { false } })
        else {
            return nil
        }
        let type = request.content.items[item].representations[0].type
        let excepted = manifest.accepts.contains { clause in
            request.names[item].contains { names in clause.except.contains(where: names.match) }
        }
        let wanted = manifest.accepts.flatMap(\.types).map(\.description).joined(separator: ", ")
        return Verdict(
            .typeNotAccepted, item: item,
            excepted
                ? "Item \(item) is \(type), which \"except\" leaves out. Take it out of \"except\" to accept it."
                : "Item \(item) is \(type); it takes \(wanted). Add the type to a clause's \"types\" to accept it."
        )
    }

    private func sizeVerdict(_ outcomes: [Outcome], _ request: Request) -> Verdict? {
        for (item, outcome) in outcomes.enumerated() {
            guard case .tooLarge(let clause) = outcome else { continue }
            let size = request.content.items[item].representations.compactMap(\.size).max() ?? 0
            return Verdict(
                .tooLarge, clause: clause, item: item,
                "Item \(item) has \(size) bytes; clause \(clause) takes \(manifest.accepts[clause].maxBytes ?? 0) at most. "
                    + "Raise \"maxBytes\" to accept it.")
        }
        return nil
    }

    private func localityVerdict(_ taken: [TakenItem], _ request: Request) -> Verdict? {
        guard manifest.needsLocalPaths,
            let remote = taken.first(where: {
                !request.content.items[$0.item].representations[$0.representation].hasLocalPath
            })
        else { return nil }
        return Verdict(
            .notALocalFile, clause: remote.clause, item: remote.item,
            "Item \(remote.item) has no path on this machine, and %f and %F need one. Write %u or %U to be given its URI."
        )
    }

    private func countVerdict(_ taken: [TakenItem]) -> Verdict? {
        let byClause = manifest.accepts.indices.map { clause in taken.filter { $0.clause == clause } }
        for (index, clause) in manifest.accepts.enumerated() {
            guard let max = clause.max, byClause[index].count > max else { continue }
            return Verdict(
                .tooManyItems, clause: index, item: byClause[index][max].item,
                "Clause \(index) takes \(max) at most, and was given \(byClause[index].count). Raise \"max\" to accept more."
            )
        }
        for (index, clause) in manifest.accepts.enumerated() where byClause[index].count < clause.min {
            return Verdict(
                .tooFewItems, clause: index,
                "Clause \(index) wants \(clause.min) at least, and was given \(byClause[index].count). "
                    + "Select more, or lower \"min\".")
        }
        return nil
    }
}

extension Manifest.Clause {
    func takes(_ names: TypeNames) -> Bool {
        types.contains(where: names.match) && !except.contains(where: names.match)
    }
}
