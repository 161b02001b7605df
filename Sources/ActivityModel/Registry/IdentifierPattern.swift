// SPDX-License-Identifier: Apache-2.0

/// Names many activities at once: `org.kde.*` each whose identifier begins with those labels, `*` every one.
package enum IdentifierPattern {
    /// How the identifiers begin that `text` stands for: with labels and a dot, or, for `*`, with nothing; nil for
    /// what is no pattern.
    package static func prefix(of text: String) -> String? {
        guard text.utf8.last == UInt8(ascii: "*") else { return nil }
        let prefix = String(Substring(text.utf8.dropLast()))
        // With a label behind it, it must be an identifier.
        guard prefix.isEmpty || prefix.utf8.last == UInt8(ascii: ".") && Identifier.isValid(prefix + "x")
        else {
            return nil
        }
        return prefix
    }

    /// The beginnings under which an identifier may be named, the longest first.
    package static func prefixes(of identifier: String) -> some Sequence<String> {
        let bytes = identifier.utf8
        let ends = bytes.indices.reversed().lazy
            .filter { bytes[$0] == UInt8(ascii: ".") }.map { bytes.index(after: $0) }
        return ends.map { String(Substring(bytes[..<$0])) } + [""]
    }
}

/// Some activities, named one by one or by patterns.
package struct IdentifierSet: Hashable, Sendable {
    private var identifiers: Set<String> = []
    private var prefixes: Set<String> = []

    /// No activity.
    package static let empty = IdentifierSet()

    private init() {}

    /// Nil where one of the names is neither an identifier nor a pattern.
    package init?(_ names: [String]) {
        for name in names {
            if let prefix = IdentifierPattern.prefix(of: name) {
                prefixes.insert(prefix)
            } else {
                guard Identifier.isValid(name) else { return nil }
                identifiers.insert(name)
            }
        }
    }

    /// The identifiers and patterns, sorted.
    package var names: [String] { (identifiers + prefixes.map { $0 + "*" }).sorted() }

    package func contains(_ identifier: String) -> Bool {
        identifiers.contains(identifier)
            || !prefixes.isEmpty
                && IdentifierPattern.prefixes(of: identifier).contains(where: prefixes.contains)
    }

    /// The activities that both name: of two patterns, either one includes the other or they have nothing in common.
    package func intersection(_ other: IdentifierSet) -> IdentifierSet {
        var both = IdentifierSet()
        both.identifiers = identifiers.filter(other.contains).union(other.identifiers.filter(contains))
        both.prefixes = prefixes.filter(other.contains).union(other.prefixes.filter(contains))
        return both
    }
}
