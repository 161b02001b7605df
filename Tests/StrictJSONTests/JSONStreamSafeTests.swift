// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@Suite struct JSONStreamSafeTests {
    private static func marks(_ count: Int) -> String { String(repeating: "\u{0301}", count: count) }

    @Test(arguments: ["", "plain", "\u{00E9}", "e" + marks(30), "e" + marks(30) + "e" + marks(30)])
    func whatCanBeReadStaysAsItIs(_ text: String) {
        #expect(JSON.streamSafe(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [31, 60, 61, 1000])
    func whatIsTooLongIsPartedAndKept(_ count: Int) throws {
        let text = "e" + Self.marks(count)
        #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: JSON.string(text).serialized) }
        let safe = JSON.streamSafe(text)
        #expect(try JSON(parsing: JSON.string(safe).serialized) == .string(safe))
        #expect(safe.unicodeScalars.filter { $0 != "\u{034F}" }.elementsEqual(text.unicodeScalars))
    }
}
