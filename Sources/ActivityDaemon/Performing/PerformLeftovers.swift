// SPDX-License-Identifier: Apache-2.0

/// What an earlier daemon has left, till it was looked at.
struct PerformLeftovers {
    /// Of folders.
    private var tokens: Set<String>
    /// Descriptors that were left with systemd, by name.
    var descriptors: [String: [CInt]]

    init(_ tokens: [String], _ kept: [(descriptor: CInt, name: String)]) {
        self.tokens = Set(tokens)
        descriptors = Dictionary(grouping: kept, by: \.name).mapValues { $0.map(\.descriptor) }
    }

    var isEmpty: Bool { tokens.isEmpty && descriptors.isEmpty }

    /// The next one to look at.
    mutating func next() -> String? { tokens.popFirst() }

    /// Takes one out of turn; false where it was looked at already.
    mutating func take(_ token: String) -> Bool { tokens.remove(token) != nil }
}
