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
            ("a\tA\n\n\tB\n", "Line 3: There is no value before the TAB."),
            ("a\t\r\n", "Line 1: There is no label behind the TAB."),
            ("a\tA\u{1B}\n", "Line 1: It holds a control character."),
            ("a\u{85}\n", "Line 1: It holds a control character."),
            ("a\r\r\n", "Line 1: It holds a control character."),
            ("a\rb\n", "Line 1: It holds a control character."),
            (String(repeating: "a\n", count: 257), "The program printed 257 lines; the maximum is 256."),
        ])
    func faults(text: String, reason: String) {
        let fault = #expect(throws: PrintedOptionsFault.self) { try FormField.options(printed: text) }
        #expect(fault?.reason == reason)
    }

    @Test("a program may have nothing to offer", arguments: ["", "\n\r\n", "a\t\u{200B}\n"])
    func nothing(text: String) throws {
        #expect(try FormField.options(printed: text, isDirect: true).isEmpty)
    }

    @Test("as many as are taken")
    func most() throws {
        let lines = (1...256).map { "\($0)\n\n" }.joined()
        #expect(try FormField.options(printed: lines).count == 256)
    }

    @Test(
        "a target has a kind and a detail behind its label",
        arguments: [
            ("a\tA\n", "a|A||"), ("a\n", "a|a||"), ("a\tA\tphone\tnot paired\r\n", "a|A|phone|not paired"),
            ("a\tA\t\tnot paired\torg.a.b\n", "a|A||not paired|org.a.b"),
            ("a\tA\tprogram\t\tgimp\tx\n", "a|A|program|"), ("a\tA\tprogram\t\t/a.png\n", "a|A|program|"),
            ("a\tA\tplace\t\n", "a|A|place|"),
            ("a\tinvoice\u{202E}gnp\n", "a|invoicegnp||"), ("a\tA\u{1B}[31m\u{85}B\n", "a|A [31m B||"),
            ("a\tA\t\tb\u{2066}\u{7}\n", "a|A||b"), ("a\t\u{200B}\nb\tB\n", "b|B||"),
            ("a\t\nb\tB\tperson\n", "b|B|person|"), ("a\tA\na\tB\n", "a|A||"),
            ("a\tA\nb\tA\n", "a|A|| b|A||"),
            (
                "a\tA" + String(repeating: "\u{301}", count: 120) + "\n",
                "a|A" + String(repeating: "\u{301}", count: 30) + "||"
            ),
            (
                "a\t" + String(repeating: "x", count: 300) + "\n",
                "a|" + String(repeating: "x", count: 256) + "||"
            ),
        ])
    func targets(text: String, read: String) throws {
        let targets = try FormField.options(printed: text, isDirect: true)
        let texts = targets.map {
            "\($0.value)|\($0.label)|\($0.kind?.rawValue ?? "")|\($0.detail ?? "")"
                + ($0.icon.map { "|" + $0 } ?? "")
        }
        #expect(ExactText(texts.joined(separator: " ")) == ExactText(read))
    }

    @Test(
        "what no target may be is told by its line",
        arguments: [
            ("b\tB\n\tA\n", "Line 2: There is no value before the TAB."),
            ("a\u{1B}\tA\n", "Line 1: It holds a control character."),
            ("a\u{FFFD}\tA\n", "Line 1: The text is not valid UTF-8, or contains U+FFFD."),
            (String(repeating: "a", count: 1025), "Line 1: Its value is longer than 1024 bytes."),
            (String(repeating: "a\n", count: 257), "The program printed 257 lines; the maximum is 256."),
            (
                "a\tA\tfridge\n",
                "Line 1: Its kind is none of phone, tablet, computer, television, speaker, "
                    + "person, group, place, program."
            ),
        ])
    func targetFaults(text: String, reason: String) {
        let fault = #expect(throws: PrintedOptionsFault.self) {
            try FormField.options(printed: text, isDirect: true)
        }
        #expect(fault?.reason == reason)
    }
}
