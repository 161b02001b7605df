// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import TestSupport
import Testing

@testable import ContentSelection

@Suite("Content from arguments")
struct SelectionTests {
    private let folder = Scratch()

    private func representation(_ argument: String) throws -> Representation {
        try #require(try Selection([argument]).items.first).representation
    }

    private func path(_ name: String) -> String { folder(name) }

    @Test(arguments: [
        ("a.txt", Array("hello\n".utf8), "text/plain"), ("a.html", Array("<p>x".utf8), "text/html"),
        ("noname", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], "image/png"),
        ("a.pdf", Array("%PDF-1.4\n".utf8), "application/pdf"),
        ("script", Array("#!/bin/sh\n".utf8), "application/x-shellscript"),
    ])
    func `A file has a type, a URI, a name and a size`(name: String, bytes: [UInt8], type: String) throws {
        Files.write(path(name), bytes)
        let expected = Representation(
            type: type, uri: "file://" + path(name), name: name, size: bytes.count)
        #expect(try representation(path(name)) == expected)
        #expect(try representation("file://" + path(name)) == expected)
        // kitty#2970, w3m#120, alacritty#8253: `ls --hyperlink` writes the machine's own name.
        var letters = [CChar](repeating: 0, count: 256)
        #expect(gethostname(&letters, letters.count) == 0)
        let own = String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        for host in ["localhost", "LOCALHOST", own] {
            #expect(try representation("file://" + host + path(name)) == expected)
        }
    }

    @Test(
        arguments: [
            (["https://example.org/"], nil, ["One"]), ([], "words", ["One"]),
            (["https://example.org/", "https://example.org/2"], nil, [nil, nil]),
            (["https://example.org/"], "words", ["One"]), (["a.txt"], nil, ["a.txt"]),
            (["a.txt"], "words", ["a.txt"]),
        ] as [([String], String?, [String?])])
    func `A subject names the text, or a link that is alone, and no file`(
        arguments: [String], text: String?, names: [String?]
    ) throws {
        folder.write("a.txt", "x")
        let paths = arguments.map { $0.contains(":") ? $0 : path($0) }
        let selection = try Selection(paths, text: text, subject: "One")
        #expect(selection.items.map(\.representation.name) == names)
        #expect(selection.subject == "One")
        #expect(selection.caption == (paths.isEmpty ? nil : text), "beside a thing it is said about it")
    }

    @Test func `Names are percent-encoded in URIs, and whole beside them`() throws {
        folder.write("a b#ü%.txt", "x")
        let representation = try representation(path("a b#ü%.txt"))
        #expect(representation.uri == "file://" + path("a%20b%23%C3%BC%25.txt"))
        #expect(representation.name == "a b#ü%.txt")
    }

    @Test func `A name that no JSON may hold stands in the URI alone, and is shown`() throws {
        let marks = String(repeating: "\u{301}", count: 40)
        folder.write("a\(marks).txt", "x")
        let items = try Selection([path("a\(marks).txt")]).items
        let escaped = String(repeating: "%CC%81", count: 40)
        #expect(items[0].representation.uri == "file://" + path("a\(escaped).txt"))
        #expect(items[0].representation.name == nil)
        let shown = "a" + String(repeating: "\u{301}", count: 30) + ".txt"
        #expect(
            SelectionSummary.name(of: items[0])?.unicodeScalars.elementsEqual(shown.unicodeScalars) == true)
    }

    @Test(arguments: [
        ("hello", "hello"), ("a\nb \u{1B}\t c\r\n", "a b c"), ("\"quoted\"", "\"quoted\""),
        ("x\u{2028}y", "x y"), (" \u{200B}\n", nil),
    ])
    func `A text's picture bears the text, on one line and in no quotation marks`(
        text: String, title: String?
    )
        throws
    {
        #expect(SelectionSummary.name(of: try Selection([], text: text).items[0]) == title)
    }

    @Test(arguments: [
        (
            Representation(type: "x-scheme-handler/https", uri: "https://ada:x@example.org/a?b=c#d"),
            "https://example.org/a?b=c#d"
        ),
        (Representation(type: "text/plain", text: "One\ntwo"), "One\ntwo"),
        (Representation(type: "image/png", uri: "file:///tmp/a.png"), nil),
    ])
    func `A link and a text are there in full`(representation: Representation, whole: String?) {
        #expect(SelectionSummary.whole(Item(representation)) == whole)
    }

    @Test func `A folder is a folder, and has no size`() throws {
        let representation = try representation(folder.path + "/")
        #expect(representation.type == "inode/directory" && representation.size == nil)
        #expect(representation.uri == "file://" + folder.path)
    }

    @Test func `A link to a file is that file by the link's name`() throws {
        folder.write("a.txt", "hello")
        symlink("a.txt", path("link"))
        let representation = try representation(path("link"))
        #expect(
            representation.type == "text/plain" && representation.size == 5
                && representation.uri == "file://" + path("a.txt") && representation.name == "link")
    }

    /// A link is read once: retargeting it afterwards does not change the selection.
    @Test func `A link's kind is that of what it leads to, through all links`() throws {
        folder.write("deep/update.sh", "#!/bin/sh\n")
        symlink("deep", path("way"))
        symlink("way/update.sh", path("second"))
        symlink("second", path("Holiday.png"))
        let selection = try Selection([path("Holiday.png")])
        let uri = "file://" + path("deep/update.sh")
        let expected = Representation(
            type: "application/x-shellscript", uri: uri, name: "Holiday.png", size: 10)
        #expect(selection.items == [Item(expected)])
        #expect(selection.natures == [uri: FileNature(isProgram: true, isMisnamed: true)])
        let summary = SelectionSummary(
            selection.items, folder: "", program: "Program", natures: selection.natures)
        #expect(summary.detail == "Program · 10 B")
    }

    @Test func `A way through a linked folder stays as the person knows it`() throws {
        folder.write("deep/a.txt", "x")
        symlink("deep", path("way"))
        #expect(try representation(path("way/a.txt")).uri == "file://" + path("way/a.txt"))
    }

    @Test(
        arguments: [
            ("run", "#!/bin/sh\n", 0o644, true), ("run.py", "print()\n", 0o644, true),
            ("a.desktop", "[Desktop Entry]\nType=Application\nExec=x\n", 0o644, true),
            ("a.exe", "MZ", 0o644, true),
            ("a.AppImage", "x", 0o644, true),
            // The kernel runs it with any interpreter, but not without the executable bit.
            ("notes.txt", "#!/opt/own\n", 0o755, true), ("notes.txt", "#!/opt/own\n", 0o644, false),
            // A USB stick's file system sets the bit for every file.
            ("photo.png", "x", 0o755, false), ("notes.txt", "x", 0o755, false),
            ("page.html", "<p>", 0o755, false),
        ] as [(String, String, mode_t, Bool)])
    func `What can be run is a program`(name: String, content: String, mode: mode_t, isProgram: Bool) throws {
        Files.write(path(name), content, mode: mode)
        let selection = try Selection([path(name)])
        #expect(
            selection.natures.values.contains { $0.isProgram } == isProgram, "\(selection.items[0])")
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
        folder.write("mailto:x", "hello")
        #expect(try representation(path("mailto:x")).type == "text/plain")
    }

    @Test func `Text is an item`() throws {
        let representation = try #require(try Selection([], text: "hällo").items.first).representation
        #expect(representation == Representation(type: "text/plain", text: "hällo", size: 6))
    }

    @Test func `A type given is every item's`() throws {
        let selection = try Selection(["https://example.org", "https://example.org"], type: "image/png")
        #expect(selection.items.map(\.representation.type) == ["image/png", "image/png"])
    }

    @Test(arguments: [
        "/nowhere/at/all", "", "nothing", ":", "1a:b", "file:///nowhere", "file://elsewhere/tmp",
    ])
    func `What is nothing is missing`(argument: String) {
        #expect(throws: SelectionError.missing(argument)) { try Selection([argument]) }
    }

    @Test(arguments: [
        "example.org", "example.com/a b", "www.example.co.uk", "grüße.example:8080/a", "photo.png/a",
    ])
    func `What is like an address is told of its scheme`(argument: String) {
        let remedy = SelectionError.missing(argument).remedy
        #expect(remedy == "Write https:// in front if it is an address: https://\(argument)")
    }

    @Test func `What is like HTML is told where a text goes`() {
        #expect(
            SelectionError.missing("<b>a</b>").remedy == "Give the text itself on standard input, as \"-\".")
    }

    @Test(arguments: [
        "", "photo.png", "/example.org", "./example.org", "a b.org", "file", "..", ".org", "1.5",
    ])
    func `What is like a file's name is not`(argument: String) {
        #expect(SelectionError.missing(argument).remedy == nil)
    }

    @Test func `A link to nothing and a file behind a file are told apart`() throws {
        symlink("nothing", path("link"))
        #expect(throws: SelectionError.linkToNothing(path("link"))) { try Selection([path("link")]) }
        folder.write("file", "x")
        symlink("file/inner", path("behind"))
        #expect(throws: SelectionError.inaccessible(path("behind"), code: ENOTDIR)) {
            try Selection([path("behind")])
        }
    }

    @Test(
        arguments: [
            (["a.png"], "a.png", "PNG · 5 B"), (["a.png", "b.txt"], "a.png", "PNG, TXT · 10 B"),
            (["b.txt", "a.png", "c.zip"], "b.txt", "TXT, PNG, ZIP · 15 B"),
            (["https://example.org/a?b"], "a", "example.org"), (["folder"], "folder", "Ordner"),
            (["a.png", "folder"], "a.png", "PNG, Ordner"),
            (["\u{200B}\u{200D}"], "TXT", "TXT · 5 B"), (["\u{FEFF}.txt"], ".txt", "TXT · 5 B"),
        ])
    func `A file is called by its name, and by its kind where that cannot be seen`(
        names: [String], title: String, detail: String
    ) throws {
        let arguments = names.map { $0.contains(":") ? $0 : path($0) }
        for (name, path) in zip(names, arguments) where name != path {
            if name == "folder" { mkdir(path, 0o755) } else { Files.write(path, "12345") }
        }
        let items = try Selection(arguments).items
        #expect(SelectionSummary.name(of: items[0]) == title)
        #expect(SelectionSummary(items, folder: "Ordner").detail == detail)
    }

    @Test(
        "A size has its desktop's units",
        arguments: [
            ("GNOME", "[Locale]\nBinaryUnitDialect=0", "87 kB"), ("", "", "87 kB"),
            ("KDE", "[Other]\nBinaryUnitDialect=2\n[Locale]\n", "85 KiB"),
            ("KDE", "[Locale]\nBinaryUnitDialect=0\n", "85 KiB"),
            ("KDE", "[Locale]\nName=x\nBinaryUnitDialect=1\n", "85 KB"),
            ("x:KDE", "[Locale]\nBinaryUnitDialect=2\n[Other]\nBinaryUnitDialect=1\n", "87 kB"),
            ("KDE", "[Locale]\nBinaryUnitDialect=-1\n", "85 KiB"),
        ])
    func units(desktops: String, settings: String, text: String) {
        Files.write(path("kdeglobals"), settings)
        let units = SizeUnits(desktops: desktops, settings: path("kdeglobals"))
        #expect(units.text(87_040, ".") == text)
        #expect(SizeUnits(desktops: desktops, settings: nil).text(999, ".") == "999 B")
        #expect(units.text(1_900_000, ",").hasPrefix("1,"))
    }

    @Test(
        "A size has its language's decimal mark",
        arguments: [
            (999, "de", "BIN · 999 B"), (2_000_000, "de", "BIN · 2,0 MB"), (2_040_000, nil, "BIN · 2.0 MB"),
            (9_940_000, "fr_FR", "BIN · 9,9 MB"), (9_960_000, "fr_FR", "BIN · 10 MB"),
            (1_550, "de_CH", "BIN · 1.6 kB"), (3_100_000_000, "en_US", "BIN · 3.1 GB"),
        ] as [(Int, String?, String)])
    func sizes(bytes: Int, locale: String?, detail: String) {
        let item = Item(Representation(type: "application/octet-stream", name: "a.bin", size: bytes))
        let summary = SelectionSummary([item], folder: "", locale: locale.flatMap(LocaleTag.init))
        #expect(summary.detail == detail)
    }

    @Test(
        arguments: [
            (.missing("/home/ada/b.txt"), "“b.txt” is no longer there"),
            (.missing("file:///home/ada/a%20b.txt"), "“a b.txt” is no longer there"),
            (.missing("/home/ada/in\u{202E}gnp.exe"), "“ingnp.exe” is no longer there"),
            (.linkToNothing("/home/ada/100%41"), "“100%41” is no longer there"),
            (.inaccessible("/root/a.txt", code: EACCES), "“a.txt” cannot be opened"),
        ] as [(SelectionError, String)])
    func `A person is told which file it is`(error: SelectionError, notice: String) {
        #expect(error.notice(in: Words(nil)) == notice)
    }
}
