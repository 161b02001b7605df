// SPDX-License-Identifier: Apache-2.0

/// An array whose elements are encoded one after another: a long one in pieces, or on another thread.
package struct EncodedArray: Sendable {
    /// The elements with their commas, without brackets.
    package private(set) var text: [UInt8] = []

    package init(_ elements: [JSON] = []) { append(contentsOf: elements) }

    package mutating func append(contentsOf elements: [JSON]) {
        for element in elements { append(element) }
    }

    package mutating func append(_ element: JSON) {
        separate()
        element.serialize(into: &text)
    }

    /// Appends an object whose member `name` is `array`.
    package mutating func append(_ object: JSON.Object, _ array: EncodedArray, as name: String) {
        separate()
        object.serialize(into: &text, array, as: name)
    }

    private mutating func separate() {
        if !text.isEmpty { text.append(UInt8(ascii: ",")) }
    }
}
