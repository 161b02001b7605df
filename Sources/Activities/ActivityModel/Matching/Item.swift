// SPDX-License-Identifier: Apache-2.0

/// A selected item as an app describes it: `Item` of both interfaces. Not validated yet.
package struct Item: Hashable, Sendable {
    package var representation: Representation
    /// Other forms of the same item.
    package var alternatives: [Representation]

    package init(_ representation: Representation, alternatives: [Representation] = []) {
        self.representation = representation
        self.alternatives = alternatives
    }

    package subscript(index: Int) -> Representation {
        index == 0 ? representation : alternatives[index - 1]
    }
}

/// One form of an item: `Representation` of both interfaces.
package struct Representation: Hashable, Sendable {
    package var type: String
    package var uri: String?
    package var text: String?
    package var name: String?
    /// Size in bytes; nil if the app does not know.
    package var size: Int?
    /// Whether the file is a private copy, which is deleted when the person's session ends.
    package var isTemporary: Bool

    package init(
        type: String, uri: String? = nil, text: String? = nil, name: String? = nil, size: Int? = nil,
        isTemporary: Bool = false
    ) {
        self.type = type
        self.uri = uri
        self.text = text
        self.name = name
        self.size = size
        self.isTemporary = isTemporary
    }
}
