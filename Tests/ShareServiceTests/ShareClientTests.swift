// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import SessionBus
import SheetSession
import TestSupport
import Testing

@testable import ShareService

/// Calls of a command to the session's service. Test and service are one process, so they are on one display.
struct ShareClientTests {
    private static func request(_ items: Item...) -> SheetRequest { SheetRequest(items: items) }

    private static func link(_ uri: String, _ type: String) -> Item {
        Item(Representation(type: type, uri: uri))
    }

    /// A client's answer; nil until there is one.
    private final class Call {
        var answer: SheetOutcome??
        private var client: ShareClient?
        /// Closes its connection when it goes.
        private let connection: BusClient

        init?(_ connection: BusClient, _ request: SheetRequest) {
            self.connection = connection
            client = ShareClient(connection.asService, request) { [unowned self] in answer = .some($0) }
            guard let client else { return nil }
            client.start()
        }
    }

    @Test(arguments: [SheetOutcome.performed, .left])
    func theSheetIsTheServicesAndItsEndTheCommands(_ outcome: SheetOutcome) throws {
        try ServiceFixture.run { fixture in
            var request = Self.request(
                Self.link("file://" + fixture.file("a.txt"), "text/plain"),
                Self.link("https://example.org/", "x-scheme-handler/https"))
            (request.caption, request.subject) = ("Hello", "Greeting")
            request.parent = .x11(0x2a)
            request.exclude = ["io.activityd.print"]
            (request.locale, request.activationToken, request.isCompact) = ("de", "token", true)
            let connection = try fixture.bus.connect()
            let call = try #require(Call(connection, request))
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            let shown = fixture.sheets.opened[0].request
            #expect(shown.items.map(\.representation.type) == request.items.map(\.representation.type))
            #expect(shown.items.map(\.representation.uri) == request.items.map(\.representation.uri))
            #expect(shown.caption == "Hello" && shown.subject == "Greeting")
            #expect(shown.parent == request.parent && shown.exclude == request.exclude)
            #expect(shown.locale == "de" && shown.activationToken == "token" && shown.isCompact)
            #expect(call.answer == nil)
            fixture.sheets.opened[0].end(outcome)
            #expect(fixture.bus.turn { call.answer != nil })
            #expect(call.answer == .some(outcome))
        }
    }

    @Test func aLinksNameReachesTheSheet() throws {
        try ServiceFixture.run { fixture in
            var request = Self.request(Self.link("https://example.org/", "x-scheme-handler/https"))
            request.items[0].representation.name = "Example"
            let call = try #require(Call(try fixture.bus.connect(), request))
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            #expect(fixture.sheets.opened[0].request.items == request.items)
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.bus.turn { call.answer != nil })
        }
    }

    @Test func whatTheServiceRefusesIsAFailureInItsWords() throws {
        try ServiceFixture.run { fixture in
            let gone = Self.request(Self.link("file:///nowhere/a.txt", "text/plain"))
            let connection = try fixture.bus.connect()
            let call = try #require(Call(connection, gone))
            #expect(fixture.bus.turn { call.answer != nil })
            guard case .refused(let refusal)?? = call.answer, refusal.reason == .unusable else {
                Issue.record("\(String(describing: call.answer))")
                return
            }
            #expect(refusal.sentence.contains("/nowhere/a.txt"))
        }
    }

    /// The destination of a call of Share.
    private final class Destination {
        var name: String?

        init(_ connection: BusConnection) {
            // GIO calls this on its own thread, before the call leaves; the test looks after the answer has
            // arrived.
            g_dbus_connection_add_filter(
                connection.pointer,
                { _, message, isIncoming, box in
                    guard isIncoming == 0, let message, let box,
                        g_dbus_message_get_member(message).map({ String(cString: $0) }) == "Share"
                    else { return message }
                    Unmanaged<Destination>.fromOpaque(box).takeUnretainedValue().name =
                        g_dbus_message_get_destination(message).map { String(cString: $0) }
                    return message
                }, Unmanaged.passRetained(self).toOpaque(),
                { box in if let box { Unmanaged<Destination>.fromOpaque(box).release() } })
        }
    }

    /// The name may be another program's by then, on another display.
    @Test func theCallGoesToTheOwnerThatIsWatched() throws {
        try ServiceFixture.run { fixture in
            let connection = try fixture.bus.connect()
            let destination = Destination(connection.asService)
            let text = Self.request(Item(Representation(type: "text/plain", text: "Hello")))
            let call = try #require(Call(connection, text))
            try #require(fixture.bus.turn { !fixture.sheets.opened.isEmpty })
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.bus.turn { call.answer != nil })
            #expect(destination.name == fixture.serverName)
        }
    }

    @Test func whereNoServiceIsTheCommandShowsTheSheetItself() throws {
        try PrivateBus.run { bus in
            let text = Self.request(Item(Representation(type: "text/plain", text: "Hello")))
            let connection = try bus.connect()
            let call = try #require(Call(connection, text))
            #expect(bus.turn { call.answer != nil })
            #expect(call.answer == .some(nil))
        }
    }

    @Test(
        arguments: [
            [Item(Representation(type: "text/html", text: "<b>"))],
            [Item(Representation(type: "text/plain", uri: "file:///home/ada/a%20b.txt", name: "link"))],
            [
                Item(Representation(type: "text/plain", text: "a")),
                link("https://example.org/", "text/plain"),
            ],
            [
                link("https://example.org/", "text/plain"),
                Item(Representation(type: "text/plain", text: "a")),
            ],
            [
                Item(Representation(type: "text/plain", text: "a")),
                Item(Representation(type: "text/plain", text: "b")),
            ],
        ])
    func whatACallCannotSayIsNotHandedOver(_ items: [Item]) throws {
        try PrivateBus.run { bus in
            let connection = try bus.connect()
            #expect(Call(connection, SheetRequest(items: items)) == nil)
        }
    }
}
