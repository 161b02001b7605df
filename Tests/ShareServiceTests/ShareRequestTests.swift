// SPDX-License-Identifier: Apache-2.0

import Glibc
import SheetSession
import TestSupport
import Testing

@testable import ShareService

struct ShareRequestTests {
    private static let text = "('', @as [], {'text': <'x'>, 'handle_token': <'t'>})"

    @Test(arguments: [(SheetOutcome.performed, 0), (.left, 1), (.failed(reason: "/home/ada/a.png"), 2)])
    func theResponseSaysHowItEndedAndNothingElse(_ outcome: SheetOutcome, _ response: Int) throws {
        try ServiceFixture.run { fixture in
            let handle = fixture.caller.handle("t")
            #expect(fixture.caller.share(Self.text).isReply)
            fixture.sheets.opened[0].end(outcome)
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
            let expected = BusClient.Signal(member: "Response", path: handle, body: "(\(response), {})")
            #expect(fixture.caller.signals == [expected])
            #expect(fixture.caller.close(handle).isError("org.freedesktop.DBus.Error.UnknownMethod"))
        }
    }

    /// The other connection has asked the bus for all of them.
    @Test func onlyTheCallerGetsTheResponse() throws {
        try ServiceFixture.run { fixture in
            let other = try fixture.bus.connect()
            #expect(other.ping().isReply)
            #expect(fixture.caller.share(Self.text).isReply)
            fixture.sheets.opened[0].end(.performed)
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
            #expect(other.ping().isReply)
            #expect(other.signals.isEmpty)
        }
    }

    @Test func aSheetThatEndsWhileItOpensIsAnsweredAfterTheReply() throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.endsAtOnce = .left
            var count: Int?
            fixture.caller.share(Self.text) { [caller = fixture.caller] _ in count = caller.signals.count }
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
            #expect(count == 0)
        }
    }

    @Test func endingTwiceIsAnsweredOnce() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            fixture.sheets.opened[0].end(.left)
            fixture.sheets.opened[0].end(.performed)
            #expect(fixture.caller.ping().isReply)
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
            #expect(fixture.caller.ping().isReply)
            #expect(fixture.caller.signals.map(\.body) == ["(1, {})"])
        }
    }

    @Test func theCallerClosesItsSheetAndGetsNoResponse() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            #expect(fixture.caller.close(fixture.caller.handle("t")) == .reply("()"))
            #expect(fixture.sheets.opened[0].isClosed)
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.caller.ping().isReply)
            #expect(fixture.caller.signals.isEmpty)
        }
    }

    /// Two presses in a file manager's menu: the first sheet was behind a window, forgotten.
    @Test func aSheetThatWasLeftAloneMakesRoomForTheSame() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt")
            func share(_ parent: String = "") -> Bool {
                fixture.caller.share("('\(parent)', ['file://\(path)'], {})").isReply
            }
            #expect(share())
            fixture.sheets.opened[0].isUntouched = true
            _ = fixture.file("a.txt", "longer than before")
            #expect(share())
            #expect(fixture.bus.turn { fixture.caller.signals.map(\.body) == ["(1, {})"] })
            // The person has touched this one.
            #expect(share())
            #expect(share("x11:7"))
            fixture.sheets.opened[3].isUntouched = true
            #expect(share("x11:8"))
            fixture.sheets.opened[4].isUntouched = true
            #expect(fixture.caller.signals.count == 1)
            // Four are open: the same makes room for itself, and another is one too many.
            #expect(share("x11:8"))
            #expect(fixture.bus.turn { fixture.caller.signals.count == 2 })
            #expect(!share("x11:9"))
            #expect(fixture.sheets.opened.count == 6)
        }
    }

    @Test func anotherCannotCloseIt() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            let other = try fixture.bus.connect()
            #expect(
                other.close(fixture.caller.handle("t")).isError("org.freedesktop.DBus.Error.AccessDenied"))
            #expect(!fixture.sheets.opened[0].isClosed)
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
        }
    }

    @Test func aCallerThatLeavesTheBusClosesItsSheetsAndNoOther() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            var other: BusClient? = try fixture.bus.connect()
            #expect(other?.share(Self.text).isReply == true)
            other = nil
            #expect(fixture.bus.turn { fixture.sheets.opened[1].isClosed })
            #expect(!fixture.sheets.opened[0].isClosed)
        }
    }

    /// Its files are looked at meanwhile; no sheet may come up for it.
    @Test func aCallerThatLeavesBeforeItsSheetOpensGetsNone() throws {
        try ServiceFixture.run { fixture in
            var other: BusClient? = try fixture.bus.connect()
            other?.share(Self.text) { _ in }
            #expect(other?.flush() == true)
            other = nil
            #expect(fixture.caller.share(Self.text).isReply)
            #expect(fixture.bus.turn { fixture.sheets.opened.count(where: { !$0.isClosed }) == 1 })
        }
    }

    /// All of the app's connections count: it has as many as it likes.
    @Test func aFifthSheetOfAnAppIsOneTooMany() throws {
        try ServiceFixture.run { fixture in
            let call = "('', @as [], {'text': <'x'>})"
            let callers = try (0..<4).map { _ in try fixture.bus.connect() }
            for caller in callers { #expect(caller.share(call).isReply) }
            #expect(fixture.caller.share(call).isError("org.freedesktop.DBus.Error.LimitsExceeded"))
            let another = try Sandbox(fixture).share("[]", "{'text': <'x'>}")
            #expect(another.status == 0, "\(another.errors)")
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.caller.share(call).isReply)
        }
    }

    /// Activities that the person began in the sheet may run on, out of sight.
    @Test func aSheetThatItsCallerClosedCountsNoMore() throws {
        try ServiceFixture.run { fixture in
            for _ in 0..<5 {
                #expect(fixture.caller.share(Self.text).isReply)
                #expect(fixture.caller.close(fixture.caller.handle("t")).isReply)
            }
            #expect(fixture.sheets.opened.count == 5)
        }
    }

    /// Else five long uploads would keep an app from the sixth.
    @Test func aSheetThatThePersonPutAwayCountsNoMore() throws {
        try ServiceFixture.run { fixture in
            let call = "('', @as [], {'text': <'x'>})"
            for _ in 0..<6 {
                #expect(fixture.caller.share(call).isReply)
                fixture.sheets.opened.last?.isVisible = false
            }
            fixture.sheets.opened[0].end(.performed)
            #expect(fixture.bus.turn { fixture.caller.signals.count == 1 })
        }
    }

    @Test func aSeventeenthSheetIsOneTooMany() throws {
        var limits = ShareLimits()
        limits.sheetsOfApp = limits.sheets
        try ServiceFixture.run(limits) { fixture in
            let call = "('', @as [], {'text': <'x'>})"
            let callers = try (0..<4).map { _ in try fixture.bus.connect() }
            for caller in callers { for _ in 0..<4 { #expect(caller.share(call).isReply) } }
            #expect(fixture.caller.share(call).isError("org.freedesktop.DBus.Error.LimitsExceeded"))
            fixture.sheets.opened[15].end(.left)
            #expect(fixture.caller.share(call).isReply)
        }
    }

    @Test func callsThatAreStillLookedAtCountAsSheets() throws {
        try ServiceFixture.run { fixture in
            var answers: [BusClient.Answer] = []
            for _ in 0..<5 { fixture.caller.share("('', @as [], {'text': <'x'>})") { answers.append($0) } }
            #expect(fixture.bus.turn { answers.count == 5 })
            #expect(answers.count(where: \.isReply) == 4 && fixture.sheets.opened.count == 4)
        }
    }

    /// However it ends: by itself, closed by its caller, or because that has left.
    @Test func nothingIsLeftOfAHundredSheets() throws {
        try ServiceFixture.run { fixture in
            struct Trace { weak var sheet: StandInSheets.StandIn? }
            var traces: [Trace] = []
            for round in 0..<100 {
                let caller = try fixture.bus.connect()
                let long = String(repeating: "a", count: 300_000)
                #expect(caller.share("('', @as [], {'text': <'\(long)'>, 'handle_token': <'t'>})").isReply)
                let sheet = try #require(fixture.sheets.opened.first)
                traces.append(Trace(sheet: sheet))
                switch round % 3 {
                case 0: break
                case 1: #expect(caller.close(caller.handle("t")).isReply)
                default: #expect(fixture.caller.ping().isReply)
                }
                sheet.end(.left)
                withExtendedLifetime(caller) {}
                fixture.sheets.letGo()
            }
            #expect(fixture.bus.turn { traces.allSatisfy { $0.sheet == nil } })
            #expect(fixture.bus.turn { fixture.privateCopies.isEmpty })
        }
    }

    @Test func aServiceThatStopsClosesItsSheetsAndWaitsForWhatRuns() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            var isOver = false
            fixture.service?.stop { isOver = true }
            #expect(fixture.sheets.opened[0].isClosed && !isOver)
            fixture.sheets.opened[0].end(.performed)
            #expect(isOver && fixture.bus.turn { !fixture.caller.signals.isEmpty })
            #expect(fixture.caller.signals.map(\.body) == ["(0, {})"])
        }
    }

    @Test func whatRunsLongerThanAServiceThatStopsIsAnsweredWithTwo() throws {
        var limits = ShareLimits()
        limits.stopping = .milliseconds(50)
        try ServiceFixture.run(limits) { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            var isOver = false
            fixture.service?.stop { isOver = true }
            #expect(fixture.bus.turn { isOver && !fixture.caller.signals.isEmpty })
            #expect(fixture.caller.signals.map(\.body) == ["(2, {})"])
        }
    }

    @Test func aServiceThatIsLetGoOfAnswersTwo() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            fixture.endService()
            #expect(fixture.bus.turn { !fixture.caller.signals.isEmpty })
            #expect(fixture.caller.signals.map(\.body) == ["(2, {})"])
            #expect(fixture.sheets.opened[0].isClosed)
        }
    }
}
