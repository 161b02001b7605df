// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import Testing
import Varlink

/// The effects of the limits that the daemon is started under (setrlimit(2)).
struct ResourceLimitTests {
    private func limited(
        to limit: String, _ body: (DaemonFixture) throws -> Void
    ) throws {
        try DaemonFixture.prepared { daemon in
            daemon.prefix = ["/usr/bin/prlimit", limit]
            try body(daemon)
        }
    }

    @Test(.enabled(if: Sanitizer.variables.isEmpty, "A sanitizer writes files of its own."))
    func aDaemonThatMayWriteNothingRefusesChangesAndGoesOn() throws {
        try limited(to: "--fsize=0") { daemon in
            try daemon.start()
            let refused = try daemon.refusal(
                "Registry.Elect", ["identifier": "io.test.zebra", "election": "ignore"])
            #expect(refused.name == "io.activityd.Registry.StorageFailed")
            #expect(try daemon.identifiers().contains("io.test.zebra"))
        }
    }

    @Test func withTooFewDescriptorsItDoesNotStart() throws {
        try limited(to: "--nofile=47:47") { daemon in
            try daemon.launch([])
            #expect(daemon.process?.wait() == .exited(1))
            #expect(daemon.log.contains("activityd may open 47 files (RLIMIT_NOFILE)"))
        }
    }

    /// The hard limit of many containers.
    @Test func whereThereAreFewerDescriptorsThanActivitiesCouldNeedWhatRunsCanBeCancelled() throws {
        let lasting = Plugin.script("lasting", "exec sleep 600")
        try limited(to: "--nofile=1024:1024") { daemon in
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.install(lasting)
            try daemon.start()
            try daemon.waitTillJudged(1)
            var running: [(unit: String, client: Performing, follower: Performing)] = []
            let refused = #expect(throws: VarlinkError.self) {
                while true {
                    let client = try Performing(daemon, lasting.identifier)
                    let unit = try client.started().unit
                    let follower = try Performing(following: unit, daemon)
                    _ = try follower.next()
                    running.append((unit, client, follower))
                }
            }
            #expect(refused?.name == "io.activityd.Sheet.NotPerformable")
            #expect(refused?.parameters["reason"]?.text?.hasPrefix("\(running.count) activities") == true)
            for (unit, client, follower) in running {
                try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
                for one in [client, follower] { #expect(try one.ending().result == .cancelled) }
            }
            #expect(!daemon.log.contains("No connection can be accepted"))
        }
    }

    @Test func withTheFewestItServes() throws {
        try limited(to: "--nofile=48:48") { daemon in
            try daemon.start()
            daemon.install(Plugin("org.example.sepia", "Sepia"))
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.identifiers().contains("org.example.sepia"))
        }
    }
}
