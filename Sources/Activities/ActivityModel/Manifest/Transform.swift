// SPDX-License-Identifier: Apache-2.0

/// The keys of a bundle that is no activity of the sheet's list, but an option that changes what leaves.
package struct Transform: Hashable, Sendable {
    /// How a manifest and the wire write that `makes` is nil.
    package static let same = "same"

    /// The type of all that it makes; nil: of each item its own.
    package var makes: ContentType?
    /// Kinds of facts that it removes from the items that it accepts.
    package var removes: [FactKind] = []
    /// The program that prints what there is to change, and its arguments.
    package var describeExec: [String] = []

    package init() {}
}
