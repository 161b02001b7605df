// SPDX-License-Identifier: Apache-2.0

/// The part of a content that the rules read: contents with equal outlines have equal sheets.
package struct ContentOutline: Hashable, Sendable {
    /// A representation, as far as the rules read it.
    package struct Facts: Hashable, Sendable {
        /// Its type's index in `types`.
        package let type: Int
        /// Bytes; 0 if unknown.
        package let size: Int
        /// Whether a program that takes paths can be given it: a file of this machine, text (it becomes a
        /// private file), or something whose location was not said.
        package let hasLocalPath: Bool
        /// Whether it is a file of this machine, or has neither URI nor text.
        package let isLocalFile: Bool

        /// - Parameter location: nil without a URI.
        package init(type: Int, size: Int, location: URILocation?, hasText: Bool, isLink: Bool) {
            self.type = type
            self.size = size
            hasLocalPath = location ?? .thisMachine == .thisMachine && !isLink
            isLocalFile = hasLocalPath && (location != nil || !hasText)
        }
    }

    /// Each once, in order of first appearance.
    package var types: [ContentType] = []
    /// Facts of all representations, one item's after the other's.
    package private(set) var facts: [Facts] = []
    /// Where each item's facts begin, and where the last one's end.
    package private(set) var starts = [0]

    package init(items: Int, representations: Int) {
        facts.reserveCapacity(representations)
        starts.reserveCapacity(items + 1)
    }

    package mutating func add(_ representation: Facts) { facts.append(representation) }

    /// Makes one item of the representations added since the last item's end.
    package mutating func endItem() { starts.append(facts.count) }

    package var count: Int { starts.count - 1 }

    /// Facts of an item's representations.
    package func facts(_ item: Int) -> ArraySlice<Facts> { facts[starts[item]..<starts[item + 1]] }

    package func facts(_ taken: TakenItem) -> Facts { facts[starts[taken.item] + taken.representation] }
}
