// SPDX-License-Identifier: Apache-2.0
//
// Activation rules, turned round. A manifest says for each clause which types it takes; a request asks for
// each type which clauses take it. So each pattern is filed under what it names, with the clauses that name
// it as bits of one word (there are 32 clauses at most), and a type is looked up under its few names, however
// many patterns there are.

/// Which clauses of a manifest take a type.
struct Activation: Hashable, Sendable {
    typealias Clauses = UInt32

    /// Patterns by what they name.
    private struct Patterns: Hashable, Sendable {
        var exact: [String: Clauses] = [:]
        var kinds: [String: Clauses] = [:]
        var anything: Clauses = 0

        mutating func add(_ pattern: TypePattern, _ clause: Clauses) {
            switch pattern {
            case .exact(let type): exact[type.name, default: 0] |= clause
            case .kind(let major): kinds[major, default: 0] |= clause
            case .anything: anything |= clause
            }
        }

        func clauses(for names: TypeNames) -> Clauses {
            var clauses = names.isContent ? anything : 0
            for name in names.exact { clauses |= exact[name] ?? 0 }
            for major in names.kinds { clauses |= kinds[major] ?? 0 }
            return clauses
        }
    }

    private var taken = Patterns()
    private var excepted = Patterns()
    private let hasExceptions: Bool

    init(_ clauses: [Manifest.Clause]) {
        hasExceptions = clauses.contains { !$0.except.isEmpty }
        for (index, clause) in clauses.enumerated().prefix(Clauses.bitWidth) {
            for pattern in clause.types { taken.add(pattern, 1 << Clauses(index)) }
            for pattern in clause.except { excepted.add(pattern, 1 << Clauses(index)) }
        }
    }

    /// The clauses that take a type of these names, whatever its size.
    func clauses(taking names: TypeNames) -> Clauses {
        let clauses = taken.clauses(for: names)
        return clauses == 0 || !hasExceptions ? clauses : clauses & ~excepted.clauses(for: names)
    }

    func excepts(_ names: TypeNames) -> Bool {
        hasExceptions && excepted.clauses(for: names) & taken.clauses(for: names) != 0
    }
}
