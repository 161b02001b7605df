// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import SheetSession
import StrictJSON
import TestSupport
import Testing

@testable import BrowserHost

/// The program that browsers start, over real pipes, before the service on a bus of its own.
struct BrowserHostTests {
    private static let text = #"{"share": {"origin": "https://example.org", "text": "Hello"}}"#

    private static func share(_ members: String) -> String {
        #"{"share": {"origin": "https://example.org", \#(members)}}"#
    }

    private static func piece(_ bytes: [UInt8]) -> String { #"{"piece": "\#(Base64.encode(bytes))"}"# }

    private static func next(_ file: Int, _ offset: Int) -> JSON {
        ["next": ["file": .integer(file), "offset": .integer(offset)]]
    }

    /// Why the program refuses what it was sent; nothing is opened.
    private func refusal(_ fixture: ServiceFixture, _ host: HostProgram) throws -> String {
        guard case .object(let answer) = try host.next(), case .string(let reason)? = answer.value("reason")
        else {
            throw PrivateBus.Failure(reason: "no refusal")
        }
        #expect(answer.value("outcome") == "refused")
        #expect(try host.exitStatus() == 1)
        #expect(fixture.sheets.opened.isEmpty)
        return reason
    }

    @Test func textLinkAndFilesReachTheSheet() throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            let large = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            host.send(
                Self.share(
                    #""title": "Holiday", "text": "Look", "url": "https://example.org/a", "#
                        + #""files": [{"name": "a.png", "type": "image/png", "size": 700000}, "#
                        + #"{"name": "empty.txt", "type": "text/plain", "size": 0}, "#
                        + #"{"name": "b.txt", "type": "text/plain", "size": 5}]"#))
            #expect(try host.next() == Self.next(0, 0))
            host.send(Self.piece(Array(large.prefix(SharedFile.maximumPieceBytes))))
            #expect(try host.next() == Self.next(0, SharedFile.maximumPieceBytes))
            host.send(Self.piece(Array(large.dropFirst(SharedFile.maximumPieceBytes))))
            #expect(try host.next() == Self.next(2, 0))
            host.send(Self.piece(Array("12345".utf8)))
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })

            let shown = fixture.sheets.opened[0].request
            let items = shown.items.map(\.representation)
            #expect(shown.title == nil)
            // The browser is who started the program: here, the test.
            let browser = try #require(CommandLine.arguments[0].split(separator: "/").last).description
            #expect(shown.asker == .page(origin: "example.org", browser: browser))
            #expect(items.map(\.name) == ["a.png", "empty.txt", "b.txt"])
            #expect(items.map(\.type) == ["image/png", "text/plain", "text/plain"])
            #expect(shown.caption == "Look https://example.org/a" && shown.subject == "Holiday")
            let contents = items.map { Files.read(String(($0.uri ?? "").dropFirst("file://".count))) }
            #expect(contents == [large, [], Array("12345".utf8)])

            fixture.sheets.opened[0].end(.performed)
            #expect(try host.next() == ["outcome": "performed"])
            #expect(try host.exitStatus() == 0)
        }
    }

    @Test(
        arguments: [
            (.performed, "performed"), (.left, "left"), (.failed(reason: "Mail is not set up."), "failed"),
        ] as [(SheetOutcome, String)])
    func theBrowserLearnsHowItEndedAndNothingElse(_ outcome: SheetOutcome, _ word: String) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(
                fixture.bus, ["/usr/lib/mozilla/native-messaging-hosts/x.json", "share@activityd.io"])
            host.send(Self.text)
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            fixture.sheets.opened[0].end(outcome)
            #expect(try host.next() == ["outcome": .string(word)])
        }
    }

    @Test(
        arguments: [
            (#""title": "A", "url": "https://example.org/""#, "A", nil), (#""title": "A""#, nil, "A"),
            (#""title": "A", "text": """#, nil, nil),
        ] as [(String, String?, String?)])
    func aTitleNamesTheLinkOrIsTheText(_ members: String, _ name: String?, _ text: String?) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(Self.share(members))
            guard name != nil || text != nil else {
                #expect(try refusal(fixture, host).contains("nothing to share"))
                return
            }
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            let item = fixture.sheets.opened[0].request.items[0].representation
            #expect(item.name == name && item.text == text)
        }
    }

    /// The three members of navigator.share.
    @Test func aLinkIsSharedWithTheTextAboutIt() throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(Self.share(#""title": "A", "text": "See", "url": "https://example.org/""#))
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            let request = fixture.sheets.opened[0].request
            #expect(request.items.map(\.representation.uri) == ["https://example.org/"])
            #expect(request.caption == "See" && request.subject == "A")
        }
    }

    @Test func theSheetGoesWithThePage() throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(Self.text)
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            host.leave()
            #expect(fixture.bus.turn { fixture.sheets.opened[0].isClosed })
            #expect(try host.exitStatus() == 0)
        }
    }

    @Test func twoPagesShareAtOnce() throws {
        try ServiceFixture.run { fixture in
            let hosts = [try HostProgram(fixture.bus), try HostProgram(fixture.bus)]
            for host in hosts { host.send(Self.text) }
            try #require(fixture.bus.turn { fixture.sheets.opened.count == 2 })
            for sheet in fixture.sheets.opened { sheet.end(.left) }
            for host in hosts { #expect(try host.next() == ["outcome": "left"]) }
        }
    }

    @Test func withoutAServiceItSaysSo() throws {
        try PrivateBus.run { bus in
            let host = try HostProgram(bus)
            host.send(Self.text)
            guard case .object(let answer) = try host.next() else {
                throw PrivateBus.Failure(reason: "no object")
            }
            #expect(answer.value("outcome") == "unavailable")
            #expect(try host.exitStatus() == 0)
        }
    }

    @Test(
        arguments: [
            [], ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"], ["/x.json", "other@example.org"],
            ["share@activityd.io"], ["chrome-extension://ghonabcahpjmkafnjobhpglamfpgmnli/evil"],
        ])
    func anotherExtensionIsRefused(_ arguments: [String]) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus, arguments)
            host.send(Self.text)
            #expect(try refusal(fixture, host).contains("not the extension"))
        }
    }

    @Test func aMessageOf64MiBIsRefusedBeforeItIsRead() throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(bytes: host.frame(64 << 20))
            #expect(try refusal(fixture, host).contains("67108864 bytes"))
        }
    }

    @Test(arguments: [0, 2, 4, 20])
    func aMessageThatIsCutOff(_ sent: Int) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(bytes: Array((host.frame(Self.text.utf8.count) + Self.text.utf8).prefix(sent)))
            host.leave()
            if sent == 0 {
                #expect(try host.exitStatus() == 0)
            } else {
                #expect(try refusal(fixture, host) == "The last message is cut off.")
            }
        }
    }

    @Test(
        arguments: [
            "", "share", "[]", "{\"share\": {}", "{}", #"{"share": []}"#,
            #"{"share": {}, "path": "/etc/passwd"}"#,
            #"{"share": {"text": "no origin"}}"#, share(#""files": {}"#), share(#""text": 5"#),
            share(#""text": "a\u0000b""#),
            share(#""parent": "x11:1", "text": "a""#), share(#""url": "file:///etc/passwd""#),
            share(#""url": "javascript:1""#),
            share(#""files": []"#), share(#""files": ["/etc/passwd"]"#),
            share(#""files": [{"name": "a.txt"}]"#),
            share(#""files": [{"name": "a.txt", "type": "text/plain", "size": -1}]"#),
            share(#""files": [{"name": "a.txt", "type": "text/plain", "size": 1.5}]"#),
            share(#""files": [{"name": "a.txt", "type": "text/plain", "size": 52428801}]"#),
            share(
                #""files": [\#(Array(repeating: #"{"name": "a", "type": "a/b", "size": 26214401}"#, count: 2).joined(separator: ","))]"#
            ),
            share(#""files": [{"name": "a.txt", "type": "text/plain", "size": 1, "path": "/etc/passwd"}]"#),
            share(
                #""files": [\#(Array(repeating: #"{"name": "a", "type": "a/b", "size": 0}"#, count: 11).joined(separator: ","))]"#
            ),
        ])
    func whatIsNoShareIsRefused(_ message: String) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(message)
            #expect(try !refusal(fixture, host).isEmpty)
        }
    }

    @Test(
        arguments: [
            "", ".", "..", "/etc/passwd", "../a.txt", "a/b.txt", "a.txt/", ".bashrc", "a\\nb.txt",
            "invoice\u{202E}gnp.txt",
            "a\\u0000.txt", "a\u{2028}.txt", String(repeating: "a", count: 256),
        ])
    func aNameThatIsNoPlainNameIsRefused(_ name: String) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(Self.share(#""files": [{"name": "\#(name)", "type": "text/plain", "size": 1}]"#))
            #expect(try !refusal(fixture, host).isEmpty)
        }
    }

    @Test(
        arguments: [
            #"{"piece": ""}"#, #"{"piece": "YQ"}"#, #"{"piece": "not base64!"}"#, #"{"piece": 1}"#, "{}",
            #"{"piece": "YWJjZGU="}"#,
            text, piece(Array(repeating: 0, count: SharedFile.maximumPieceBytes + 1)),
        ])
    func aPieceThatIsNoneIsRefused(_ piece: String) throws {
        try ServiceFixture.run { fixture in
            let host = try HostProgram(fixture.bus)
            host.send(Self.share(#""files": [{"name": "a.txt", "type": "text/plain", "size": 4}]"#))
            #expect(try host.next() == Self.next(0, 0))
            host.send(piece)
            #expect(try !refusal(fixture, host).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("https://example.org", "example.org"), ("http://localhost:8000", "http://localhost:8000"),
            ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("https://[::1]:8443", "[::1]:8443"),
            // Whole: the sheet knows how much of it there is room for.
            (
                "https://www.bank.example.login.session.0123456789.evil.example",
                "www.bank.example.login.session.0123456789.evil.example"
            ),
        ])
    func anOriginIsItsHost(_ origin: String, _ expected: String) throws {
        #expect(try PageOrigin(origin).name == expected)
    }

    @Test(
        arguments: [
            "", "null", "https://", "ftp://example.org", "file://", "https://Example.org",
            "https://exámple.org", "https://a b",
            "https://example.org/path", "https://user@example.org", "https://a\u{202E}b", "https://a\nb",
            "https://" + String(repeating: "a", count: 300),
        ])
    func whatIsNoOriginIsRefused(_ origin: String) {
        #expect(throws: HostError.self) { try PageOrigin(origin) }
    }
}
