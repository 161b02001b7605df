// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Numbers for monitoring, over the daemon's restarts.
struct NumbersTests {
    private static let scripts = [Plugin.script("ok", ":"), Plugin.script("wrong", "exit 1")]

    /// Waits until the daemon has read what the one before has kept.
    private func wait(
        for daemon: DaemonFixture, _ location: SourceLocation = #_sourceLocation,
        _ condition: (Registry.StatusReply) -> Bool
    ) throws {
        try waitTill(location) { try condition(daemon.status()) }
    }

    @Test func performsAndRestartsAreCountedOverTheDaemonsEnd() throws {
        try DaemonFixture.performing(.process, Self.scripts) { daemon in
            for name in ["ok", "ok", "wrong"] { _ = try daemon.ending("org.example." + name) }
            let expected = Registry.Performs(success: 2, failure: 1, cancelled: 0)
            try wait(for: daemon) { $0.performs == expected && $0.restarts == 0 }
            #expect(try daemon.status().worstCall?.contains(".") == true)
            daemon.stop()
            try daemon.start()
            try wait(for: daemon) { $0.performs == expected && $0.restarts == 0 }
            // Its own note is written a moment after it has begun to serve.
            try wait(for: daemon) { _ in
                Files.text(daemon.folder("cache/activityd/numbers.json")).contains(daemon.folder("run"))
            }
            try daemon.crashAndRestart()
            try wait(for: daemon) { $0.performs == expected && $0.restarts == 1 }
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"success": "many", "restarts": -1.5, "running": {}}"#,
        #"{"success": -7, "failure": 9223372036854775807, "restarts": 9223372036854775807}"#,
    ])
    func whatIsKeptAndCannotBeReadCountsAsNothing(_ text: String) throws {
        try DaemonFixture.prepared { daemon in
            let numbers = daemon.folder("cache/activityd/numbers.json")
            Files.write(numbers, text)
            try daemon.start()
            // Read by then.
            try wait(for: daemon) { _ in Files.text(numbers).contains(daemon.folder("run")) }
            let status = try daemon.status()
            #expect(status.performs == Registry.Performs(success: 0, failure: 0, cancelled: 0))
            #expect(status.restarts == 0)
        }
    }

    /// JSON's readers have a largest integer, and counting stops there.
    @Test func theLargestNumberStays() throws {
        try DaemonFixture.performing(.process, Self.scripts) { daemon in
            daemon.stop()
            let numbers = daemon.folder("cache/activityd/numbers.json")
            Files.write(numbers, #"{"success": 9007199254740992, "restarts": 9007199254740992}"#)
            try daemon.start()
            try wait(for: daemon) { $0.performs?.success == 1 << 53 }
            _ = try daemon.ending("org.example.ok")
            let status = try daemon.status()
            #expect(status.performs?.success == 1 << 53 && status.restarts == 1 << 53)
        }
    }

    /// As after the crashes of as many daemons as are noted, whose runtime folders have long paths.
    @Test func whatWasWrittenCanBeRead() throws {
        try DaemonFixture.performing(.process, Self.scripts) { daemon in
            daemon.stop()
            let running = (0..<16).map { "/\($0)" + String(repeating: "r", count: 4_000) }
            let kept: JSON = ["success": 3, "running": .array(running.map { .string($0) })]
            Files.write(
                daemon.folder("cache/activityd/numbers.json"),
                String(decoding: kept.serialized, as: UTF8.self))
            try daemon.start()
            try wait(for: daemon) { $0.performs?.success == 3 }
        }
    }

    /// The daemons are of a person with two runtime folders, or with one home on two machines.
    @Test func daemonsOverOneCacheAddWhatTheyCount() throws {
        try DaemonFixture.performing(.process, Self.scripts) { first in
            try DaemonFixture.prepared { second in
                for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PATH"] {
                    second.environment[name] = first.environment[name]
                }
                try second.start()
                try second.waitTillJudged(2)
                let numbers = first.folder("cache/activityd/numbers.json")
                for daemon in [first, second] {
                    try wait(for: daemon) { _ in Files.text(numbers).contains(daemon.folder("run")) }
                    for name in ["ok", "wrong"] { _ = try daemon.ending("org.example." + name) }
                }
                // The one that was not killed is no reason to count a restart.
                try second.crashAndRestart()
                try wait(for: second) { $0.restarts == 1 }
                _ = try second.ending("org.example.ok")
                first.stop()
                second.stop()
                try first.start()
                let expected = Registry.Performs(success: 2, failure: 1, cancelled: 0)
                try wait(for: first) { $0.performs == expected && $0.restarts == 1 }
            }
        }
    }

    @Test func whatCannotBeReadIsNotWrittenOver() throws {
        try DaemonFixture.prepared { daemon in
            Files.makeFolder(daemon.folder("cache/activityd/numbers.json"))
            try daemon.start()
            daemon.stop()
            #expect(Files.names(in: daemon.folder("cache/activityd")).contains("numbers.json"))
        }
    }

    @Test func metricsAreInPrometheussTextFormat() throws {
        try DaemonFixture.run { daemon in
            let (end, text) = try ChildProcess.run(
                [ActivityctlProgram.path, "status", "--metrics", "--socket", daemon.socket])
            #expect(end == .exited(0))
            let lines = text.split(separator: "\n")
            for line in lines where !line.hasPrefix("# ") {
                #expect(
                    line.wholeMatch(
                        of: /activityd_[a-z_]+\{scope="user"(,[a-z]+="[a-z]+")?\} [0-9.]+(e-[0-9]+)?/)
                        != nil,
                    "\(line)")
            }
            #expect(lines.contains(#"activityd_activities{scope="user",source="system"} 4"#))
            #expect(lines.contains(#"activityd_performs_total{scope="user",result="failure"} 0"#))
            #expect(lines.contains("# TYPE activityd_restarts_total counter"))
        }
    }

    @Test func whatIsWrongWithABundleIsLoggedOnceAChange() throws {
        try DaemonFixture.prepared { daemon in
            let plugin = Plugin("org.example.sepia", "Sepia").with(["colour": 1])
            daemon.install(plugin)
            func count() -> Int {
                daemon.log.split(separator: "\n").count { $0.contains("RULE=manifest-unknown-key") }
            }
            for _ in 0..<3 {
                try daemon.start()
                try daemon.waitTillJudged(1)
                daemon.stop()
                #expect(count() == 1)
            }
            daemon.install(plugin.with(["size": 1]))
            try daemon.start()
            try daemon.waitTillJudged(1)
            daemon.stop()
            #expect(count() == 3)
        }
    }
}
