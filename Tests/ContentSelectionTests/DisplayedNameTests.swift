// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Testing

@Suite("Names as a sheet shows them")
struct DisplayedNameTests {
    @Test(
        "One line, nothing turned round",
        arguments: [
            ("invoice\u{202E}gnp.exe", "invoicegnp.exe"), ("a\nb\t c", "a b c"), ("", ""),
            ("\u{200B}\u{2060} \u{3164}", ""), ("\u{200B}a\u{AD}\u{2060}b", "ab"),
            ("\u{2800}\u{2800}", ""), ("\u{FE0F}\u{200D}", ""), ("👩\u{200D}💻", "👩\u{200D}💻"),
            ("e" + String(repeating: "\u{301}", count: 40), "e" + String(repeating: "\u{301}", count: 30)),
            (
                "e" + String(repeating: "\u{301}", count: 30) + "\u{34F}"
                    + String(repeating: "\u{301}", count: 9),
                "e" + String(repeating: "\u{301}", count: 30)
            ),
            (
                "e" + String(repeating: "\u{301}", count: 30) + "\u{200D}\u{301}",
                "e" + String(repeating: "\u{301}", count: 30) + "\u{200D}"
            ),
            (String(repeating: "x", count: 4096), String(repeating: "x", count: 256)),
        ])
    func names(name: String, shown: String) {
        #expect(DisplayedName(name).text == shown)
    }

    @Test(
        "All lines of a text, nothing turned round",
        arguments: [
            ("a\n\n b  c \u{202E}d\r\ne", "a\n\nb c d\ne"),
            (String(repeating: "x", count: 4000), String(repeating: "x", count: 4000)),
            (String(repeating: "x", count: 4001), String(repeating: "x", count: 4000) + "…"),
        ])
    func lines(text: String, shown: String) {
        #expect(DisplayedName.lines(text) == shown)
    }

    @Test(
        "The last component of a URI, its escapes read",
        arguments: [
            ("file:///tmp/My%20photo.png", "My photo.png"), ("file:///tmp/100%25", "100%"),
            ("https://example.org/", "example.org"), ("file:///tmp/%FF", "%FF"), ("mailto:ada", "mailto:ada"),
            ("file:///a%2", "a%2"), ("https://ada:secret@example.org", "example.org"),
            ("https://example.org/a?next=https://ada:secret@b.org", "a"),
        ])
    func uris(uri: String, shown: String) {
        #expect(DisplayedName(uri: uri).text == shown)
    }
}
