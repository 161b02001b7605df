// SPDX-License-Identifier: Apache-2.0

/// The keys of a bundle that is no activity of the sheet's list, but an option that changes what leaves.
package struct Transform: Hashable, Sendable {
    /// How a manifest and the wire write that `makes` is nil.
    package static let same = "same"

    /// The type of all that it makes; nil: of each item its own.
    package var makes: ContentType?
    /// Kinds of facts that it removes from the items that it accepts.
    package var removes: [FactKind] = []

    package init() {}

    /// Whether one file is made of several: an archive or a document can hold them, and a picture, a film or a text cannot.
    package var joins: Bool { makes?.name.hasPrefix("application/") == true }
}
