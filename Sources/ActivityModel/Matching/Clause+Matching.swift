// SPDX-License-Identifier: Apache-2.0

/// A manifest's clauses.
extension [Manifest.Clause] {
    /// Places of clauses as bits of one word: there are 32 at most.
    typealias Places = UInt32

    /// The clauses that take a type of these names, whatever its size.
    func places(taking names: TypeNames) -> Places {
        var places: Places = 0
        for (index, clause) in enumerated().prefix(Places.bitWidth) where clause.takes(names) {
            places |= 1 << Places(index)
        }
        return places
    }

    /// Whether one would take a type of these names, were it not for its `except`.
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
