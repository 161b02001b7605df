// SPDX-License-Identifier: Apache-2.0

/// What decides whether a bundle is listed, besides the bundle.
package struct Request: Sendable {
    package let content: Content
    /// Identifiers that the app leaves out of its sheet.
    package let exclude: Set<String>
    /// The application that asks, where it is known and its own activities are to be left out.
    package let application: String?
    package let elections: Elections

    /// The names under which each type of the content is tried.
    let names: [TypeNames]
    /// For each item, for each of its representations, the place of its type's names.
    private let places: [[Int]]

    package init(
        content: Content, exclude: Set<String> = [], application: String? = nil,
        elections: Elections = Elections(),
        types: ContentTypeDatabase
    ) {
        self.content = content
        self.exclude = exclude
        self.application = application
        self.elections = elections
        var known: [ContentType: Int] = [:]
        var names: [TypeNames] = []
        places = content.items.map { item in
            item.representations.map { representation in
                if let place = known[representation.type] { return place }
                known[representation.type] = names.count
                names.append(types.names(of: representation.type))
                return names.count - 1
            }
        }
        self.names = names
    }

    /// The place in `names` of a representation's type.
    func place(_ item: Int, _ representation: Int) -> Int { places[item][representation] }

    func names(_ item: Int) -> [TypeNames] { places[item].map { names[$0] } }
}
