// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@Suite("Options that a program has printed")
struct PrintedOptionsTests {
    /// Pairs that compare scalar by scalar.
    private func read(_ text: String) throws -> [[ExactText]] {
        try FormField.options(printed: text).map { [ExactText($0.value), ExactText($0.label)] }
    }

    @Test(
        "a line is a value, a TAB and a label, or a text that is both",
        arguments: [
            ("a\tA\nb\tB\n", [["a", "A"], ["b", "B"]]), ("a\tA", [["a", "A"]]), ("a b\n", [["a b", "a b"]]),
            ("a\tA\r\nb\r\n", [["a", "A"], ["b", "b"]]), ("\n\r\na\tA\n\n", [["a", "A"]]),
            ("a\tA\tB\t\n", [["a", "A B "]]), ("a\t\u{301}\n", [["a", "\u{301}"]]),
            (" \t \n", [[" ", " "]]),
        ])
    func lines(text: String, options: [[String]]) throws {
        #expect(try read(text) == options.map { $0.map { ExactText($0) } })
    }

    @Test("of several lines with one value the first counts; other bytes are another value")
    func repetition() throws {
        let text = "a\tA\na\tB\n\u{E9}\tC\ne\u{301}\tD\n"
        let labels = try FormField.options(printed: text).map(\.label)
        #expect(labels == ["A", "C", "D"])
    }

    @Test(
        "what no option may be is told by its line",
        arguments: [
            ("", "There is nothing to choose from."), ("\n\r\n", "There is nothing to choose from."),
            ("a\tA\n\n\tB\n", "Line 3: There is no value before the TAB."),
            ("a\t\r\n", "Line 1: There is no label behind the TAB."),
            ("a\tA\u{1B}\n", "Line 1: It holds a control character."),
            ("a\u{85}\n", "Line 1: It holds a control character."),
            ("a\r\r\n", "Line 1: It holds a control character."),
            ("a\rb\n", "Line 1: It holds a control character."),
            (String(repeating: "a\n", count: 257), "It printed 257 options. 256 are the most."),
        ])
    func faults(text: String, reason: String) {
        let fault = #expect(throws: PrintedOptionsFault.self) { try FormField.options(printed: text) }
        #expect(fault?.reason == reason)
    }

    @Test("as many as are taken")
    func most() throws {
        let lines = (1...256).map { "\($0)\n\n" }.joined()
        #expect(try FormField.options(printed: lines).count == 256)
    }
}
