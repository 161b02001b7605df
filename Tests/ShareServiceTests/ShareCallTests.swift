// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import Glibc
import SheetSession
import StrictJSON
import TestSupport
import Testing

@testable import ShareService

struct ShareCallTests {
    private static let invalid = "org.freedesktop.DBus.Error.InvalidArgs"

    /// These tests are the caller.
    private static let asker = Asker.app(
        CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "")

    @Test func aCallOpensASheetAndGetsItsHandle() throws {
        try ServiceFixture.run { fixture in
            let answer = fixture.caller.share("('', @as [], {'text': <'hello'>, 'handle_token': <'one_1'>})")
            #expect(answer == .reply("('\(fixture.caller.handle("one_1"))',)"))
            let items = [Item(Representation(text: "hello"))]
            var expected = SheetRequest(items: items)
            expected.asker = Self.asker
            #expect(fixture.sheets.opened.map(\.request) == [expected])
        }
    }

    @Test func withoutATokenTheHandleIsRandom() throws {
        try ServiceFixture.run { fixture in
            let start = "('" + fixture.caller.handle("")
            let answers = (0..<2).map { _ in fixture.caller.share("('', @as [], {'text': <'x'>})") }
            for case .reply(let text) in answers {
                #expect(text.hasPrefix(start) && text.count > start.count + 3)
            }
            #expect(Set(answers).count == 2)
        }
    }

    @Test func aTokenIsTheCallersOnceUntilItsSheetIsGone() throws {
        try ServiceFixture.run { fixture in
            let arguments = "('', @as [], {'text': <'x'>, 'handle_token': <'t'>})"
            #expect(fixture.caller.share(arguments) == .reply("('\(fixture.caller.handle("t"))',)"))
            #expect(
                fixture.caller.share(arguments)
                    == .error(
                        Self.invalid, "handle_token \"t\" is that of a sheet that is open. Give another."))
            let other = try fixture.bus.connect()
            #expect(other.share(arguments) == .reply("('\(other.handle("t"))',)"))
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.caller.share(arguments) == .reply("('\(fixture.caller.handle("t"))',)"))
        }
    }

    @Test func everyOptionReachesTheSheet() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.png")
            _ = fixture.caller.share(
                """
                ('x11:1a', ['https://example.org/'], {'text': <'words'>, 'subject': <'Poem'>,
                 'title': <'Two'>, 'exclude': <['io.activityd.copy']>, 'locale': <'de_DE'>,
                 'activation_token': <'tok'>, 'compact': <true>, 'fds': <@ah [0]>,
                 'names': <['b.png']>, 'types': <['', 'image/x']>,
                 'of_the_future': <(1, 'x')>})
                """, fds: [open(path, O_RDONLY | O_CLOEXEC)])
            var expected = SheetRequest(
                items: [
                    Item(Representation(type: "x-scheme-handler/https", uri: "https://example.org/")),
                    Item(Representation(type: "image/png", uri: "file://" + path, name: "b.png", size: 5)),
                ])
            (expected.caption, expected.subject) = ("words", "Poem")
            expected.parent = .x11(0x1A)
            expected.asker = Self.asker
            expected.title = "Two"
            expected.exclude = ["io.activityd.copy"]
            expected.locale = "de_DE"
            expected.activationToken = "tok"
            expected.isCompact = true
            #expect(fixture.sheets.opened.map(\.request) == [expected])
        }
    }

    @Test func aTextIsSharedWhereThereIsNothingElse() throws {
        try ServiceFixture.run { fixture in
            let words = "{'text': <'words'>, 'subject': <'Poem'>}"
            _ = fixture.caller.share("('', @as [], \(words))")
            _ = fixture.caller.share("('', ['https://example.org/'], \(words))")
            let found = fixture.sheets.opened.map(\.request)
            let poem = Item(Representation(type: "text/plain", text: "words", name: "Poem", size: 5))
            #expect(found.map { $0.items.first } == [poem, found[1].items[0]])
            #expect(found.map(\.items.count) == [1, 1] && found.map(\.caption) == [nil, "words"])
            #expect(found[1].items[0].representation.name == "Poem")
        }
    }

    @Test func aTextThatIsTooLongForACaptionIsAFileBesideTheOthers() throws {
        try ServiceFixture.run { fixture in
            let text = String(repeating: "a", count: 256 << 10 + 1)
            _ = fixture.caller.share("('', ['https://example.org/'], {'text': <'\(text)'>})")
            let request = try #require(fixture.sheets.opened.first?.request)
            #expect(request.items.count == 2 && request.caption == nil)
        }
    }

    @Test func aSubjectIsTheNameOfALinkThatIsAlone() throws {
        try ServiceFixture.run { fixture in
            for others in ["", ", 'https://example.org/2', 'file://\(fixture.file("a.png"))'"] {
                _ = fixture.caller.share("('', ['https://example.org/1'\(others)], {'subject': <'One'>})")
            }
            let names = fixture.sheets.opened.map { $0.request.items.map(\.representation.name) }
            #expect(names == [["One"], [nil, nil, "a.png"]])
        }
    }

    @Test func filesAreWhatGIOKnowsOfThem() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a b.txt")
            _ = fixture.caller.share("('', ['file://\(fixture.bus.scratch.path)/a%20b.txt'], @a{sv} {})")
            let item = Item(
                Representation(
                    type: "text/plain", uri: "file://\(fixture.bus.scratch.path)/a%20b.txt", name: "a b.txt",
                    size: 5))
            #expect(fixture.sheets.opened.first?.request.items == [item])
            #expect(Files.exists(path))
        }
    }

    @Test func textOfManyMarksIsAFileThatHoldsIt() throws {
        try ServiceFixture.run { fixture in
            let text = "a" + String(repeating: "\u{301}", count: 40)
            _ = fixture.caller.share("('', @as [], {'text': <'\(text)'>, 'subject': <'\(text)'>})")
            let items = try #require(fixture.sheets.opened.first?.request.items)
            #expect(try [Item](json: JSON(parsing: items.json.serialized)) == items)
            let path = try #require(items[0].representation.uri?.dropFirst("file://".count))
            #expect(Files.text(String(path)) == text)
        }
    }

    @Test(arguments: [
        ("('x11:zz', @as [], {'text': <'x'>})", "parent_window is malformed"),
        ("('', @as [], @a{sv} {})", "There is nothing to share"),
        ("('', @as [], {'text': <''>})", "There is nothing to share"),
        ("('', @as [], {'fds': <@ah []>})", "There is nothing to share"),
        ("('', ['a/b.png'], @a{sv} {})", "\"a/b.png\" is not an absolute URI"),
        ("('', ['/a/b.png'], @a{sv} {})", "\"/a/b.png\" is not an absolute URI"),
        ("('', ['https:'], @a{sv} {})", "\"https:\" is not an absolute URI"),
        ("('', ['file:///nowhere'], @a{sv} {})", "file:///nowhere: there is no such file."),
        ("('', ['https://a.org', 'file:///nowhere'], @a{sv} {})", "file:///nowhere: there is no such file."),
        (
            "('', ['file://elsewhere/etc/passwd'], @a{sv} {})",
            "file://elsewhere/etc/passwd: there is no such file."
        ),
        ("('', ['https://a.org'], {'types': <['a/b', 'a/c']>})", "types has 2 entries, and there are 1 URIs"),
        ("('', @as [], {'text': <'x'>, 'types': <['a/b']>})", "types has 1 entries"),
        ("('', ['https://a.org'], {'types': <['image']>})", "\"image\" is not a content type"),
        ("('', ['https://a.org'], {'names': <['a']>})", "names has 1 entries, and there are 0 fds"),
        ("('', @as [], {'fds': <@ah [0]>})", "fds names the descriptor 0, which did not come"),
        ("('', @as [], {'fds': <@ah [-1]>})", "fds names the descriptor -1, which did not come"),
        ("('', @as [], {'text': <'x'>, 'handle_token': <'a-b'>})", "handle_token must be of letters"),
        ("('', @as [], {'text': <'x'>, 'handle_token': <''>})", "handle_token must be of letters"),
        ("('', @as [], {'text': <'x'>, 'handle_token': <1>})", "handle_token must be of type \"s\""),
        ("('', ['https://a.org'], {'text': <b'x'>})", "text must be of type \"s\""),
        ("('', ['https://a.org'], {'subject': <1>})", "subject must be of type \"s\""),
        ("('', ['https://a.org'], {'title': <['x']>})", "title must be of type \"s\""),
        ("('', ['https://a.org'], {'exclude': <'x'>})", "exclude must be of type \"as\""),
        ("('', ['https://a.org'], {'locale': <1>})", "locale must be of type \"s\""),
        ("('', ['https://a.org'], {'activation_token': <1>})", "activation_token must be of type \"s\""),
        ("('', ['https://a.org'], {'compact': <1>})", "compact must be of type \"b\""),
        ("('', ['https://a.org'], {'fds': <[0]>})", "fds must be of type \"ah\""),
        ("('', ['https://a.org'], {'names': <'x'>})", "names must be of type \"as\""),
        ("('', ['https://a.org'], {'types': <'x'>})", "types must be of type \"as\""),
    ])
    func whatIsWrongIsInvalidArgs(_ arguments: String, _ sentence: String) throws {
        try ServiceFixture.run { fixture in
            guard case .error(let name, let message) = fixture.caller.share(arguments) else {
                Issue.record("\(arguments) is taken")
                return
            }
            #expect(name == Self.invalid && message.hasPrefix(sentence), "\(message)")
            #expect(fixture.sheets.opened.isEmpty)
        }
    }

    @Test func moreThanTheDaemonTakesIsRefused() throws {
        try ServiceFixture.run { fixture in
            let links = [String](repeating: "'https://a.org'", count: Content.maximumItems).joined(
                separator: ",")
            #expect(
                fixture.caller.share("('', [\(links)], {'text': <'x'>})")
                    == .error(
                        Self.invalid, "More than 4096 items cannot be shared at once. Share them in parts."))
            let handles = [String](repeating: "0", count: Content.maximumItems + 1).joined(separator: ",")
            #expect(
                fixture.caller.share("('', @as [], {'fds': <@ah [\(handles)]>})")
                    == .error(
                        Self.invalid, "More than 4096 items cannot be shared at once. Share them in parts."))
            let long = "https://a.org/" + String(repeating: "x", count: SheetRequest.maximumItemBytes)
            guard
                case .error(Self.invalid, let message) = fixture.caller.share("('', ['\(long)'], @a{sv} {})")
            else {
                Issue.record("a URI of a megabyte is taken")
                return
            }
            #expect(message.hasPrefix("The items are too large together"))
            let many = [String](
                repeating: "'https://a.org/\(String(repeating: "x", count: 1 << 10))'", count: 1024)
            #expect(
                fixture.caller.share(
                    "('', @as [], {'text': <'x'>, 'exclude': <[\(many.joined(separator: ","))]>})"
                )
                .isError(Self.invalid))
            let title = String(repeating: "x", count: 64 << 10)
            #expect(
                fixture.caller.share("('', @as [], {'text': <'x'>, 'title': <'\(title)'>})")
                    == .error(Self.invalid, "title is longer than 64 KiB."))
            let exclude = "('', @as [], {'text': <'x'>, 'exclude': <[\(links), 'x']>})"
            #expect(fixture.caller.share(exclude).isError(Self.invalid))
            #expect(fixture.caller.share("('', [\(links)], @a{sv} {})").isReply)
            #expect(fixture.sheets.opened.map(\.request.items.count) == [Content.maximumItems])
        }
    }

    /// Each for itself would: the daemon gets them in one frame.
    @Test func whatFitsTheDaemonOnlyInPartsIsRefused() throws {
        try ServiceFixture.run { fixture in
            let half = String(repeating: "x", count: 500_000)
            guard
                case .error(Self.invalid, let message) = fixture.caller.share(
                    "('', ['https://a.org/\(half)'], {'exclude': <['\(half)']>, 'locale': <'de'>})")
            else {
                Issue.record("a megabyte is taken")
                return
            }
            #expect(message.hasPrefix("The items are too large together"))
            #expect(fixture.caller.share("('', ['https://a.org/\(half)'], @a{sv} {})").isReply)
        }
    }

    @Test func aRefusedCallLeavesNothingOpen() throws {
        try ServiceFixture.run { fixture in
            for _ in 0..<6 { _ = fixture.caller.share("('', ['file:///nowhere'], {'handle_token': <'t'>})") }
            #expect(
                fixture.caller.share("('', @as [], {'text': <'x'>, 'handle_token': <'t'>})")
                    == .reply("('\(fixture.caller.handle("t"))',)"))
        }
    }
}
