// SPDX-License-Identifier: Apache-2.0
//
// Subtype relations from the shared-mime-info database.
//
// A type is matched against a clause under all its names: its own, its aliases, and its ancestors with
// theirs. The specification implies two more ancestors (shared-mime-info, "Subclassing"): text/* is a
// text/plain, and everything but inode/* an application/octet-stream. The implied octet-stream matches by its
// full name only: if it matched kinds, `application/*` would accept every picture. Aliases match by their
// full names only for the same reason: image/pdf is an alias of application/pdf, and would make `image/*`
// accept every PDF. A link is not a stream of bytes, so x-scheme-handler/* is not an octet-stream either:
// clauses must name links.

package struct ContentTypeDatabase: Hashable, Sendable {
    private var canonicalNames: [String: String] = [:]
    private var aliases: [String: [String]] = [:]
    private var parents: [String: [String]] = [:]

    package init() {}

    /// Adds the lines of an `aliases` file: alias, blank, type. The first entry for an alias wins.
    package mutating func add(aliases text: String) {
        for (alias, name) in Self.pairs(in: text) where canonicalNames[alias] == nil && alias != name {
            canonicalNames[alias] = name
            aliases[name, default: []].append(alias)
        }
    }

    /// Adds the lines of a `subclasses` file: type, blank, parent.
    package mutating func add(subclasses text: String) {
        var known = parents.mapValues { Set($0) }
        for (name, parent) in Self.pairs(in: text) where known[name, default: []].insert(parent).inserted {
            parents[name, default: []].append(parent)
        }
    }

    private static func pairs(in text: String) -> [(String, String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let first = ContentType(String(words[0])),
                let second = ContentType(String(words[1]))
            else { return nil }
            return (first.name, second.name)
        }
    }

    package func names(of type: ContentType) -> TypeNames {
        var names = TypeNames()
        var waiting = [type.name]
        var families: Set<String> = []
        while let name = waiting.popLast() {
            let canonical = canonicalNames[name] ?? name
            for known in [name, canonical] { names.kinds.insert(String(known.prefix { $0 != "/" })) }
            guard families.insert(canonical).inserted else { continue }
            for known in [name, canonical] + (aliases[canonical] ?? [])
            where names.exact.insert(known).inserted {
                waiting += parents[known] ?? []
            }
        }
        names.isContent = !type.isInode && !type.isLink
        if names.kinds.contains("text") { names.exact.insert("text/plain") }
        if names.isContent { names.exact.insert("application/octet-stream") }
        return names
    }
}

/// The names under which one type is matched against clauses.
package struct TypeNames: Sendable {
    /// Full names: the type's own, those of its aliases, and those of its ancestors.
    package fileprivate(set) var exact: Set<String> = []
    fileprivate(set) var kinds: Set<String> = []
    /// Whether the type is file content or text, not a folder or a link.
    fileprivate(set) var isContent = false
}
