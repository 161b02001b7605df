// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

/// Texts that Swift's == considers equal, although their bytes differ.
struct ExactTextTests {
    static let pairs = [
        ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{C5}", "\u{212B}"),
        ("\u{E9}", "e\u{301}"),
        ("\u{2126}", "\u{3A9}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ]

    @Test(arguments: pairs)
    func `Two texts are one where every scalar is`(one: String, other: String) {
        #expect(one == other)
        #expect(
            !one.isExactly(other) && one.isExactly(one) && !other.isExactly(one) && other.isExactly(other))
        #expect(Set([ExactText(one), ExactText(other), ExactText(one)]).count == 2)
    }

    /// `isExactly` relies on this: for ASCII of equal length it needs no comparison of bytes.
    @Test func `Whatever is equivalent to ASCII is longer`() {
        let twins = (0x80...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
            (0..<0x80).contains { String(Unicode.Scalar(UInt8($0))) == String(scalar) }
        }
        #expect(twins == ["\u{37E}", "\u{1FEF}", "\u{212A}"])
    }

    @Test(arguments: pairs)
    func `Members whose names are canonically equivalent are two`(one: String, other: String) throws {
        let object = try JSON.Object(json: JSON(parsing: "{\"\(one)\":1,\"\(other)\":2}"))
        #expect(object.value(one) == 1 && object.value(other) == 2)
        let longer = "{" + (0..<9).map { "\"n\($0)\":0," }.joined() + "\"\(one)\":1,\"\(other)\":2}"
        #expect(try JSON.Object(json: JSON(parsing: longer)).value(other) == 2)
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "{\"\(one)\":1,\"\(one)\":2}") }
    }

    @Test(arguments: pairs)
    func `A member is found, set and removed by its own name alone`(one: String, other: String) {
        var object = JSON.Object([(one, 1)])
        #expect(object.value(other) == nil)
        object.set(other, nil)
        object.set(other, 2)
        #expect(object.members.map(\.value) == [1, 2])
    }

    @Test(arguments: pairs)
    func `A table by name loses neither of two silently`(one: String, other: String) throws {
        let json = try JSON(parsing: "{\"\(one)\":1,\"\(other)\":2}")
        #expect(throws: JSON.Mismatch.self) { try [String: Int](json: json) }
    }

    @Test(arguments: pairs)
    func `A place is found by its own name alone`(one: String, other: String) {
        let text = "{ \"\(one)\": 1 }"
        let bytes = Array(text.utf8)
        #expect(
            JSON.extent(of: "/" + one, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } == "1")
        #expect(JSON.extent(of: "/" + other, in: bytes) == 0..<1)
    }

    private enum Word: String, CaseIterable, JSONConvertible { case kelvin = "K" }

    @Test func `A word of a list is spelled as it is listed`() throws {
        #expect(try Word(json: "K") == .kelvin)
        #expect(throws: JSON.Mismatch.self) { try Word(json: "\u{212A}") }
    }
}
