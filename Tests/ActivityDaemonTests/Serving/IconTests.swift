// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Replies of Icon, and their effect on other clients.
struct IconTests {
    private static func ask(_ size: Int, _ tint: JSON = .null, of identifier: String = "io.test.copy") -> JSON
    {
        ["identifier": .string(identifier), "size": .integer(size), "tint": tint]
    }

    private static func icon(_ daemon: DaemonFixture, _ size: Int, _ tint: JSON = .null) throws -> [UInt8] {
        let icon = try Sheet.IconReply(daemon.call("Sheet.Icon", ask(size, tint)))
        return try #require(Base64.decode(icon.png))
    }

    /// Width and height of a PNG, as its header says them (PNG specification, section 11.2.2).
    private static func dimensions(_ png: [UInt8]) -> [Int] {
        guard png.count > 24, png[..<8] == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return [] }
        return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func anIconIsAFinishedPNGOfTheSizeAskedFor() throws {
        try DaemonFixture.run { daemon in
            for size in [8, 70, 512] {
                let png = try Self.icon(daemon, size)
                #expect(Self.dimensions(png) == [size, size])
            }
        }
    }

    @Test func theTintIsInTheBytesAndTheSameQuestionHasTheSameAnswer() throws {
        try DaemonFixture.run { daemon in
            let black = try Self.icon(daemon, 70)
            #expect(try Self.icon(daemon, 70, "#000000") == black)
            let blue = try Self.icon(daemon, 70, "#3584e4")
            #expect(blue != black)
            #expect(try Self.icon(daemon, 70, "#3584E4") == blue)
        }
    }

    @Test func theDigestIsTheSheets() throws {
        try DaemonFixture.run { daemon in
            let icon = try Sheet.IconReply(daemon.call("Sheet.Icon", Self.ask(32)))
            let sheet = try daemon.list("image/png").activities
            #expect(sheet.first { $0.identifier == "io.test.copy" }?.iconDigest == icon.iconDigest)
        }
    }

    @Test(
        arguments: [
            ("size", ask(7)), ("size", ask(513)), ("size", ask(0)), ("size", ask(-70)),
            ("tint", ask(70, "red")),
            ("tint", ask(70, "#12345")), ("tint", ask(70, "#1234567")), ("tint", ask(70, "#12345g")),
            ("tint", ask(70, "")), ("size", ["identifier": "io.test.copy"]), ("identifier", ["size": 70]),
        ] as [(String, JSON)])
    func aWrongValueIsNamed(_ parameter: String, _ ask: JSON) throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Sheet.Icon", ask)
            #expect(error == .invalidParameter(parameter))
        }
    }

    @Test func anUnknownIdentifierIsNoSuchActivity() throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Sheet.Icon", Self.ask(70, of: "org.example.unknown"))
            #expect(error.name == "io.activityd.Sheet.NoSuchActivity")
            #expect(error.parameters["identifier"] == "org.example.unknown")
        }
    }

    @Test func ignoredAndUnavailableActivitiesHaveIconsRejectedOnesNot() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(
                Plugin("org.example.lacking", "Lacking", ["requires": ["programs": ["none"]]]))
            let watch = try Watch(daemon)
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try watch.wait { try daemon.status().rejected == 1 }
            try daemon.elect("io.test.copy", "ignore")
            #expect(try Self.dimensions(Self.icon(daemon, 16)) == [16, 16])
            try daemon.call("Sheet.Icon", Self.ask(16, of: "org.example.lacking"))
            let error = try daemon.refusal("Sheet.Icon", Self.ask(16, of: "org.example.wrong"))
            #expect(error.name == "io.activityd.Sheet.NoSuchActivity")
        }
    }

    @Test func theAppDrawsItsOwn() throws {
        try DaemonFixture.run { daemon in
            let client = try daemon.client()
            let own: JSON = ["identifier": "org.app.own", "title": "Own"]
            let stolen: JSON = ["identifier": "io.test.copy", "title": "Mine"]
            let ask: JSON = ["content": [["type": "image/png"]], "include": [own, stolen]]
            _ = try client.call("io.activityd.Sheet.List", JSON.Object(json: ask))
            let error = #expect(throws: VarlinkError.self) {
                _ = try client.call(
                    "io.activityd.Sheet.Icon", JSON.Object(json: Self.ask(70, of: "org.app.own")))
            }
            #expect(error?.name == "io.activityd.Sheet.NotPerformable")
            // What was left out of the sheet stands for nothing.
            _ = try client.call("io.activityd.Sheet.Icon", JSON.Object(json: Self.ask(70)))
        }
    }

    // MARK: activity-draw

    @Test func aBusyDrawingProcessDelaysNoSheet() throws {
        try DaemonFixture.run { daemon in
            _ = try Self.icon(daemon, 70)
            let process = try daemon.drawingProcess()
            kill(process, SIGSTOP)
            let waiting = try daemon.wire()
            waiting.send("io.activityd.Sheet.Icon", Self.ask(71))
            #expect(try daemon.identifiers().count == 4)
            // From the cache, it needs no drawing process.
            #expect(try Self.dimensions(Self.icon(daemon, 70)) == [70, 70])
            kill(process, SIGCONT)
            let reply = try #require(try waiting.frame())
            #expect(reply["error"] == nil)
        }
    }

    @Test func aKilledDrawingProcessIsReplaced() throws {
        try DaemonFixture.run { daemon in
            _ = try Self.icon(daemon, 70)
            let process = try daemon.drawingProcess()
            kill(process, SIGSTOP)
            let waiting = try daemon.wire()
            waiting.send("io.activityd.Sheet.Icon", Self.ask(71))
            // Asked on the same thread after it, so the icon's question is under way.
            try daemon.call("io.systemd.service.Ping")
            kill(process, SIGKILL)
            let reply = try #require(try waiting.frame())
            // The interrupted request is tried once more.
            #expect(reply["error"] == nil)
            #expect(try daemon.drawingProcess() != process)
            #expect(try daemon.identifiers().count == 4)
        }
    }

    /// Requests that exceed the pipe to activity-draw: the rest is written once it has read, without
    /// blocking.
    @Test func aFullPipeToActivityDrawKeepsNoClientWaiting() throws {
        try DaemonFixture.run { daemon in
            let impatient = try Client(connecting: daemon.socket, timeout: HangLimit.duration)
            let large = Plugin("org.example.large", "Large")
                .with(file: "icon.png", PNG.disk(400, [0, 0, 0, 255]))
            for _ in 0..<10 {
                let wires = try (0..<6).map { _ in try daemon.wire() }
                for wire in wires { wire.send("io.activityd.Registry.Check", ["files": large.uploads]) }
                for wire in wires {
                    let reply = try #require(try wire.frame())
                    #expect(reply["parameters"]?["diagnostics"]?.elements.isEmpty == false)
                }
                _ = try impatient.call("io.systemd.service.Ping")
            }
        }
    }

    @Test func aSilentDrawingProcessIsReplaced() throws {
        try DaemonFixture.run { daemon in
            _ = try Self.icon(daemon, 70)
            kill(try daemon.drawingProcess(), SIGSTOP)
            // After 25 seconds of silence.
            let error = try daemon.refusal("Sheet.Icon", Self.ask(71))
            #expect(error.name == "io.activityd.Sheet.NotPerformable")
            #expect(try Self.dimensions(Self.icon(daemon, 71)) == [71, 71])
        }
    }

    @Test func aDrawingProcessKilledWhileIdleIsReplaced() throws {
        try DaemonFixture.run { daemon in
            _ = try Self.icon(daemon, 70)
            kill(try daemon.drawingProcess(), SIGKILL)
            var png: [UInt8] = []
            // The question may still reach the one that was killed, and is then answered with that.
            for _ in 0..<2 where png.isEmpty {
                do { png = try Self.icon(daemon, 71) } catch is VarlinkError {}
            }
            #expect(Self.dimensions(png) == [71, 71])
        }
    }
}
