// SPDX-License-Identifier: Apache-2.0
//
// Content against clauses (activity-manifest(5), Clauses). First every item is given to the first clause that takes it
// by type and size; then come the reasons, in their order over all items, so that a wrong type
// anywhere comes before a large file anywhere; then the clauses count what they were given.

private enum Outcome {
    case taken(TakenItem)
    /// A clause takes the representation's type, but files of this machine only.
    case notLocal(TakenItem)
    /// A clause takes the representation's type but not its size.
    case tooLarge(TakenItem)
    case notAccepted
}

extension Bundle {
    func contentVerdict(_ request: Request) -> Verdict {
        let accepts = manifest.accepts
        let clauses = request.names.map { accepts.clauses(taking: $0) }
        guard clauses.contains(where: { $0 != 0 }) else { return Verdict(.typeNotAccepted, item: 0) }
        var taken: [TakenItem] = []
        var remote: [TakenItem] = []
        var large: [TakenItem] = []
        taken.reserveCapacity(request.content.count)
        for item in 0..<request.content.count {
            switch outcome(of: item, request, clauses) {
            case .taken(let match): taken.append(match)
            case .notLocal(let match): remote.append(match)
            case .tooLarge(let match): large.append(match)
            case .notAccepted where manifest.match == .all: return Verdict(.typeNotAccepted, item: item)
            case .notAccepted: break
            }
        }
        return verdict(taken, notLocal: remote, tooLarge: large, request)
    }

    /// Under `any` what lies elsewhere or is too large is left aside like what is of a foreign type, as long as
    /// something is taken.
    private func verdict(
        _ taken: [TakenItem], notLocal: [TakenItem], tooLarge: [TakenItem], _ request: Request
    ) -> Verdict {
        let isWhole = manifest.match == .all || taken.isEmpty
        let (mustBeLocal, mustFit) = isWhole ? (notLocal, tooLarge) : ([], [])
        if taken.isEmpty, mustBeLocal.isEmpty, mustFit.isEmpty { return Verdict(.typeNotAccepted, item: 0) }
        if let remote = firstRemote(of: taken + mustFit, request, mustBeLocal) {
            return Verdict(.notALocalFile, clause: remote.clause, item: remote.item)
        }
        if let large = mustFit.first { return Verdict(.tooLarge, clause: large.clause, item: large.item) }
        return countVerdict(taken) ?? Verdict(manifest.transform == nil ? .listed : .transform, taken: taken)
    }

    /// - Parameter takers: for each type of the content, the clauses that take it.
    private func outcome(
        of item: Int, _ request: Request, _ takers: [[Manifest.Clause].Selection]
    ) -> Outcome {
        let facts = request.content.facts(item)
        // A transform has no network: it changes what it can read here, and links.
        let changes = manifest.transform != nil
        var best: TakenItem?
        var remote: TakenItem?
        var large: TakenItem?
        for index in facts.indices {
            let fact = facts[index]
            var clauses = takers[fact.type]
            while clauses != 0 {
                let clause = clauses.trailingZeroBitCount
                clauses &= clauses - 1
                let candidate = TakenItem(
                    item: item, clause: clause, representation: index - facts.startIndex)
                if manifest.accepts[clause].isLocal && !fact.isLocalFile
                    || changes && !fact.hasLocalPath && !request.content.types[fact.type].isLink
                {
                    remote = candidate.precedes(remote) ? candidate : remote
                } else if fact.size > manifest.accepts[clause].maxBytes ?? .max {
                    large = candidate.precedes(large) ? candidate : large
                } else {
                    best = candidate.precedes(best) ? candidate : best
                    break
                }
            }
        }
        return best.map { .taken($0) } ?? remote.map { .notLocal($0) } ?? large.map { .tooLarge($0) }
            ?? .notAccepted
    }

    /// - Parameter notLocal: what a clause asks to lie here, and does not.
    private func firstRemote(
        of matches: [TakenItem], _ request: Request, _ notLocal: [TakenItem]
    ) -> TakenItem? {
        guard manifest.needsLocalPaths else { return notLocal.first }
        let pathless = matches.filter { !request.content.facts($0).hasLocalPath }
        return (notLocal + pathless).min { $0.item < $1.item }
    }

    /// Too many anywhere comes before too few anywhere. A clause that took nothing counts too.
    private func countVerdict(_ taken: [TakenItem]) -> Verdict? {
        var counts = [Int](repeating: 0, count: manifest.accepts.count)
        var surplus: TakenItem?
        for match in taken {
            counts[match.clause] += 1
            guard counts[match.clause] > manifest.accepts[match.clause].max ?? .max else { continue }
            surplus = match.clause < surplus?.clause ?? .max ? match : surplus
        }
        if let surplus { return Verdict(.tooManyItems, clause: surplus.clause, item: surplus.item) }
        let few = counts.indices.first { counts[$0] < manifest.accepts[$0].min }
        return few.map { Verdict(.tooFewItems, clause: $0) }
    }
}

extension TakenItem {
    /// An item belongs to the first clause that takes it, and of its representations the first is handed
    /// over.
    fileprivate func precedes(_ other: TakenItem?) -> Bool {
        guard let other else { return true }
        return (clause, representation) < (other.clause, other.representation)
    }
}
