// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@testable import ActivityPerforming

/// The facts in an inspector's output, however it ends.
struct InspectionTests {
    private func lines(_ printed: String, of places: Range<Int> = -1..<3) -> InspectorLines? {
        InspectorLines(Array(printed.utf8), of: places)
    }

    private func inspection(_ printed: String, of places: Range<Int> = 0..<3) throws -> Inspection {
        Inspection(try #require(lines(printed, of: places)), of: places)
    }

    @Test func anItemIsReadOnceItsOwnEndHasCome() throws {
        let printed = "0\tlocation\tBern\n0\tend\n1\tdevice\tPhone\n2\tend\n"
        let found = try inspection(printed)
        #expect(found.unread == [1])
        #expect(found.facts == [.init(kind: .location, items: [0], values: ["Bern"])])
        #expect(try inspection("").unread == [0, 1, 2])
        #expect(try inspection("").facts.isEmpty)
        #expect(try inspection("", of: -1..<1).unread == [-1, 0])
        #expect(Inspection(nothingOf: -1..<2).unread == [-1, 0, 1])
    }

    /// The inspector is killed within a line, or the limit of 1 MiB is within it.
    @Test func aLineThatIsNotEndedIsIgnored() throws {
        let whole = "0\tlocation\tBern\n0\tend\n1\tlocation\tB\u{e9}rn\n1\tend\n2\tend\n"
        let bytes = Array(whole.utf8)
        for length in bytes.indices {
            let lines = try #require(InspectorLines(Array(bytes[..<length]), of: 0..<3))
            let ends = [("0\tend\n", 0), ("1\tend\n", 1), ("2\tend\n", 2)].filter { text, _ in
                String(decoding: bytes[..<length], as: UTF8.self).contains(text)
            }
            #expect(lines.ended == Set(ends.map(\.1)), "\(length)")
        }
    }

    @Test(arguments: [
        "end\n", "0\n", "\n", "0\tend\t\n", "0\tend \n", " 0\tend\n", "+0\tend\n", "00\tend\n", "-0\tend\n",
        "0\tEnd\n", "3\tend\n", "-2\tend\n", "99999999999999999999\tend\n", "0\tplace\tBern\n",
        "0\tLocation\tBern\n", "0\tlocation\n", "0\tlocation\tBe\u{7}rn\n", "0\tlocation\tBern\r\n",
        "0\tlocation\tBern\t7\n", "0\tlocation\tBe\u{85}rn\n", "0\tend\n0\tend\n", "0\tend\n0\ttime\tnow\n",
        "\u{feff}0\tend\n", "0\tlocation\tBern\n\n0\tend\n", "0\tlocation\ta\0b\n",
    ])
    func afterALineOfAnotherFormNothingCounts(_ line: String) {
        #expect(lines("1\tend\n" + line + "2\tend\n") == nil)
    }

    @Test func bytesThatAreNoTextAreALineOfAnotherForm() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] {
            let line = Array("0\tlocation\t".utf8) + bytes + [0x0A]
            #expect(InspectorLines(line, of: 0..<1) == nil)
        }
    }

    @Test func theWordsAboutTheContentHaveAPlaceWhereThereAreSome() {
        #expect(lines("-1\ttracking\tfbclid\n-1\tend\n", of: -1..<1)?.ended == [-1])
        #expect(lines("-1\tend\n", of: 0..<1) == nil)
    }

    @Test func factsAreSummedUp() throws {
        let values = ["a", "b", "a", "c", "d", "e"].map { "0\tperson\t\($0)\n" }.joined()
        let found = try inspection(
            "2\tformat\tHEIC\n2\tend\n1\tperson\tx\n1\ttime\t\n1\tend\n" + values
                + "0\tlocation\tBern\n0\tend\n")
        #expect(
            found.facts == [
                .init(kind: .location, items: [0], values: ["Bern"]),
                .init(kind: .person, items: [0, 1], values: ["a", "b", "c", "d"]),
                .init(kind: .time, items: [1], values: []),
                .init(kind: .format, items: [2], values: ["HEIC"]),
            ])
    }

    @Test func aValueIsANameThatCanBeShown() throws {
        let long = String(repeating: "x", count: 100_000)
        let found = try inspection("0\ttext\t  a\u{202e}b \u{2028} c \n0\ttext\t\(long)\n0\tend\n")
        let values = try #require(found.facts.first?.values)
        #expect(values.first == "ab c" && values.count == 2)
        #expect(values[1].count <= FailureReason.maximumCells && values[1].hasPrefix("xxx"))
    }
}

/// Lines of a transform that accepts links.
struct PrintedTextsTests {
    private func texts(_ printed: String, _ count: Int) throws -> [String] {
        var texts = try PrintedTexts(Array(printed.utf8), count: count, by: "Clean")
        return (0..<count).compactMap { _ in texts.next() }
    }

    @Test(arguments: [
        ("https://example.org/\n", ["https://example.org/"]), ("a\nb\n", ["a", "b"]), ("", []),
        ("\n", [""]), ("\n\n", ["", ""]), (#"one\ntwo \\n"# + "\n", ["one\ntwo \\n"]), ("\\\\\n", ["\\"]),
    ])
    func lineByLine(_ printed: String, _ expected: [String]) throws {
        #expect(try texts(printed, expected.count) == expected)
    }

    @Test(arguments: [
        ("", 1, "Clean printed 0 of 1 texts."), ("a\nb\n", 1, "Clean printed 2 of 1 texts."),
        ("a\nb", 2, "Clean printed a text without a newline at its end."),
        (#"a\t"# + "\n", 1, "Clean printed a text that cannot be read."),
        (#"a\"# + "\n", 1, "Clean printed a text that cannot be read."),
        ("a\0\n", 1, "Clean printed a text that cannot be read."),
    ])
    func whatIsNoLineIsAFault(_ printed: String, _ count: Int, _ reason: String) {
        let fault = #expect(throws: TransformFault.self) { try texts(printed, count) }
        #expect(fault?.reason == reason)
    }
}
