// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The daemon's notifications to its manager, its signals and its log.
struct LifecycleTests {
    @Test func readyComesWithAStatusAndWhatItSaysIsServed() throws {
        try DaemonFixture.prepared { daemon in
            try daemon.launch([])
            let lines = try daemon.notifications.wait(for: "READY=1")
            let generation = try daemon.status().generation
            #expect(lines.contains("STATUS=4 system and 0 custom activities, generation \(generation)"))
            #expect(try daemon.identifiers().count == 4)
        }
    }

    @Test func theStatusFollows() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            try daemon.notifications.wait(for: "a status with one custom activity") { lines in
                lines.contains { $0.hasPrefix("STATUS=4 system and 1 custom activities") }
            }
            daemon.install(Plugin("org.example.b", "Beta", ["category": "neither"]))
            try daemon.notifications.wait(for: "a status with a rejection") { lines in
                lines.contains { $0.contains(", 1 rejected") }
            }
        }
    }

    @Test func theWatchdogIsPinged() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["WATCHDOG_USEC"] = "100000"
            try daemon.start()
            for _ in 0..<3 { try daemon.notifications.wait(for: "WATCHDOG=1") }
        }
    }

    @Test func hangupReloads() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.process?.signal(SIGHUP)
            let lines = try daemon.notifications.wait(for: "RELOADING=1")
            let time = lines.first { $0.hasPrefix("MONOTONIC_USEC=") }?.dropFirst("MONOTONIC_USEC=".count)
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            let age = now.tv_sec * 1_000_000 + now.tv_nsec / 1000 - (Int(time ?? "") ?? 0)
            #expect((0...30_000_000).contains(age))
            try daemon.notifications.wait(for: "READY=1")
            try watch.next()
            #expect(try daemon.status().generation == watch.generation)
        }
    }

    @Test(arguments: ["", "run", "./run", "~"])
    func aRuntimeFolderThatIsNoAbsolutePathCountsAsUnset(_ folder: String) throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["XDG_RUNTIME_DIR"] = folder
            try daemon.launch([])
            #expect(daemon.process?.wait() == .exited(1))
            #expect(daemon.log.contains("XDG_RUNTIME_DIR is not set to an absolute path"))
            #expect(access("/activityd/io.activityd", F_OK) != 0)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func aSignalEndsItAndSaysSo(_ signal: CInt) throws {
        try DaemonFixture.run { daemon in
            let end = daemon.stop(signal)
            #expect(end == .exited(0))
            try daemon.notifications.wait(for: "STOPPING=1")
            #expect(!daemon.log.contains("Fatal"))
        }
    }

    @Test func whatIsInFlightIsAnsweredBeforeTheEnd() throws {
        try DaemonFixture.run { daemon in
            let pid = try #require(daemon.process).pid
            try daemon.call("Sheet.Icon", ["identifier": "io.test.copy", "size": 70])
            let children = Files.text("/proc/\(pid)/task/\(pid)/children")
            let process = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
            kill(process, SIGSTOP)
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 71])
            // On the same thread after it, so that the icon is in flight.
            try daemon.call("io.systemd.service.Ping")
            let watch = try daemon.wire()
            watch.send("io.activityd.Sheet.Monitor", [:], [("more", true)])
            _ = try watch.frame()
            daemon.process?.signal(SIGTERM)
            try daemon.notifications.wait(for: "STOPPING=1")
            // A stream that has had its first reply is ended by closing.
            #expect(try watch.frame() == nil)
            kill(process, SIGCONT)
            #expect(try wire.frame()?["parameters"]?["png"] != nil)
            #expect(try wire.bytes() == nil)
            #expect(daemon.process?.wait() == .exited(0))
        }
    }

    @Test func generationsGrowOverRestarts() throws {
        try DaemonFixture.run { daemon in
            var last = try daemon.status().generation
            for signal in [SIGTERM, SIGKILL, SIGTERM] {
                daemon.stop(signal)
                try daemon.start()
                let generation = try daemon.status().generation
                #expect(generation > last)
                last = generation
            }
        }
    }

    // MARK: The log

    @Test func whatAKilledDaemonLeftHalfWrittenGoesAtTheStart() throws {
        let folders = ["data/activities", "state/activityd", "cache/activityd"]
        try DaemonFixture.run(prepare: { daemon in
            for folder in folders { Files.write(daemon.folder(folder) + "/.staging-new-left-1f", "half") }
        }) { daemon in
            for folder in folders { try daemon.waitTillGone(daemon.folder(folder) + "/.staging-new-left-1f") }
        }
    }

    @Test func aMissingFolderOnTheCommandLineIsAnError() throws {
        try DaemonFixture.prepared { daemon in
            daemon.systemBundles = "/nonexistent"
            try daemon.launch([])
            #expect(daemon.process?.wait() == .exited(1))
            #expect(daemon.log.contains("no system activities in /nonexistent"))
        }
    }

    @Test(arguments: [
        ["--idle-timeout", "0"], ["--idle-timeout", "-1"], ["--log-level", "loud"], ["--unknown"],
        ["argument"],
    ])
    func aWrongCommandLineIsAUsageError(_ arguments: [String]) throws {
        try DaemonFixture.prepared { daemon in
            try daemon.launch(arguments)
            let end = daemon.process?.wait()
            #expect(end == .exited(64))
            #expect(daemon.log.contains("Usage:"))
        }
    }
}
