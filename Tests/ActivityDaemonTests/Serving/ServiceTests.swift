// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// io.systemd.service, as systemd's own daemons serve it, and org.varlink.service.
struct ServiceTests {
    @Test func pingIsAnsweredEmpty() throws {
        try DaemonFixture.run { daemon in
            let reply = try daemon.call("io.systemd.service.Ping")
            #expect(reply.members.isEmpty)
        }
    }

    @Test func reloadsThatOverlapAreAllAnswered() throws {
        try DaemonFixture.run { daemon in
            daemon.install(
                Plugin("org.example.a", "Alpha").with(file: "icon.png", PNG.disk(70, [0, 0, 0, 255])))
            let wires = try (0..<5).map { _ in try daemon.wire() }
            for wire in wires { wire.send("io.systemd.service.Reload") }
            for wire in wires {
                let reply = try #require(try wire.frame())
                #expect(reply["error"] == nil)
            }
        }
    }

    @Test(arguments: [8, -1, 99, 4_294_967_302])
    func aLevelIsOneOfSyslogs(_ level: Int) throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("io.systemd.service.SetLogLevel", ["level": .integer(level)])
            #expect(error == .invalidParameter("level"))
        }
    }

    @Test func theLogLevelIsSet() throws {
        try DaemonFixture.run { daemon in
            for level in 0...7 {
                try daemon.call("io.systemd.service.SetLogLevel", ["level": .integer(level)])
            }
            try daemon.call("io.systemd.service.SetLogLevel", ["level": 3])
            let before = daemon.log
            try daemon.call("io.systemd.service.Reload")
            #expect(daemon.log == before)
        }
    }

    @Test func itSaysWhatItIs() throws {
        try DaemonFixture.run { daemon in
            let info = try daemon.call("org.varlink.service.GetInfo")
            #expect(
                info["interfaces"] == [
                    "org.varlink.service", "io.activityd.Sheet", "io.activityd.Registry",
                    "io.systemd.service",
                ])
            #expect(info["product"] == "activityd" && info["version"]?.text?.isEmpty == false)
            let names = ["io.activityd.Sheet", "io.activityd.Registry", "io.systemd.service"]
            for name in names {
                let reply = try daemon.call(
                    "org.varlink.service.GetInterfaceDescription", ["interface": .string(name)])
                let file = Checkout.path + "/Sources/Activities/ActivityInterface/\(name).varlink"
                #expect(reply["description"]?.text == Files.text(file))
            }
        }
    }
}
