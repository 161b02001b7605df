// SPDX-License-Identifier: Apache-2.0

extension [Manifest.Clause] {
    /// A set of clause indices as bits: a manifest has 32 clauses at most.
    typealias Selection = UInt32

    /// The clauses that accept a type of these names, whatever its size.
    func clauses(taking names: TypeNames) -> Selection {
        var taking: Selection = 0
        for (index, clause) in enumerated().prefix(Selection.bitWidth) where clause.takes(names) {
            taking |= 1 << Selection(index)
        }
        return taking
    }

    /// Whether a clause would accept a type of these names, but for its `except`.
    func excepts(_ names: TypeNames) -> Bool {
        contains { $0.types.contains(where: names.match) && $0.except.contains(where: names.match) }
    }
}

extension Manifest.Clause {
    fileprivate func takes(_ names: TypeNames) -> Bool {
        types.contains(where: names.match) && !except.contains(where: names.match)
    }
}

extension TypeNames {
    fileprivate func match(_ pattern: TypePattern) -> Bool {
        switch pattern {
        case .exact(let type): exact.contains(type.name)
        case .kind(let major): kinds.contains(major)
        case .anything: isContent
        }
    }
}
