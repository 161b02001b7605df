// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Changes that the daemon has acknowledged outlive a kill.
struct AcknowledgementTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia", ["version": "1.0"])

    @Test func whatIsAcknowledgedOutlivesAKill() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            try daemon.register(Plugin("org.example.other", "Other"))
            try daemon.register(Plugin("org.example.gone", "Gone"))
            try daemon.elect("io.test.zebra", "ignore")
            try daemon.elect("io.test.ant", "ignore")
            try daemon.elect("io.test.ant", "default")
            try daemon.arrange(["org.example.sepia", "org.example.other"])
            let last: Int = try daemon.call("Registry.Unregister", ["identifier": "org.example.gone"])
                .read("generation")
            let before = try daemon.list("image/png")
            try daemon.crashAndRestart()
            let after = try daemon.list("image/png")
            #expect(after.generation > last)
            #expect(after.activities == before.activities)
            #expect(
                after.activities.map(\.identifier) == [
                    "io.test.print", "io.test.copy", "io.test.ant", "org.example.sepia", "org.example.other",
                ])
            #expect(try daemon.description("io.test.zebra").state == .ignored)
        }
    }

    @Test func aKillBetweenAcknowledgementsLosesNone() throws {
        try DaemonFixture.run { daemon in
            for round in 1...5 {
                let version = "\(round).0"
                try daemon.register(Self.plugin.with(["version": .string(version)]))
                try daemon.crashAndRestart()
                #expect(try daemon.description("org.example.sepia").version == version)
                #expect(
                    Files.names(in: daemon.registered) == [".lock", "org.example.sepia.activity"])
            }
        }
    }

    @Test func aCorruptElectionsFileIsKeptAsideAndStopsNothing() throws {
        try DaemonFixture.run(prepare: { daemon in
            Files.write(daemon.folder("state/activityd/elections.json"), #"{"elections": {"#)
        }) { daemon in
            #expect(try daemon.identifiers().count == 4)
            #expect(daemon.log.contains(daemon.folder("state/activityd/elections.json")))
            try daemon.elect("io.test.copy", "ignore")
            #expect(
                Files.text(daemon.folder("state/activityd/elections.json.corrupt")) == #"{"elections": {"#)
            try daemon.crashAndRestart()
            #expect(try daemon.identifiers().count == 3)
        }
    }
}
