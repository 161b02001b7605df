// SPDX-License-Identifier: Apache-2.0

/// The keys of a transform: an option that changes the content before it is shared.
package struct Transform: Hashable, Sendable {
    /// The text for a nil `makes` in a manifest and on the wire.
    package static let same = "same"

    /// The type of the transform's output; nil to keep each item's type.
    package var makes: ContentType?
    /// Kinds of facts that the transform removes from the items that it accepts.
    package var removes: [FactKind] = []

    package init() {}

    /// Whether the transform joins several files into one: an archive or a document can hold them; a picture,
    /// a film or a text cannot.
    package var joins: Bool { makes?.name.hasPrefix("application/") == true }
}
