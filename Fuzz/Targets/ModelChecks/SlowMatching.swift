// SPDX-License-Identifier: Apache-2.0

@testable import ActivityModel

/// The rules of matching, one after the other.
struct SlowMatching {
    let code: Verdict.Code
    let taken: [TakenItem]

    init(_ manifest: Manifest, _ request: Request) {
        var taken: [TakenItem] = []
        var large: [TakenItem] = []
        for item in request.content.items.indices {
            if let place = Self.place(item, manifest, request, withinSize: true) {
                taken.append(place)
            } else if let place = Self.place(item, manifest, request, withinSize: false) {
                large.append(place)
            }
        }
        self.taken = taken
        code = Self.code(manifest, request, taken, large)
    }

    private static func code(
        _ manifest: Manifest, _ request: Request, _ taken: [TakenItem], _ large: [TakenItem]
    ) -> Verdict.Code {
        let places = taken + (manifest.match == .all || taken.isEmpty ? large : [])
        let missing = request.content.items.count - taken.count - large.count
        if places.isEmpty || manifest.match == .all && missing > 0 { return .typeNotAccepted }
        if manifest.needsLocalPaths, places.contains(where: { !request.content.facts($0).hasLocalPath }) {
            return .notALocalFile
        }
        if places.count > taken.count { return .tooLarge }
        let counts = manifest.accepts.indices.map { clause in taken.count { $0.clause == clause } }
        let clauses = zip(counts, manifest.accepts)
        if clauses.contains(where: { $0 > $1.max ?? .max }) { return .tooManyItems }
        return clauses.contains { $0 < $1.min } ? .tooFewItems : .listed
    }

    /// The first clause that takes the item, by its first form that it takes.
    private static func place(_ item: Int, _ manifest: Manifest, _ request: Request, withinSize: Bool)
        -> TakenItem?
    {
        for (clause, rule) in manifest.accepts.enumerated() {
            for representation in 0...request.content.items[item].alternatives.count {
                let place = TakenItem(item: item, clause: clause, representation: representation)
                let names = request.names[request.content.facts(place).type]
                let isSmall = place.form(in: request).size ?? 0 <= rule.maxBytes ?? .max
                if rule.takes(names), isSmall || !withinSize { return place }
            }
        }
        return nil
    }
}

extension TakenItem {
    fileprivate func form(in request: Request) -> Item.Form {
        request.content.items[item][representation]
    }
}

extension Manifest.Clause {
    fileprivate func takes(_ names: TypeNames) -> Bool {
        types.contains { $0.names(names) } && !except.contains { $0.names(names) }
    }
}

extension TypePattern {
    fileprivate func names(_ names: TypeNames) -> Bool {
        switch self {
        case .exact(let type): names.exact.contains(type.name)
        case .kind(let major): names.kinds.contains(major)
        case .anything: names.isContent
        }
    }
}
