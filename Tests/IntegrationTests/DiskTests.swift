// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CLinux
import Glibc
import StrictJSON
import Testing
import Varlink

/// What a disk that does not answer, two daemons over one folder, and want of descriptors come to.
struct DiskTests {
    /// A lock that somebody else holds stops the disk's thread as a file system does whose server is gone.
    private static func holdLock(_ folder: String) throws -> CInt {
        let lock = open(folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        return lock
    }

    @Test func aChangeThatHangsKeepsNoSheetWaitingAndIsToldOf() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try daemon.wire()
            hanging.send(
                "io.activityd.Registry.Register", ["files": Plugin("org.example.brown", "Brown").uploads])
            // Served while nobody knows yet that something hangs, and when it is known.
            var problems: [String] = []
            repeat {
                #expect(try daemon.identifiers().contains("org.example.sepia"))
                problems = try daemon.status().problems
            } while problems.isEmpty || !daemon.log.contains("\(daemon.registered) has not answered")
            #expect(problems.count == 1 && problems.first?.contains(daemon.registered) == true)
            let refusals = [
                try daemon.refusal(
                    "Registry.Elect", ["identifier": "org.example.sepia", "election": "ignore"]),
                try daemon.refusal(
                    "Registry.Register", ["files": Plugin("org.example.third", "Third").uploads]),
                try daemon.refusal("Registry.Unregister", ["identifier": "org.example.sepia"]),
            ]
            #expect(refusals.allSatisfy { $0.name == "io.activityd.Registry.StorageFailed" })
            close(lock)
            #expect(try hanging.frame()?["parameters"]?["identifier"] == "org.example.brown")
            #expect(try daemon.identifiers().contains("org.example.brown"))
            try daemon.elect("org.example.sepia", "ignore")
            #expect(try daemon.status().problems == [])
        }
    }

    @Test func aDaemonEndsThoughItsDiskHangs() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            defer { close(lock) }
            try daemon.wire().send("io.activityd.Registry.Unregister", ["identifier": "org.example.sepia"])
            while try daemon.status().problems.isEmpty {}
            #expect(daemon.stop() == .exited(0))
        }
    }

    @Test func aDaemonEndsSoonThoughNobodyKnowsYetThatItsDiskHangs() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            Files.makeFolder(daemon.folder("cache/activityd"))
            let lock = try Self.holdLock(daemon.folder("cache/activityd"))
            defer { close(lock) }
            #expect(daemon.stop() == .exited(0))
        }
    }

    /// A file system whose server never answers: nobody reads what the kernel asks of this descriptor.
    @Test(
        .enabled(if: geteuid() == 0 && access("/dev/fuse", R_OK) == 0, "To mount takes root and /dev/fuse."))
    func aStartBesideADeadMountServesTheSystemsActivities() throws {
        try DaemonFixture.prepared { daemon in
            daemon.systemBundles = Checkout.activities
            daemon.environment["PATH"] = "/usr/bin:/bin"
            Files.makeFolder(daemon.configured)
            let server = open("/dev/fuse", O_RDWR | O_CLOEXEC)
            try #require(server >= 0)
            let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
            try #require(mount("dead", daemon.configured, "fuse", 0, options) == 0)
            defer {
                umount2(daemon.configured, CInt(MNT_DETACH))
                close(server)
            }
            try daemon.start()
            #expect(try daemon.identifiers("text/plain").contains("io.activityd.save"))
            #expect(daemon.stop() == .exited(0))
        }
    }

    @Test func twoDaemonsOfOnePersonLoseNoAcknowledgedElection() throws {
        try DaemonFixture.run { one in
            one.install(Plugin("org.example.sepia", "Sepia"))
            let names = (0..<20).map { "org.example.p\($0)" }
            for name in names { try one.register(Plugin(name, "Plugin \(name.suffix(2))")) }
            try DaemonFixture.prepared { other in
                for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
                    other.environment[name] = one.environment[name]
                }
                other.systemBundles = one.systemBundles
                try other.start()
                let wires = try (0..<2).map { _ in try (one.wire(), other.wire()) }
                // Both are asked before either has answered.
                for pair in stride(from: 0, to: names.count, by: 2) {
                    for (wire, name) in zip([wires[0].0, wires[0].1], names[pair...]) {
                        wire.send(
                            "io.activityd.Registry.Elect",
                            ["identifier": .string(name), "election": "ignore"])
                    }
                    for wire in [wires[0].0, wires[0].1] {
                        #expect(try wire.frame()?["parameters"]?["generation"] != nil)
                    }
                }
                try one.call("io.systemd.service.Reload")
                for name in names { #expect(try one.description(name).state == .ignored, "\(name)") }
            }
        }
    }

    /// With each number of descriptors that may be left.
    @Test func whatWantOfDescriptorsRefusesHasNotHappened() throws {
        try DaemonFixture.run { daemon in
            daemon.install(Plugin("org.example.sepia", "Sepia"))
            try daemon.call("io.systemd.service.Reload")
            let process = try #require(daemon.process?.pid)
            let file = daemon.folder("state/activityd/elections.json")
            let wire = try daemon.wire()
            let used = Set(TemporaryFolder.names(in: "/proc/\(process)/fd").compactMap { Int($0) })
            var outcomes: Set<Bool> = []
            var isIgnored = false
            for left in 0...8 {
                let limit = (1...).first { limit in limit - used.count { $0 < limit } > left } ?? 0
                let wanted = !isIgnored
                try Self.limitDescriptors(of: process, to: limit)
                wire.send(
                    "io.activityd.Registry.Elect",
                    ["identifier": "org.example.sepia", "election": wanted ? "ignore" : "default"])
                let isMade = try #require(try wire.frame())["error"] == nil
                try Self.limitDescriptors(of: process, to: 1_024)
                outcomes.insert(isMade)
                if isMade { isIgnored = wanted }
                #expect(Files.text(file).contains("ignore") == isIgnored, "\(left) left")
                try daemon.call("io.systemd.service.Reload")
                #expect(
                    try (daemon.description("org.example.sepia").state == .ignored) == isIgnored,
                    "\(left) left")
            }
            #expect(outcomes == [true, false])
        }
    }

    private static func limitDescriptors(of process: pid_t, to count: Int) throws {
        let command = ["prlimit", "--pid", "\(process)", "--nofile=\(count):"]
        #expect(try ChildProcess.run(command).end == .exited(0))
    }
}
