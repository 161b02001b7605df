// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The socket that sandboxes are shown.
struct SandboxSocketTests {
    @Test func sandboxesMayLookAndNotAct() throws {
        try DaemonFixture.run { daemon in
            func call(_ method: String, _ parameters: JSON = [:]) throws -> JSON.Object {
                let wire = try Wire(connecting: daemon.sheetSocket)
                wire.send(method, parameters)
                return try #require(try wire.frame())
            }
            let picture: JSON = [["type": "image/png"]]
            let sheet = try call("io.activityd.Sheet.List", ["content": picture])
            #expect(sheet["parameters"]?["activities"]?.elements.count == 4)
            let icon = try call("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 32])
            #expect(icon["parameters"]?["png"] != nil)
            #expect(try call("io.activityd.Sheet.Monitor")["parameters"]?["generation"] != nil)

            for (method, parameters) in [
                ("io.activityd.Sheet.Perform", ["identifier": "io.test.copy", "content": picture]),
                ("io.activityd.Sheet.Follow", ["unit": "u"]), ("io.activityd.Sheet.Cancel", ["unit": "u"]),
                ("io.activityd.Sheet.Running", [:]),
                ("io.activityd.Sheet.Form", ["identifier": "io.test.copy", "content": picture]),
                ("io.activityd.Sheet.Targets", ["content": picture]),
                ("io.activityd.Sheet.Options", ["content": picture]),
                ("io.activityd.Sheet.Inspect", ["content": picture]),
                ("io.activityd.Sheet.Prepare", ["content": picture, "options": []]),
            ] as [(String, JSON)] {
                #expect(try call(method, parameters)["error"] == "org.varlink.service.PermissionDenied")
            }
            for (method, parameters) in [
                ("io.activityd.Registry.Register", ["files": []]), ("io.activityd.Registry.Status", [:]),
                ("io.activityd.Registry.Describe", [:]), ("io.systemd.service.Reload", [:]),
                ("io.systemd.service.Ping", [:]),
                ("io.activityd.Registry.Elect", ["identifier": "io.test.copy", "election": "ignore"]),
            ] as [(String, JSON)] {
                #expect(try call(method, parameters)["error"] == "org.varlink.service.InterfaceNotFound")
            }
            let info = try call("org.varlink.service.GetInfo")["parameters"]
            #expect(info?["url"] == "")
            #expect(info?["interfaces"] == ["org.varlink.service", "io.activityd.Sheet"])
        }
    }

    @Test func whatSandboxesHaveIsTakenFromNobody() throws {
        try DaemonFixture.prepared { daemon in
            daemon.configure(#"{"limits": {"connectionsPerUser": 8}}"#)
            try daemon.start()
            let wires = try (0..<128).map { _ in try Wire(connecting: daemon.sheetSocket) }
            let refused = try Wire(connecting: daemon.sheetSocket).frame()
            #expect(refused?["error"] == "io.activityd.Sheet.LimitExceeded")
            #expect(refused?["parameters"] == ["limit": "connections", "maximum": 128])
            #expect(try daemon.status().connections == 129)
            #expect(try daemon.identifiers().count == 4)
            withExtendedLifetime(wires) {}
        }
    }

    @Test func sandboxesWaitForIconsInAQueueOfTheirOwn() throws {
        try DaemonFixture.run { daemon in
            func ask(_ size: Int, at socket: String) throws -> Wire {
                let wire = try Wire(connecting: socket)
                wire.send("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": .integer(size)])
                return wire
            }
            _ = try ask(16, at: daemon.socket).frame()
            let process = try daemon.drawingProcess()
            kill(process, SIGSTOP)
            // More than may wait.
            let wires = try (100..<160).map { try ask($0, at: daemon.sheetSocket) }
            #expect(try wires.last?.frame()?["error"] == "io.activityd.Sheet.LimitExceeded")
            let own = try ask(17, at: daemon.socket)
            kill(process, SIGCONT)
            #expect(try own.frame()?["parameters"]?["png"] != nil)
            // A daemon that ends before its answers would leak them into this process.
            for wire in wires.dropLast() { _ = try wire.frame() }
        }
    }

    @Test func sandboxesSeeChanges() throws {
        try DaemonFixture.run { daemon in
            let wire = try Wire(connecting: daemon.sheetSocket)
            wire.send("io.activityd.Sheet.Monitor", [:], [("more", true)])
            _ = try wire.frame()
            let generation = try daemon.elect("io.test.copy", "ignore")
            #expect(try wire.frame()?["parameters"]?["generation"]?.number == generation)
        }
    }
}
