// SPDX-License-Identifier: Apache-2.0

/// What decides whether a bundle is listed, besides the bundle.
package struct Request: Sendable {
    package let content: Content
    /// Identifiers that the app leaves out of its sheet.
    package let exclude: Set<String>
    /// The application that asks, where it is known and its own activities are to be left out.
    package let application: String?
    package let elections: Elections

    /// For each item, for each of its representations, the names under which its type is tried.
    let names: [[TypeNames]]

    package init(
        content: Content, exclude: Set<String> = [], application: String? = nil,
        elections: Elections = Elections(),
        types: ContentTypeDatabase
    ) {
        self.content = content
        self.exclude = exclude
        self.application = application
        self.elections = elections
        var known: [ContentType: TypeNames] = [:]
        names = content.items.map { item in
            item.representations.map { representation in
                if let names = known[representation.type] { return names }
                let names = types.names(of: representation.type)
                known[representation.type] = names
                return names
            }
        }
    }
}
