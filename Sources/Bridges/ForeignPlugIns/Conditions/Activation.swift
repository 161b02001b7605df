// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The files for which a foreign action is offered.
package struct Activation: Hashable, Sendable {
    /// Type patterns in a manifest's syntax.
    package var types: [String] = []
    package var except: [String] = []
    package var min = 1
    package var max: Int?
    package var maxBytes: Int?
    /// Whether it is for files and folders of this machine only.
    package var isLocal = false

    package static let everything = ["*/*", "inode/*"]

    package var isSingle: Bool { max == 1 }

    /// Most types in one clause.
    private static let typesOfClause = 64

    /// - Throws: `Omission` if no file matches, or if a manifest cannot express the conditions.
    func clauses() throws(Omission) -> [JSON] {
        guard !types.isEmpty else { throw Omission("It is for no type of file that this computer knows.") }
        guard max ?? min >= min, max != 0 else { throw Omission("It is for no number of files.") }
        let pieces = stride(from: 0, to: types.count, by: Self.typesOfClause).map {
            Array(types[$0..<Swift.min($0 + Self.typesOfClause, types.count)])
        }
        // Counts apply to each clause separately.
        let isCounted = min > 1 || max != nil
        guard pieces.count == 1 || (!isCounted && pieces.count <= 32) else { throw .tooManyTypes }
        try checkExceptions()
        return pieces.map { .object(clause($0, isOnly: pieces.count == 1)) }
    }

    /// Whether this covers all files that the other does.
    func covers(_ other: Activation) -> Bool {
        (types == Self.everything || other.types.allSatisfy(types.contains))
            && except.allSatisfy(other.except.contains) && min <= other.min
            && (other.max ?? .max) <= max ?? .max && (other.maxBytes ?? .max) <= maxBytes ?? .max
    }

    func checkExceptions() throws(Omission) {
        guard except.count <= Self.typesOfClause else { throw .tooManyTypes }
    }

    private func clause(_ types: [String], isOnly: Bool) -> JSON.Object {
        let unwanted: [String]? = except.isEmpty ? nil : except
        let least: Int? = isOnly ? min : nil
        return .withoutNulls([
            "types": types, "except": unwanted, "min": least, "max": max, "maxBytes": maxBytes,
            "local": isLocal ? true : nil,
        ])
    }

    /// Patterns for the files that match both lists.
    static func common(_ one: [String], _ other: [String]) -> [String] {
        let (first, second) = (Set(one), Set(other))
        return patterns(one.filter { isCovered($0, by: second) } + other.filter { isCovered($0, by: first) })
    }

    private static func isCovered(_ type: String, by patterns: Set<String>) -> Bool {
        let kind = type.prefix { $0 != "/" }
        return patterns.contains(type) || patterns.contains(kind + "/*")
            || kind != "inode" && patterns.contains("*/*")
    }

    /// Removes duplicates and invalid types, which match no file.
    static func patterns(_ types: [String]) -> [String] {
        var seen: Set<String> = []
        return types.compactMap { TypePattern($0)?.description }.filter { seen.insert($0).inserted }
    }
}

extension Omission {
    static let tooManyTypes = Omission("It names more types of files than an activity can.")
}
