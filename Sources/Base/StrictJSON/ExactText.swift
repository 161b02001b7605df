// SPDX-License-Identifier: Apache-2.0
//
// Swift compares text by canonical equivalence (UAX #15): to ==, to a set and to a dictionary U+212A KELVIN SIGN is K,
// U+037E a semicolon, and é the same with one scalar as with two. People want that of prose. A name is its bytes,
// as the kernel and every other program have it; a comparison by any other rule lets one name pass for another.
//
// Two rules keep names apart. Text with syntax (paths, lists, addresses) is taken apart by its UTF-8, never by
// Character: "/" and U+0301 are one Character, and two things in a path. And text that was held to a form of ASCII
// alone (an identifier, a content type, a locale) may be compared by ==, as long as what it is compared with was held
// to it too; everything else by `isExactly` or as an `ExactText`.

extension String {
    /// Whether it is the same text, scalar by scalar.
    ///
    /// In a hurry, since every member of every call is looked for by it: == is quick in saying no, which is the
    /// rule, and of ASCII only K, ; and ` have equivalents, all of which are longer.
    package func isExactly(_ other: String) -> Bool {
        self == other && utf8.count == other.utf8.count
            && (utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8))
    }
}

/// Text as a key: equal where its scalars are.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (one: ExactText, other: ExactText) -> Bool { one.text.isExactly(other.text) }

    package func hash(into hasher: inout Hasher) {
        // Swift's own hash normalizes, which takes a hundred times as long for texts full of combining marks.
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
