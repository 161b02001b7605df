// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing
import activityctl

@Suite("Tables and titles")
struct TableTests {
    /// The column at which a text begins in a line, in cells.
    private func column(of text: String, in line: String) -> Int? {
        var before = ""
        var rest = line[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) { return CellWidth.of(before) }
            before.append(rest.removeFirst())
        }
        return nil
    }

    @Test func `Columns are aligned in cells, whatever the script`() {
        var table = Table(["TITLE", "IDENTIFIER", "FROM"])
        for title in ["Print", "缩放图片", "🎉 Party", "e\u{301}te\u{301}", "👩‍👩‍👧 Family", "تدوير", ""] {
            table.add([title, "org.example.a", "here"])
        }
        let lines = table.lines
        #expect(lines.count == 8)
        #expect(
            Set(lines.dropFirst().map { column(of: "org.example.a", in: $0) }) == [
                column(of: "IDENTIFIER", in: lines[0])
            ])
        #expect(Set(lines.map { column(of: $0.hasSuffix("FROM") ? "FROM" : "here", in: $0) }).count == 1)
    }

    @Test func `Lines have no blanks at their ends`() {
        var table = Table(["A", "LONG HEAD", "B"])
        table.add(["x", "", ""])
        table.add(["", "y", ""])
        table.add(["", "", "z"])
        #expect(table.lines == ["A  LONG HEAD  B", "x", "   y", "              z"])
    }

    @Test func `Groups are divided once, and never at the beginning`() {
        var table = Table(["A"])
        table.divide()
        table.add(["1"])
        table.divide()
        table.divide()
        table.add(["2"])
        #expect(table.lines == ["A", "1", "", "2"])
    }

    @Test func `A cell cannot break out of its line`() {
        var table = Table(["A", "B"])
        table.add(["one\ntwo\u{1B}[2J", "\u{202E}desrever"])
        #expect(table.lines.last == "one\\ntwo\\u{1B}[2J  \\u{202E}desrever")
    }

    @Test(arguments: [
        ("Print", "Print"), ("Add to Reading List", "Add to Reading List"),
        ("Convert the very long document into something else", "Convert the very long document int…"),
        ("把这个非常长的文档转换成完全不同的其他东西吧好的吗", "把这个非常长的文档转换成完全不同的…"),
    ])
    func `A title is whole where the sheet shows it whole, else cut where the sheet cuts it`(
        title: String, shown: String
    ) {
        #expect(titleLine(title) == shown)
    }

    @Test func `What asks is marked, once`() {
        #expect(titleLine("Resize", asks: true) == "Resize…")
        #expect(titleLine("Convert the very long document into something else", asks: true).hasSuffix("int…"))
    }

    @Test func `Text is wrapped between words`() {
        #expect(wrapped("one two three", width: 9, indent: 2) == ["  one two", "  three"])
        #expect(wrapped("一二三四 五六", width: 10) == ["一二三四", "五六"])
        #expect(wrapped("a verylongword b", width: 6) == ["a", "verylongword", "b"])
        #expect(wrapped("one two", width: 7) == ["one two"])
        #expect(wrapped("one two", width: 6) == ["one", "two"])
        #expect(wrapped("one two three", width: nil, indent: 2) == ["  one two three"])
    }
}
