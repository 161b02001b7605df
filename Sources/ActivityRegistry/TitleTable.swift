// SPDX-License-Identifier: Apache-2.0

/// Titles by identifier, sorted rather than hashed: there may be a hundred thousand, and a dictionary of them
/// takes three times the memory.
package struct TitleTable: Hashable, Sendable {
    /// Ascending; beside each its title.
    private var identifiers: [String] = []
    private var titles: [String] = []

    package init(_ titles: [String: String] = [:]) {
        for (identifier, title) in titles.sorted(by: { $0.key < $1.key }) { append(title, of: identifier) }
    }

    init(room: Int) {
        identifiers.reserveCapacity(room)
        titles.reserveCapacity(room)
    }

    package subscript(identifier: String) -> String? {
        let place = identifiers.end { $0 < identifier }
        return place < identifiers.endIndex && identifiers[place] == identifier ? titles[place] : nil
    }

    var byIdentifier: [String: String] { Dictionary(uniqueKeysWithValues: zip(identifiers, titles)) }

    /// Adds a title; the identifier comes after all that are there.
    mutating func append(_ title: String, of identifier: String) {
        identifiers.append(identifier)
        titles.append(title)
    }
}

extension TitleTable: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral titles: (String, String)...) {
        self.init(Dictionary(titles) { _, last in last })
    }
}
