// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The journal's entries on clients and their calls.
struct ServingLogTests {
    private static func lines(_ daemon: DaemonFixture, with text: String) -> [String] {
        daemon.log.split(separator: "\n").map { String($0) }.filter { $0.contains(text) }
    }

    private static func sendNonsense(_ daemon: DaemonFixture) throws {
        let wire = try daemon.wire()
        wire.send(frame: "hello")
        #expect(try wire.bytes() == nil)
    }

    @Test func aConnectionThatIsEndedIsToldWithItsReason() throws {
        try DaemonFixture.run { daemon in
            try Self.sendNonsense(daemon)
            let lines = Self.lines(daemon, with: "A connection of user")
            #expect(lines.count == 1)
            #expect(
                lines[0].contains("user \(getuid()) was ended: it sent something that is not a call in JSON.")
            )
            #expect(lines[0].contains("PEER_PID=\(getpid())"))
        }
    }

    @Test func whoeverIsEndedAllTheTimeDoesNotFillTheJournal() throws {
        try DaemonFixture.run { daemon in
            for _ in 0..<50 { try Self.sendNonsense(daemon) }
            #expect(Self.lines(daemon, with: "A connection of user").count == 10)
        }
    }

    @Test func oneConnectionTooManyIsTold() throws {
        try DaemonFixture.prepared { daemon in
            daemon.configure(#"{"limits": {"connectionsPerUser": 8}}"#)
            try daemon.start()
            let wires = try (0..<9).map { _ in try daemon.wire() }
            #expect(try wires[8].bytes() != nil && wires[8].bytes() == nil)
            let lines = Self.lines(daemon, with: "A connection of user")
            #expect(lines.count == 1)
            #expect(lines.first?.contains("was refused: there are 8 already.") == true)
        }
    }

    @Test func theStepsOfALoadAreToldAtLevelDebugAndAtNoOther() throws {
        try DaemonFixture.run { daemon in
            let sepia = Plugin("org.example.sepia", "Sepia")
            let path = daemon.configured + "/" + sepia.folderName
            daemon.install(sepia)
            try daemon.call("io.systemd.service.Reload")
            #expect(Self.lines(daemon, with: "debug: ").isEmpty)
            try daemon.call("io.systemd.service.SetLogLevel", ["level": 7])
            #expect(rename(path, daemon.folder("elsewhere")) == 0)
            try daemon.call("io.systemd.service.Reload")
            let generation = try daemon.status().generation
            let steps = Self.lines(daemon, with: "activityd: debug: ").filter { !$0.contains("METHOD=") }
            #expect(steps.contains("activityd: debug: \(path) has gone."))
            #expect(steps.contains { $0.contains("Bundles: 4, icons to judge: 0; looked at in ") })
            #expect(steps.last == "activityd: debug: Generation \(generation) serves.")
        }
    }

    @Test func eachCallIsToldAtLevelDebugAndAtNoOther() throws {
        try DaemonFixture.run { daemon in
            let level: (Int) throws -> Void = {
                try daemon.call("io.systemd.service.SetLogLevel", ["level": .integer($0)])
            }
            // Not as one that held up the others, which a busy machine adds.
            let told = " of user \(getuid()): "
            let count = { Self.lines(daemon, with: told).count }
            try daemon.call("io.systemd.service.Ping")
            #expect(count() == 0)
            try level(7)
            try daemon.call("io.systemd.service.Ping")
            #expect(Self.lines(daemon, with: "io.systemd.service.Ping" + told).count == 1)
            #expect(throws: (any Error).self) { try daemon.call("Sheet.None") }
            let refused = Self.lines(daemon, with: "io.activityd.Sheet.None" + told)
            #expect(refused.count == 1 && refused[0].contains(": org.varlink.service.MethodNotFound, "))
            #expect(throws: (any Error).self) { try daemon.call("Sheet.List", ["content": [["type": 1]]]) }
            let fault = ": org.varlink.service.InvalidParameter, a string is expected at /content/0/type, "
            #expect(
                Self.lines(daemon, with: "io.activityd.Sheet.List" + told).count { $0.contains(fault) } == 1)
            #expect(throws: (any Error).self) { try daemon.call("io.example.\nmethod") }
            #expect(Self.lines(daemon, with: "A call" + told).count == 1)
            try level(6)
            let before = count()
            try daemon.call("io.systemd.service.Ping")
            #expect(count() == before)
        }
    }
}
