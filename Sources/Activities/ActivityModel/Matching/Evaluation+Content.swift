// SPDX-License-Identifier: Apache-2.0
//
// Matches content against clauses (activity-manifest(5), Clauses). First each item goes to the first clause
// that accepts its type and size. Then the reasons are checked in order over all items, so that a wrong type
// anywhere outranks a large file anywhere. Finally the clauses' counts are checked.

private enum Outcome {
    case taken(TakenItem)
    /// A clause accepts the representation's type, but the clause or the transform requires local content.
    case notLocal(TakenItem)
    /// A clause accepts the representation's type but not its size.
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

    /// A manifest that matches any item skips remote and oversized items like items of other types, as long
    /// as a clause accepts some item.
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

    /// - Parameter takers: for each type of the content, the clauses that accept it.
    private func outcome(
        of item: Int, _ request: Request, _ takers: [[Manifest.Clause].Selection]
    ) -> Outcome {
        let facts = request.content.properties(item)
        // A transform has no network: it changes only local content and links.
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

    /// - Parameter notLocal: items that a clause requires to be local, and that are not.
    private func firstRemote(
        of matches: [TakenItem], _ request: Request, _ notLocal: [TakenItem]
    ) -> TakenItem? {
        guard manifest.needsLocalPaths else { return notLocal.first }
        let pathless = matches.filter { !request.content.properties($0).hasLocalPath }
        return (notLocal + pathless).min { $0.item < $1.item }
    }

    /// Reports a surplus in any clause before a deficit in any. A clause without items counts too.
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
    /// An item belongs to the first clause that accepts it, and the activity gets the first representation
    /// that this clause accepts.
    fileprivate func precedes(_ other: TakenItem?) -> Bool {
        guard let other else { return true }
        return (clause, representation) < (other.clause, other.representation)
    }
}
