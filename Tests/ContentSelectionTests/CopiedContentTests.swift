// SPDX-License-Identifier: Apache-2.0

import ContentSelection
import Testing

@Suite("What was copied")
struct CopiedContentTests {
    @Test(
        "Files before text, text before its picture, and nothing of what cannot be shared",
        arguments: [
            (["text/html", "text/plain", "x-special/gnome-copied-files"], "x-special/gnome-copied-files"),
            (["text/plain", "text/uri-list"], "text/uri-list"),
            (["image/png", "text/html", "text/plain"], "text/plain"),
            (["text/html", "image/jpeg", "image/png"], "image/png"),
            (["application/x-color", "text/html"], nil), ([], nil),
        ] as [([String], String?)])
    func best(offered: [String], expected: String?) {
        #expect(CopiedContent.best(of: offered) == expected)
    }

    @Test(
        "Each form as what it is",
        arguments: [
            (
                "x-special/gnome-copied-files", "cut\nfile:///a%20b\nfile:///c",
                .arguments(["file:///a%20b", "file:///c"])
            ),
            ("x-special/gnome-copied-files", "copy\nfile:///a\0", .arguments(["file:///a"])),
            ("x-special/gnome-copied-files", "copy", nil),
            ("x-special/gnome-copied-files", "copy\n-\n/etc/passwd\nnotes.txt", nil),
            ("text/uri-list", "-\r\n/etc/passwd\r\nfile:///a\r\n", .arguments(["file:///a"])),
            (
                "text/uri-list", "# two\r\nfile:///a\r\nhttps://example.org/\r\n",
                .arguments(["file:///a", "https://example.org/"])
            ),
            ("text/uri-list", "# none\r\n", nil),
            ("text/plain", " https://example.org/a?b#c\n", .arguments(["https://example.org/a?b#c"])),
            ("text/plain", "https://example.org and more", .text("https://example.org and more")),
            ("text/plain", "file:///etc/passwd", .text("file:///etc/passwd")),
            ("text/plain", "Note: this", .text("Note: this")), ("text/plain", "-", .text("-")),
            ("text/plain", " \n", nil), ("text/plain", "", nil),
            ("image/png", "x", .picture([120], type: "image/png")),
            ("image/png", "", nil),
        ] as [(String, String, CopiedContent?)])
    func reads(type: String, text: String, expected: CopiedContent?) {
        #expect(CopiedContent(Array(text.utf8), type: type) == expected)
    }
}
