// SPDX-License-Identifier: Apache-2.0

/// The properties of a content that the rules read: the same activities are listed for contents with equal
/// outlines.
package struct ContentOutline: Hashable, Sendable {
    /// The properties of a representation that the rules read.
    package struct Properties: Hashable, Sendable {
        /// The type's index in `types`.
        package let type: Int
        /// Size in bytes; 0 if unknown.
        package let size: Int
        /// Whether the representation can be passed as a path: it is not a link, and is a file of this
        /// machine or has no URI, such as text, which becomes a private file.
        package let hasLocalPath: Bool
        /// Whether the representation has a local path without being text: a file of this machine, or an item
        /// with neither URI nor text.
        package let isLocalFile: Bool

        /// - Parameter location: nil without a URI.
        package init(type: Int, size: Int, location: URILocation?, hasText: Bool, isLink: Bool) {
            self.type = type
            self.size = size
            hasLocalPath = location ?? .thisMachine == .thisMachine && !isLink
            isLocalFile = hasLocalPath && (location != nil || !hasText)
        }
    }

    /// The distinct types, in order of first appearance.
    package var types: [ContentType] = []
    /// Facts of all representations, grouped by item.
    package private(set) var properties: [Properties] = []
    /// Index of each item's first fact; the last element is the end of the facts.
    package private(set) var starts = [0]

    package init(items: Int, representations: Int) {
        properties.reserveCapacity(representations)
        starts.reserveCapacity(items + 1)
    }

    package mutating func add(_ representation: Properties) { properties.append(representation) }

    /// Ends an item: the representations added since the previous call belong to it.
    package mutating func endItem() { starts.append(properties.count) }

    package var count: Int { starts.count - 1 }

    package func properties(_ item: Int) -> ArraySlice<Properties> {
        properties[starts[item]..<starts[item + 1]]
    }

    package func properties(_ taken: TakenItem) -> Properties {
        properties[starts[taken.item] + taken.representation]
    }
}
