// SPDX-License-Identifier: Apache-2.0

@testable import ActivityModel

/// Applies the rules of matching one after another, for comparison with the evaluation.
struct SlowMatching {
    let code: Verdict.Code
    let taken: [TakenItem]

    init(_ manifest: Manifest, _ content: Content) {
        var taken: [TakenItem] = []
        var remote: [TakenItem] = []
        var large: [TakenItem] = []
        for item in content.items.indices {
            let matches = Self.matches(item, manifest, content)
            if let match = matches.first(where: {
                $0.isLocal(manifest, content) && $0.isSmall(manifest, content)
            }) {
                taken.append(match)
            } else if let match = matches.first(where: { !$0.isLocal(manifest, content) }) {
                remote.append(match)
            } else if let match = matches.first {
                large.append(match)
            }
        }
        self.taken = taken
        code = manifest.isInspector ? .inspect : Self.code(manifest, content, taken, remote, large)
    }

    private static func code(
        _ manifest: Manifest, _ content: Content, _ taken: [TakenItem], _ remote: [TakenItem],
        _ large: [TakenItem]
    ) -> Verdict.Code {
        let isWhole = manifest.match == .all || taken.isEmpty
        let matches = taken + (isWhole ? large : [])
        let missing = content.items.count - taken.count - remote.count - large.count
        if matches.isEmpty && remote.isEmpty || manifest.match == .all && missing > 0 {
            return .typeNotAccepted
        }
        if isWhole, !remote.isEmpty { return .notALocalFile }
        if manifest.needsLocalPaths, matches.contains(where: { !content.properties($0).hasLocalPath }) {
            return .notALocalFile
        }
        if matches.count > taken.count { return .tooLarge }
        let counts = manifest.accepts.indices.map { clause in taken.count { $0.clause == clause } }
        let clauses = zip(counts, manifest.accepts)
        if clauses.contains(where: { $0 > $1.max ?? .max }) { return .tooManyItems }
        return clauses.contains { $0 < $1.min }
            ? .tooFewItems : manifest.transform == nil ? .listed : .transform
    }

    /// The clauses that accept a type of the item, each with the representation of that type, in order.
    private static func matches(_ item: Int, _ manifest: Manifest, _ content: Content) -> [TakenItem] {
        manifest.accepts.indices.flatMap { clause in
            (0...content.items[item].alternatives.count).compactMap { representation in
                let match = TakenItem(item: item, clause: clause, representation: representation)
                let names = ContentTypeDatabase.small.names(of: content.types[content.properties(match).type])
                return manifest.accepts[clause].takes(names) ? match : nil
            }
        }
    }
}

extension TakenItem {
    private func representation(in content: Content) -> Representation {
        content.items[item][representation]
    }

    fileprivate func isSmall(_ manifest: Manifest, _ content: Content) -> Bool {
        representation(in: content).size ?? 0 <= manifest.accepts[clause].maxBytes ?? .max
    }

    fileprivate func isLocal(_ manifest: Manifest, _ content: Content) -> Bool {
        let representation = representation(in: content)
        let isLink = content.types[content.properties(self).type].isLink
        let isElsewhere = representation.uri.map { URILocation($0) != .thisMachine } ?? false
        if manifest.transform != nil, isElsewhere, !isLink { return false }
        guard manifest.accepts[clause].isLocal else { return true }
        guard !isLink else { return false }
        return representation.uri.map { URILocation($0) == .thisMachine } ?? (representation.text == nil)
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
