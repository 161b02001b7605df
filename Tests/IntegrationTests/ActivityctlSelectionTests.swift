// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Glibc
import Testing
import activityctl

@Suite("Content from arguments")
struct ActivityctlSelectionTests {
    let program = ActivityctlProgram()

    private func representation(_ argument: String) throws -> Representation {
        try #require(try Selection([argument]).items.first).representation
    }

    private func path(_ name: String) -> String { program.folder + "/" + name }

    @Test(arguments: [
        ("a.txt", Array("hello\n".utf8), "text/plain"), ("a.html", Array("<p>x".utf8), "text/html"),
        ("noname", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], "image/png"),
        ("a.pdf", Array("%PDF-1.4\n".utf8), "application/pdf"),
        ("script", Array("#!/bin/sh\n".utf8), "application/x-shellscript"),
    ])
    func `A file has a type, a URI, a name and a size`(name: String, bytes: [UInt8], type: String) throws {
        program.write(name, bytes)
        let expected = Representation(
            type: type, uri: "file://" + path(name), name: name, size: bytes.count)
        #expect(try representation(path(name)) == expected)
        #expect(try representation("file://" + path(name)) == expected)
        #expect(try representation("file://localhost" + path(name)) == expected)
    }

    @Test func `Names are percent-encoded in URIs, and whole beside them`() throws {
        program.write("a b#ü%.txt", "x")
        let representation = try representation(path("a b#ü%.txt"))
        #expect(representation.uri == "file://" + path("a%20b%23%C3%BC%25.txt"))
        #expect(representation.name == "a b#ü%.txt")
    }

    @Test(arguments: [
        ("hello", "hello"), ("a\nb \u{1B}\t c\r\n", "a b c"), ("\"quoted\"", "\"quoted\""),
        ("x\u{2028}y", "x y"),
    ])
    func `A text's picture bears the text, on one line and in no quotation marks`(text: String, title: String)
        throws
    {
        #expect(try Selection([], text: text).pictured.title == title)
    }

    @Test func `A folder is a folder, and has no size`() throws {
        let representation = try representation(program.folder + "/")
        #expect(representation.type == "inode/directory" && representation.size == nil)
        #expect(representation.uri == "file://" + program.folder)
    }

    @Test func `A link to a file is that file by the link's name`() throws {
        program.write("a.txt", "hello")
        symlink("a.txt", path("link"))
        let representation = try representation(path("link"))
        #expect(
            representation.type == "text/plain" && representation.size == 5
                && representation.uri == "file://" + path("link"))
    }

    @Test func `A pipe is not opened`() throws {
        mkfifo(path("pipe"), 0o600)
        #expect(try representation(path("pipe")).type == "inode/fifo")
    }

    @Test(arguments: [
        ("https://example.org/a?b", "https"), ("mailto:ada@example.org", "mailto"),
        ("HTTPS://example.org", "https"), ("git+ssh://host/x", "git+ssh"),
    ])
    func `A link's type is its scheme's`(link: String, scheme: String) throws {
        #expect(try representation(link) == Representation(type: "x-scheme-handler/" + scheme, uri: link))
    }

    @Test func `A file that bears a link's name is meant`() throws {
        program.write("mailto:x", "hello")
        #expect(program("sheet", "mailto:x", "mailto:y").status == 69)
        #expect(try representation(path("mailto:x")).type == "text/plain")
    }

    @Test func `Text is an item`() throws {
        let representation = try #require(try Selection([], text: "hällo").items.first).representation
        #expect(representation == Representation(type: "text/plain", text: "hällo", size: 6))
    }

    @Test func `A type given is every item's`() throws {
        let selection = try Selection(["https://example.org"], text: "x", type: "image/png")
        #expect(selection.items.map(\.representation.type) == ["image/png", "image/png"])
    }

    @Test(arguments: [
        "/nowhere/at/all", "", "nothing", ":", "1a:b", "file:///nowhere", "file://elsewhere/tmp",
    ])
    func `What is nothing is an error`(argument: String) {
        #expect(throws: (any Error).self) { try Selection([argument]) }
    }
}
