// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("Arguments with codes")
struct ExecArgumentTests {
    @Test(
        arguments: [
            ("--size={width}x{b_2}", [.literal("--size="), .answer("width"), .literal("x"), .answer("b_2")]),
            ("%f%%%U", [.code("f"), .literal("%"), .code("U")]), ("a%", [.literal("a"), .code(" ")]),
            ("{A}{1}{}{a", [.literal("{A}{1}{}{a")]),
            ("{{a}}", [.literal("{"), .answer("a"), .literal("}")]),
            // Swift treats a character and a combining mark after it as one Character.
            ("{a}\u{301}b", [.answer("a"), .literal("\u{301}b")]),
            ("%f\u{301}", [.code("f"), .literal("\u{301}")]),
            ("%%\u{FE0F}%F", [.literal("%\u{FE0F}"), .code("F")]), ("%\u{301}", [.code("\u{301}")]),
            ("{\u{20E3}a}", [.literal("{\u{20E3}a}")]),
        ] as [(String, [ExecArgument.Part])])
    func `Codes and answers stand out, and nothing is lost`(text: String, parts: [ExecArgument.Part]) {
        #expect(ExecArgument(text).parts == parts)
    }

    @Test func `A link's percent signs are its own`() {
        #expect(
            ExecArgument("a%20%f{text}", percentCodes: false).parts == [.literal("a%20%f"), .answer("text")])
    }
}
