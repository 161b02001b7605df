// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Glibc
import SessionBus
import ShareCalling
import SheetSession
import TestSupport
import Testing

@testable import ShareService

@Suite("The service")
struct ShareServiceTests {
    private static let text = "('', @as [], {'text': <'x'>, 'handle_token': <'t'>})"

    /// Limits for a test that waits for the idle end.
    private static var impatient: ShareLimits {
        var limits = ShareLimits()
        limits.idleTime = .milliseconds(20)
        return limits
    }

    @Test(arguments: [true, false])
    func canShareIsWhatTheSheetWouldSay(_ can: Bool) throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.canShare = can
            #expect(fixture.caller.canShare("['image/png', 'text/plain']") == .reply("(\(can),)"))
            #expect(fixture.sheets.asked == [["image/png", "text/plain"]])
        }
    }

    @Test func nothingCannotBeShared() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.canShare("@as []") == .reply("(false,)"))
            #expect(fixture.sheets.asked.isEmpty)
        }
    }

    @Test func questionsThatWaitAreBounded() throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.canShare = nil
            var answers: [BusClient.Answer] = []
            let callers = try (0..<8).map { _ in try fixture.bus.connect() }
            for caller in callers {
                for _ in 0..<8 { caller.canShare("['a/b']") { answers.append($0) } }
            }
            #expect(fixture.bus.turn { fixture.sheets.asked.count == 64 })
            fixture.caller.canShare("['a/b']") { answers.append($0) }
            #expect(fixture.bus.turn { !answers.isEmpty })
            #expect(
                answers.count == 1 && answers[0].isError("org.freedesktop.DBus.Error.LimitsExceeded"),
                "\(answers)")
            #expect(fixture.sheets.asked.count == 64)
            fixture.sheets.waiting[0](true)
            #expect(fixture.bus.turn { answers.count == 2 } && answers[1] == .reply("(true,)"))
            fixture.caller.canShare("['a/b']") { answers.append($0) }
            #expect(fixture.bus.turn { fixture.sheets.asked.count == 65 })
        }
    }

    @Test func aNinthQuestionOfACallerIsOneTooMany() throws {
        try ServiceFixture.run { fixture in
            fixture.sheets.canShare = nil
            var answers: [BusClient.Answer] = []
            for _ in 0..<9 { fixture.caller.canShare("['a/b']") { answers.append($0) } }
            #expect(fixture.bus.turn { !answers.isEmpty })
            #expect(answers.count == 1 && answers[0].isError("org.freedesktop.DBus.Error.LimitsExceeded"))
            #expect(fixture.sheets.asked.count == 8)
        }
    }

    @Test func aQuestionThatIsNotAnsweredInTimeIsAnsweredNo() throws {
        var limits = ShareLimits()
        limits.questionTimeout = .milliseconds(20)
        try ServiceFixture.run(limits) { fixture in
            fixture.sheets.canShare = nil
            for _ in 0..<9 { #expect(fixture.caller.canShare("['a/b']") == .reply("(false,)")) }
            for answer in fixture.sheets.waiting { answer(true) }
            #expect(fixture.caller.ping().isReply)
        }
    }

    @Test func whatAServiceLeftThatWasKilledGoes() throws {
        try ServiceFixture.run { fixture in #expect(fixture.privateCopies.isEmpty) }
    }

    /// A hidden sheet's activity may read the private files, and the next service would sweep them.
    @Test func aBusyServiceKeepsItsNames() throws {
        try ServiceFixture.run(Self.impatient) { fixture in
            var times = 0
            fixture.isBusy = {
                times += 1
                return times < 3
            }
            #expect(fixture.bus.turn { times == 2 })
            #expect(fixture.told == nil && !fixture.isIdle)
            #expect(fixture.bus.turn { fixture.isIdle })
            #expect(times == 3)
        }
    }

    /// systemd ends a service that has said that it stops after TimeoutStopSec=, sheet or no sheet.
    @Test func aServiceThatIsKeptFromStoppingAsksForTimeWhileItStays() throws {
        var limits = ShareLimits()
        (limits.idleTime, limits.extending) = (.zero, .milliseconds(20))
        try ServiceFixture.run(limits) { fixture in
            fixture.caller.share(Self.text) { _ in }
            try fixture.deliver()
            var told: [String] = []
            #expect(
                fixture.bus.turn {
                    if let next = fixture.told { told.append(next) }
                    return told.count == 3
                })
            #expect(told == ["STOPPING=1"] + Array(repeating: "EXTEND_TIMEOUT_USEC=40000", count: 2))
        }
    }

    @Test func gdbusReadsTheVersionAndTheDocumentation() throws {
        try ServiceFixture.run { fixture in
            let version = try fixture.bus.run([
                "gdbus", "call", "--session", "-d", "org.freedesktop.portal.Activityd", "-o",
                ShareInterface.path,
                "-m", "org.freedesktop.DBus.Properties.Get", "io.activityd.Share", "version",
            ])
            #expect(version.output == "(<uint32 2>,)\n", "\(version.errors)")
            let described = try fixture.bus.run([
                "gdbus", "introspect", "--session", "-d", "io.activityd.Share", "-o", ShareInterface.path,
                "--xml",
            ])
            for text in [
                "<method name=\"Share\">", "Opens the share sheet.", "handle_token (s):",
                "activation_token (s)",
                "<property type=\"u\" name=\"version\" access=\"read\">",
            ] {
                #expect(described.output.contains(text), "\(text) is not in \(described.output)")
            }
        }
    }

    @Test func gdbusOpensASheet() throws {
        try ServiceFixture.run { fixture in
            let path = fixture.file("a.txt")
            let ending = try fixture.bus.run([
                "gdbus", "call", "--session", "-d", "io.activityd.Share", "-o", ShareInterface.path, "-m",
                "io.activityd.Share.Share", "", "['file://\(path)']", "{}",
            ])
            #expect(
                ending.status == 0 && ending.output.hasPrefix("(objectpath '\(ShareInterface.path)/request/"))
            #expect(fixture.sheets.opened.map(\.request.items.first?.representation.name) == ["a.txt"])
            #expect(fixture.bus.turn { fixture.sheets.opened[0].isClosed }, "gdbus has left the bus")
        }
    }

    /// Open would save it by that name, and Xfce run it.
    @Test func aTextThatIsCalledADesktopEntryIsOne() throws {
        try ServiceFixture.run { fixture in
            let text = "#" + String(repeating: "-", count: 256 << 10)
            let options = "{'text': <'\(text)'>, 'subject': <'x.desktop'>}"
            #expect(fixture.caller.share("('', @as [], \(options))").isReply)
            let item = try #require(fixture.sheets.opened.first?.request.items.first).representation
            #expect(item.name == "x.desktop" && item.type == "application/x-desktop")
        }
    }

    @Test func aTextPastAQuarterMebibyteIsAPrivateFileUntilTheSheetIsLeft() throws {
        try ServiceFixture.run { fixture in
            let fits = String(repeating: "a", count: 256 << 10)
            #expect(fixture.caller.share("('', @as [], {'text': <'\(fits)'>})").isReply)
            #expect(fixture.sheets.opened[0].request.items == [Item(Representation(text: fits))])
            #expect(fixture.privateCopies.isEmpty)
            #expect(fixture.caller.share("('', @as [], {'text': <'\(fits)b'>, 'subject': <'Log'>})").isReply)
            let item = try #require(fixture.sheets.opened[1].request.items.first).representation
            let path = String(try #require(item.uri).dropFirst("file://".count))
            #expect(
                item.type == "text/plain" && item.name == "Log" && item.text == nil
                    && item.size == fits.utf8.count + 1)
            #expect(Files.text(path) == fits + "b")
            #expect(Files.mode(path) == 0o600 && Files.mode(fixture.copiesFolder) == 0o700)
            #expect(item.isTemporary)
            fixture.sheets.opened[1].end(.left)
            #expect(fixture.bus.turn { fixture.privateCopies.isEmpty })
        }
    }

    @Test func tenMegabytesOfTextAreTaken() throws {
        try ServiceFixture.run { fixture in
            let text = String(repeating: "0123456789", count: 1 << 20)
            #expect(fixture.caller.share("('', @as [], {'text': <'\(text)'>})").isReply)
            #expect(fixture.sheets.opened[0].request.items.map(\.representation.size) == [10 << 20])
        }
    }

    /// A mail program sends it, and the desktop draws it, long after its activity has ended.
    @Test func whatWasPerformedKeepsItsFiles() throws {
        try ServiceFixture.run { fixture in
            let text = String(repeating: "a", count: 300_000)
            #expect(fixture.caller.share("('', @as [], {'text': <'\(text)'>})").isReply)
            let kept = fixture.privateCopies
            #expect(fixture.caller.share("('', @as [], {'text': <'\(text)'>})").isReply)
            fixture.sheets.opened[0].end(.performed)
            fixture.sheets.opened[1].end(.left)
            fixture.sheets.letGo()
            #expect(kept.count == 1 && fixture.bus.turn { fixture.privateCopies.count < 2 })
            fixture.endService()
            #expect(fixture.privateCopies == kept)
        }
    }

    /// It lies in the service's queue when the service begins to leave.
    @Test func aCallThatMeetsTheEndOfAServiceKeepsIt() throws {
        var limits = ShareLimits()
        limits.idleTime = .zero
        try ServiceFixture.run(limits) { fixture in
            var answer: BusClient.Answer?
            fixture.caller.share(Self.text) { answer = $0 }
            try fixture.deliver()
            #expect(fixture.sheets.opened.isEmpty && fixture.told == nil)
            #expect(fixture.bus.turn { answer != nil })
            #expect(answer == .reply("('\(fixture.caller.handle("t"))',)") && fixture.told == "STOPPING=1")
            #expect(fixture.bus.turn { fixture.caller.owner(of: ShareInterface.name) == .reply("(true,)") })
            #expect(!fixture.isIdle && fixture.sheets.opened.count == 1)
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.bus.turn { fixture.isIdle })
        }
    }

    @Test func anIdleServiceGivesItsNamesBackAndSaysSo() throws {
        try ServiceFixture.run(Self.impatient) { fixture in
            #expect(fixture.told == nil)
            #expect(fixture.bus.turn { fixture.isIdle })
            #expect(fixture.told == "STOPPING=1")
            for name in [ShareInterface.name, ShareInterface.portalName] {
                #expect(fixture.caller.owner(of: name) == .reply("(false,)"))
            }
        }
    }

    @Test func anOpenSheetKeepsTheService() throws {
        try ServiceFixture.run(Self.impatient) { fixture in
            #expect(fixture.caller.share(Self.text).isReply)
            var isLater = false
            let timer = Source(after: .milliseconds(100)) { isLater = true }
            #expect(fixture.bus.turn { isLater })
            withExtendedLifetime(timer) { #expect(!fixture.isIdle) }
            fixture.sheets.opened[0].end(.left)
            #expect(fixture.bus.turn { fixture.isIdle })
        }
    }

    @Test func aNameThatIsTakenIsSaid() throws {
        try ServiceFixture.run { fixture in
            let server = try fixture.bus.connect()
            let second = ShareService(server.asService, opening: StandInSheets()) {}
            var fault: String?
            second.start { fault = $0 }
            #expect(fixture.bus.turn { fault != nil })
            #expect(fault == "Another program has the name io.activityd.Share.")
        }
    }
}
