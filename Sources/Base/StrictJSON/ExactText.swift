// SPDX-License-Identifier: Apache-2.0
//
// Swift compares text by canonical equivalence (UAX #15): to ==, sets and dictionaries U+212A KELVIN SIGN
// equals K, U+037E a semicolon, and é with one scalar é with two. That suits prose. A name, however, is its
// bytes to the kernel and every other program; a comparison by any other rule lets one name pass for another.
//
// Two rules keep names apart. Text with syntax (paths, lists, addresses) is split by its UTF-8, never by
// Character: "/" and U+0301 are one Character, but two separate things in a path. And == may compare only
// texts that are both known to be ASCII in a fixed form (an identifier, a content type, a locale); all other
// text is compared by `isExactly` or as an `ExactText`.

extension String {
    /// Whether both texts have the same scalars.
    ///
    /// Optimised, since every member of every call is found with it: == quickly rejects unequal texts, the
    /// usual case, and in ASCII only K, ; and ` have equivalents, all of which are longer.
    package func isExactly(_ other: String) -> Bool {
        self == other && utf8.count == other.utf8.count
            && (utf8Span.isKnownASCII || utf8.elementsEqual(other.utf8))
    }
}

/// Text as a key, equal if its scalars are.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (one: ExactText, other: ExactText) -> Bool { one.text.isExactly(other.text) }

    package func hash(into hasher: inout Hasher) {
        // Swift's own hash normalises, which takes a hundred times as long for texts full of combining marks.
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
