// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@Suite struct JSONExtentTests {
    private static let text = """
        {
          "title" : "a \\"b\\" {",
          "accepts": [ { "types": ["image/*", "text/plain"], "max": 20 },
                       {"min":1} ],
          "a/b": {"~": true, "": [[], {}, -1.5e3 ]},
          "t\\u00e9": null
        }
        """

    /// Line and column of the value's first byte, both from 1.
    private static func place(of pointer: String) -> String? {
        let bytes = Array(text.utf8)
        return JSON.extent(of: pointer, in: bytes).map { extent in
            let lines = bytes[..<extent.lowerBound].split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return "\(lines.count):\((lines.last?.count ?? 0) + 1)"
        }
    }

    @Test(arguments: [
        ("", "1:1"), ("/title", "2:13"), ("/accepts", "3:14"), ("/accepts/0", "3:16"),
        ("/accepts/0/types/1", "3:39"), ("/accepts/0/max", "3:61"), ("/accepts/1", "4:16"),
        ("/accepts/1/min", "4:23"), ("/a~1b", "5:10"), ("/a~1b/~0", "5:16"), ("/a~1b/", "5:26"),
        ("/a~1b//1", "5:31"), ("/a~1b//2", "5:35"), ("/té", "6:14"),
    ])
    func pointersLeadToValues(_ pointer: String, _ place: String) {
        #expect(Self.place(of: pointer) == place)
    }

    @Test(arguments: [
        ("/nothing", "1:1"), ("/accepts/2", "3:14"), ("/accepts/0/min", "3:16"), ("/title/0", "2:13"),
        ("/accepts/x/y", "3:14"), ("/accepts/-1", "3:14"), ("/a~1b//0/0", "5:27"),
    ])
    func whatIsMissingIsPlacedAroundIt(_ pointer: String, _ place: String) {
        #expect(Self.place(of: pointer) == place)
    }

    @Test(
        arguments: [
            ("/title", #""a \"b\" {""#), ("/accepts/0/types", #"["image/*", "text/plain"]"#),
            ("/accepts/0/max", "20"), ("/a~1b//2", "-1.5e3"), ("/t\u{E9}", "null"), ("/nothing", "{"),
            ("/accepts/7", "["),
        ])
    func aValueHasAnExtent(_ pointer: String, _ value: String) throws {
        let bytes = Array(Self.text.utf8)
        let extent = try #require(JSON.extent(of: pointer, in: bytes))
        #expect(String(decoding: bytes[extent], as: UTF8.self) == value)
    }

    @Test(
        arguments: [
            ("/title", #""title""#), ("/accepts/0/max", #""max""#), ("/a~1b/~0", #""~""#),
            ("/accepts/0/types/1", #""text/plain""#), ("/accepts/9", "["), ("", text),
        ])
    func aMemberHasAName(_ pointer: String, _ name: String) throws {
        let bytes = Array(Self.text.utf8)
        let extent = try #require(JSON.extent(of: pointer, in: bytes, isName: true))
        #expect(String(decoding: bytes[extent], as: UTF8.self) == name)
    }

    @Test(arguments: [
        ("", ["\"title\"", "\"accepts\"", "\"a/b\"", "\"t\\u00e9\""]),
        ("/accepts/0", ["\"types\"", "\"max\""]), ("/a~1b", ["\"~\"", "\"\""]), ("/accepts", []),
        ("/nothing", []), ("title", []),
    ])
    func anObjectsNamesHaveExtents(_ pointer: String, _ names: [String]) {
        let bytes = Array(Self.text.utf8)
        let extents = JSON.extentsOfNames(of: pointer, in: bytes)
        #expect(extents.map { String(decoding: bytes[$0], as: UTF8.self) } == names)
    }

    @Test func whatHasNoNamesHasNoExtents() {
        for text in ["{}", " { } ", "[]", "{", "5"] {
            #expect(JSON.extentsOfNames(of: "", in: Array(text.utf8)).isEmpty)
        }
    }

    @Test(arguments: ["", "{", "[1,]", "{} {}"])
    func whatIsNoJSONHasNoPlaces(_ text: String) {
        #expect(JSON.extent(of: "", in: Array(text.utf8)) == nil)
    }

    /// To Swift, a slash and a following combining mark are one character.
    @Test(arguments: ["\u{301}x", "/", "~1", "~/\u{301}", "a\u{200D}/\u{200D}", "\u{600}~0/~"])
    func everyNameHasAPointer(_ name: String) throws {
        let inner = JSON.Object([(name, .integer(7))])
        let text = JSON.object(JSON.Object([(name, .object(inner))])).serialized
        let pointer = JSON.pointer(name) + JSON.pointer(name)
        let extent = try #require(JSON.extent(of: pointer, in: text))
        #expect(text[extent] == [UInt8(ascii: "7")])
        #expect(JSON.tokens(of: pointer) == [name, name])
    }

    @Test func aPointerBeginsWithASlash() {
        #expect(JSON.extent(of: "title", in: Array("{}".utf8)) == nil)
    }

    @Test(arguments: [("{}", "/a"), ("[]", "/0"), ("5", "/x"), ("  \"s\" ", ""), ("\n[ ]", "/0")])
    func smallTexts(_ text: String, _ pointer: String) {
        #expect(JSON.extent(of: pointer, in: Array(text.utf8)) != nil)
    }
}
