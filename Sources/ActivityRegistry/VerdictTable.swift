// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Verdicts by digest, sorted rather than hashed: there may be two hundred thousand, and a dictionary of them
/// takes three times the memory.
struct VerdictTable: Sendable {
    /// Ascending; beside each what was found, and whether it is in use.
    private var keys: [Digest] = []
    private var found: [[Diagnostic]] = []
    private var isUsed: [Bool] = []
    /// Those filed since they were last sorted.
    private var fresh: [Digest: [Diagnostic]] = [:]

    init(_ verdicts: [Digest: [Diagnostic]] = [:]) {
        fresh = verdicts
        sort()
        isUsed = isUsed.map { _ in false }
    }

    subscript(key: Digest) -> [Diagnostic]? { fresh[key] ?? place(of: key).map { found[$0] } }

    /// Those that are sorted.
    var count: Int { keys.count }
    var byKey: [Digest: [Diagnostic]] { Dictionary(uniqueKeysWithValues: zip(keys, found)) }

    /// Files a verdict, which counts as used.
    mutating func file(_ diagnostics: [Diagnostic], for key: Digest) { fresh[key] = diagnostics }

    /// Notes that a verdict is in use.
    mutating func use(_ key: Digest) {
        if let place = place(of: key) { isUsed[place] = true }
    }

    private func place(of key: Digest) -> Int? {
        let place = keys.end { $0 < key }
        return place < keys.endIndex && keys[place] == key ? place : nil
    }

    /// Takes those that were filed in among the others; equal findings share their memory.
    mutating func sort() {
        guard !fresh.isEmpty else { return }
        var alike = Set(found)
        var all = keys.indices.filter { fresh[keys[$0]] == nil }.map { (keys[$0], found[$0], isUsed[$0]) }
        all += fresh.map { ($0, alike.insert($1).memberAfterInsert, true) }
        all.sort { $0.0 < $1.0 }
        fresh = [:]
        (keys, found, isUsed) = (all.map(\.0), all.map(\.1), all.map(\.2))
    }

    mutating func removeUnused() {
        let used = keys.indices.filter { isUsed[$0] }
        (keys, found) = (used.map { keys[$0] }, used.map { found[$0] })
        isUsed = used.map { _ in true }
    }
}
