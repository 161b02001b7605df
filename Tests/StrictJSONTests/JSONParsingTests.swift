// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@Suite("Reading JSON")
struct JSONParsingTests {
    @Test(
        "what RFC 8259 calls JSON is read",
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("-0", .integer(0)),
            ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("-9223372036854775808", .integer(.min)), ("1.0", .number(1)), ("1e2", .number(100)),
            ("99999999999999999999", .number(1e20)), (#""a\u00e9\ud83d\ude00\n""#, .string("aé😀\n")),
            ("[]", .array([])),
            ("[1, [2]]", .array([1, [2]])), (#"{"a":{},"b":[null]}"#, ["a": [:], "b": [nil]]),
            (#""纯""#, .string("纯")), (#""纯\n\/\u7EaF\u00ff😀\ud83D\uDE00""#, .string("纯\n/纯ÿ😀😀")),
        ] as [(String, JSON)])
    func accepts(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(
        "what is not JSON, or is JSON to some readers only, is refused with its place",
        arguments: [
            ("", 1, 1), ("{\"a\":1,}", 1, 7), ("[1,]", 1, 3), ("// c\n1", 1, 1),
            ("{\n  \"a\": 1,\n  \"a\": 2\n}", 3, 3),
            ("\"\\ud800\"", 1, 2), ("\"\u{1}\"", 1, 2), ("01", 1, 1), ("1.", 1, 3), ("+1", 1, 1),
            ("nul", 1, 1), ("1 2", 1, 3),
            ("\"abc", 1, 1), ("[1", 1, 3), ("{\"a\" 1}", 1, 6), ("1e999", 1, 1), ("'a'", 1, 1), ("NaN", 1, 1),
            ("\"\\x\"", 1, 2), ("\"\\n\\u00g0\"", 1, 4), ("\"\\u00:0\"", 1, 2), ("\"\\u00\"", 1, 2),
            ("\"\\n\u{1}\"", 1, 4),
            ("\"\\n", 1, 1),
        ])
    func refuses(text: String, line: Int, column: Int) {
        let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(
        "what other editors and languages bring along has its remedy",
        arguments: [
            (Array("\u{FEFF}{}".utf8), "Save it as UTF-8 without a byte order mark."),
            ([0xFF, 0xFE, 0x7B, 0], "It is UTF-16: save it as UTF-8."),
            (Array("{ // c".utf8), "JSON has no comments: take it out."),
            (Array("# c".utf8), "JSON has no comments: take it out."),
            (Array("[1,]".utf8), "Take the comma out."),
            (Array("{'a'".utf8), "Write straight double quotation marks: \"."),
            (Array("{“a”".utf8), "Write straight double quotation marks: \"."),
            (Array("[\"Pr".utf8) + [0xFC, 0x22, 0x5D], "Save it as UTF-8."), (Array("{\u{A0}}".utf8), nil),
            (Array("{".utf8), nil), ([], nil),
        ] as [([UInt8], String?)])
    func remedies(bytes: [UInt8], remedy: String?) {
        let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: bytes) }
        #expect(error?.remedy == remedy)
    }

    @Test("bytes that are not UTF-8 are refused")
    func refusesInvalidUTF8() {
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
        // A UTF-8 sequence that an escape interrupts or would complete.
        for tail in [#"\n"#.utf8 + [0xA9], #"\u00e9"#.utf8 + []] {
            #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: [0x22, 0xC3] + tail + [0x22]) }
        }
    }

    @Test("100,000 levels end at the limit and not in the stack")
    func boundsDepth() throws {
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: String(repeating: "[", count: 100_000)) }
        let deep = JSON.maximumDepth
        _ = try JSON(parsing: String(repeating: "[", count: deep) + String(repeating: "]", count: deep))
    }

    @Test(
        "a written value reads back equal", arguments: [#"{"a":[1,2.5,"x\"\\\u0001\n/"],"b":null,"c":true}"#])
    func roundTrip(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(try JSON(parsing: value.serialized) == value)
        #expect(try JSON(parsing: value.prettyPrinted) == value)
        #expect(String(decoding: value.serialized, as: UTF8.self) == text)
    }

    @Test("a mismatch names its place by JSON pointer")
    func mismatch() throws {
        let object = JSON.Object([(name: "a/b", value: [1, "x"])])
        let error = #expect(throws: JSON.Mismatch.self) { let _: [Int] = try object.read("a/b") }
        #expect(error?.pointer == "/a~1b/1")
    }

    @Test(
        "integers are read up to 2^53, on either side of 0",
        arguments: [
            ("9007199254740992", 9_007_199_254_740_992), ("-9007199254740992", -9_007_199_254_740_992),
            ("9007199254740993", nil), ("-9007199254740993", nil), ("9223372036854775807", nil),
            ("-9223372036854775808", nil), ("18446744073709551616", nil), ("1e308", nil), ("1.0", nil),
            ("1e0", nil), ("0", 0), ("-0", 0),
        ] as [(String, Int?)])
    func integers(text: String, value: Int?) throws {
        #expect((try? Int(json: try JSON(parsing: text))) == value)
    }

    @Test("a number out of range is told from a value of another type")
    func outOfRange() {
        func fault(_ json: JSON) -> JSON.Mismatch? {
            do throws(JSON.Mismatch) { _ = try Int(json: json) } catch { return error.beneath("a") }
            return nil
        }
        for json: JSON in [.integer(.max), .integer(.min), 1e308] {
            #expect(fault(json)?.hasRightType == true)
        }
        for json: JSON in [1.5, "1", true, nil] { #expect(fault(json)?.hasRightType == false) }
    }

    @Test(
        "vowel signs that are taken apart into marks count as such",
        arguments: ["\u{F73}", "\u{F75}", "\u{F81}"])
    func decomposedMarks(sign: String) throws {
        let signs = String(repeating: sign, count: JSON.maximumMarks)
        _ = try JSON(parsing: "\"\u{F40}\(signs)\"")
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "\"\u{F40}\(signs)\(sign)\"") }
        _ = try JSON(parsing: "\"\(JSON.streamSafe(signs + signs))\"")
    }

    @Test("more combining marks in a row than any writing has are refused, escaped or not")
    func boundsMarks() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: JSON.maximumMarks / 2)
        _ = try JSON(parsing: "\"e\(marks)e\(marks)\"")
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "\"e\(marks)\u{301}\"") }
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "{\"e\(marks)\u{301}\": 1}") }
        let escaped = String(repeating: "\\u0301", count: JSON.maximumMarks + 1)
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "\"e\(escaped)\"") }
    }
}
