// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@Suite("What came from outside, printed")
struct PrintableTests {
    @Test(arguments: [
        ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
        ("\u{9B}2J", "\\u{9B}2J"), ("\u{202E}\u{2066}x\u{2069}", "\\u{202E}\\u{2066}x\\u{2069}"),
        ("\u{2028}", "\\u{2028}"), ("e\u{202E}\u{301}", "e\\u{202E}\u{301}"), ("\r\n", "\\r\\n"),
    ])
    func `Control characters are written out`(text: String, shown: String) {
        #expect(printable(text) == shown)
    }

    @Test(arguments: ["Größe", "缩放", "👩‍👩‍👧", "تدوير", "a\u{A0}b", "C:\\n", ""])
    func `All else is left alone`(text: String) {
        #expect(printable(text) == text)
    }

    @Test func `Of several lines the ends stay`() {
        #expect(printableLines("a\u{1B}\n\r\nb\n") == "a\\u{1B}\n\\r\nb\n")
    }

    @Test func `JSON says the same with escapes`() throws {
        let json: JSON = ["a": "\u{9B}\u{202E}\u{7F}\u{1B}ü", "b": [1, "\n"]]
        for text in [json.prettyPrinted, String(decoding: json.serialized, as: UTF8.self)] {
            let shown = printableJSON(text)
            #expect(try JSON(parsing: shown) == json)
            #expect(
                shown.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.generalCategory.isControl })
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool { self == .control || self == .format }
}
