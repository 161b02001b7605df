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

    /// - Parameter exclude: what is no identifier excludes nothing.
    package init(
        content: Content, exclude: some Sequence<String> = [], application: String? = nil,
        elections: Elections = Elections(), types: ContentTypeDatabase
    ) {
        self.content = content
        self.exclude = Set(exclude.lazy.filter(Identifier.isValid))
        self.application = application
        self.elections = elections
        names = content.types.map(types.names)
    }
}
