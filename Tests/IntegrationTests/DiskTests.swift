// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The effects of a hung disk, of two daemons with one folder, and of a lack of descriptors.
struct DiskTests {
    /// Holds a lock in another process, which blocks the disk thread like a file system whose server is gone.
    private static func holdLock(_ folder: String) throws -> CInt {
        let lock = open(folder + "/.lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o200)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        return lock
    }

    /// The beginning of each sentence about such a lock, which is not a fault of the disk.
    private static func held(_ folder: String) -> String { "Another process holds \(folder)/.lock" }

    @Test func aChangeThatHangsKeepsNoSheetWaitingAndIsToldOf() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try daemon.wire()
            hanging.send(
                "io.activityd.Registry.Register", ["files": Plugin("org.example.brown", "Brown").uploads])
            // Served both before and after the daemon notices the hang.
            var problems: [String] = []
            try waitTill {
                let identifiers = try daemon.identifiers()
                #expect(identifiers.contains("org.example.sepia"))
                problems = try daemon.status().problems ?? []
                return !problems.isEmpty && daemon.log.contains(Self.held(daemon.registered))
            }
            #expect(problems.count == 1 && problems.first?.hasPrefix(Self.held(daemon.registered)) == true)
            let refusals = [
                try daemon.refusal(
                    "Registry.Elect", ["identifier": "org.example.sepia", "election": "ignore"]),
                try daemon.refusal(
                    "Registry.Register", ["files": Plugin("org.example.third", "Third").uploads]),
                try daemon.refusal("Registry.Unregister", ["identifier": "org.example.sepia"]),
            ]
            for refusal in refusals {
                #expect(refusal.name == "io.activityd.Registry.StorageFailed")
                let reason = refusal.parameters["reason"]?.text ?? ""
                #expect(reason.hasPrefix(Self.held(daemon.registered)) && reason.contains("fuser(1)"))
            }
            close(lock)
            #expect(try hanging.frame()?["parameters"]?["identifier"] == "org.example.brown")
            #expect(try daemon.identifiers().contains("org.example.brown"))
            try daemon.elect("org.example.sepia", "ignore")
            #expect(try daemon.status().problems == nil)
        }
    }

    // MARK: Calls that wait

    /// Makes a call whose job runs on the disk thread and waits for the lock.
    private static func hang(_ daemon: DaemonFixture) throws -> Wire {
        let wire = try daemon.wire()
        wire.send("io.activityd.Registry.Register", ["files": Plugin("org.example.brown", "Brown").uploads])
        return wire
    }

    private static func elect(_ daemon: DaemonFixture, _ flags: [(String, JSON)] = []) throws -> Wire {
        let wire = try daemon.wire()
        let ask: JSON = ["identifier": "org.example.sepia", "election": "ignore"]
        wire.send("io.activityd.Registry.Elect", ask, flags)
        return wire
    }

    /// A call of which 21 are more than may wait. Made before anything hangs: waiting calls are refused after
    /// five seconds.
    private static func largeCall(_ method: String) -> [UInt8] {
        let plugin = Plugin("org.example.large", "Large")
            .with(file: "data", [UInt8](repeating: 32, count: 600_000))
        let call: JSON = ["method": .string(method), "parameters": ["files": plugin.uploads]]
        return call.serialized + [0]
    }

    /// Waits until only the client that hangs and this one are connected.
    private static func waitTillGone(_ daemon: DaemonFixture) throws {
        let client = try daemon.client()
        try waitTill {
            try Registry.StatusReply(client.call("io.activityd.Registry.Status")).connections <= 2
        }
    }

    private static func error(_ wire: Wire) throws -> JSON.Object {
        let frame = try #require(try wire.frame())
        let name = try #require(frame["error"]?.text)
        let parameters: JSON.Object = try frame.read("parameters")
        return JSON.Object([("error", .string(name))] + parameters.members.map { ($0.name, $0.value) })
    }

    @Test func whatWaitsForAHangIsRefusedWithItAndNeverDone() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            let waiting = try Self.elect(daemon)
            let refused = try Self.error(waiting)
            #expect(refused["error"] == "io.activityd.Registry.StorageFailed")
            #expect(refused["reason"]?.text?.contains(daemon.registered) == true)
            close(lock)
            // Its own outcome is reported once it is known.
            #expect(try hanging.frame()?["parameters"]?["identifier"] == "org.example.brown")
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.description("org.example.sepia").state == .active)
        }
    }

    @Test func aReloadDuringAHangIsRefusedAndSaidInTheJournal() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            // One waits when the hang is noticed, another comes later.
            let early = try daemon.wire()
            early.send("io.systemd.service.Reload")
            #expect(try Self.error(early)["error"] == "io.systemd.service.ReloadFailed")
            #expect(try daemon.refusal("io.systemd.service.Reload").name == "io.systemd.service.ReloadFailed")
            let sentence = "Not reloaded: \(Self.held(daemon.registered))"
            #expect(daemon.log.ranges(of: sentence).count == 2)
            daemon.process?.signal(SIGHUP)
            try waitTill { daemon.log.ranges(of: sentence).count > 2 }
            close(lock)
            #expect(try hanging.frame()?["parameters"]?["identifier"] == "org.example.brown")
            try daemon.call("io.systemd.service.Reload")
        }
    }

    /// The icons would be judged after the hung job.
    @Test func aReloadThatHasReadEverythingSaysSo() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            Files.makeFolder(daemon.folder("state/activityd"))
            let locks = try (
                Self.holdLock(daemon.registered), Self.holdLock(daemon.folder("state/activityd"))
            )
            defer { close(locks.1) }
            let first = try Self.hang(daemon)
            _ = try daemon.status()
            daemon.configure(#"{"nothing": 1}"#)
            daemon.install(Plugin.slow)
            let reload = try daemon.wire()
            reload.send("io.systemd.service.Reload")
            let hanging = try Self.elect(daemon)
            for _ in 0..<2 { _ = try daemon.status() }
            close(locks.0)
            #expect(try first.frame()?["parameters"]?["identifier"] == "org.example.brown")
            let refused = try Self.error(reload)
            #expect(refused["error"] == "io.systemd.service.ReloadFailed")
            #expect(refused["reason"]?.text?.hasPrefix("Everything was read again") == true)
            #expect(daemon.log.contains("Not reloaded: Everything") && daemon.log.contains("\"nothing\""))
            withExtendedLifetime(hanging) {}
        }
    }

    /// Runs `body` beside a daemon, and again if the machine was so busy that the hang was noticed first,
    /// after five seconds: then calls are refused for the hang, not for their size.
    ///
    /// - Parameter body: false if the hang was noticed.
    private static func beforeTheHangIsNoticed(_ body: (DaemonFixture) throws -> Bool) throws {
        try waitTill {
            var isDone = false
            try DaemonFixture.run { daemon in isDone = try body(daemon) }
            return isDone
        }
    }

    /// The error of calls that have waited for it.
    private static let noticed: JSON = "io.activityd.Registry.StorageFailed"

    @Test func aUsersCallsThatWaitAreBounded() throws {
        try Self.beforeTheHangIsNoticed { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            // The only ones that outlive their connection.
            for _ in 0..<255 { _ = try Self.elect(daemon, [("oneway", true)]) }
            try Self.waitTillGone(daemon)
            let excess = try Self.error(try Self.elect(daemon))
            close(lock)
            guard excess["error"] != Self.noticed else { return false }
            #expect(excess["error"] == "io.activityd.Registry.LimitExceeded")
            #expect(excess["limit"] == "calls" && excess["maximum"] == 256)
            #expect(try hanging.frame()?["error"] == nil)
            try daemon.elect("org.example.brown", "ignore")
            return true
        }
    }

    @Test func soAreTheirBytes() throws {
        try Self.beforeTheHangIsNoticed { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let large = Self.largeCall("io.activityd.Registry.Check")
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            let waiting = try (0..<21).map { _ in
                let wire = try daemon.wire()
                wire.send(raw: large)
                return wire
            }
            let excess = try Self.error(try #require(waiting.last))
            close(lock)
            guard excess["error"] != Self.noticed else { return false }
            #expect(excess["limit"] == "bytes" && excess["maximum"] == 16_777_216)
            #expect(try hanging.frame()?["error"] == nil)
            #expect(try waiting[0].frame()?["parameters"]?["diagnostics"] != nil)
            return true
        }
    }

    /// Calls of disconnected clients would be executed nevertheless, and block later ones. The refusal of one
    /// call too many shows that the others were read and are waiting.
    @Test func callsOfClientsThatHaveGoneAreNotDone() throws {
        try Self.beforeTheHangIsNoticed { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let large = Self.largeCall("io.activityd.Registry.Register")
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            var waiting: [Wire] = []
            for _ in 0..<21 {
                waiting.append(try daemon.wire())
                waiting.last?.send(raw: large)
            }
            let excess = try Self.error(#require(waiting.last))
            guard excess["error"] != Self.noticed else {
                close(lock)
                return false
            }
            #expect(excess["limit"] == "bytes")
            waiting.removeAll()
            try Self.waitTillGone(daemon)
            let last = try daemon.wire()
            last.send("io.activityd.Registry.Check", ["files": Plugin("org.example.red", "Red").uploads])
            close(lock)
            #expect(try hanging.frame()?["error"] == nil)
            let answer = try #require(try last.frame())
            guard answer["error"] == nil else { return false }
            #expect(answer["parameters"]?["diagnostics"] != nil)
            #expect(!Files.names(in: daemon.registered).contains { $0.contains("large") })
            return true
        }
    }

    @Test func oneWayCallsInOneGoAreAllDoneThoughTheirClientHasGone() throws {
        try DaemonFixture.run { daemon in
            let names = (0..<3).map { "org.example.p\($0)" }
            for name in names { try daemon.register(Plugin(name, "Plugin \(name.suffix(1))")) }
            Files.makeFolder(daemon.folder("state/activityd"))
            let lock = try Self.holdLock(daemon.folder("state/activityd"))
            var wire: Wire? = try daemon.wire()
            let calls = names.map { name -> [UInt8] in
                let call: JSON = [
                    "method": "io.activityd.Registry.Elect", "oneway": true,
                    "parameters": ["identifier": .string(name), "election": "ignore"],
                ]
                return call.serialized + [0]
            }
            wire?.send(raw: calls.flatMap { $0 })
            wire = nil
            let client = try daemon.client()
            try waitTill {
                try Registry.StatusReply(client.call("io.activityd.Registry.Status")).connections <= 1
            }
            close(lock)
            try daemon.call("io.systemd.service.Reload")
            for name in names { #expect(try daemon.description(name).state == .ignored, "\(name)") }
        }
    }

    @Test func aOneWayCallIsDoneThoughItsClientHasGone() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            let hanging = try Self.hang(daemon)
            _ = try Self.elect(daemon, [("oneway", true)])
            try Self.waitTillGone(daemon)
            close(lock)
            #expect(try hanging.frame()?["error"] == nil)
            try daemon.elect("org.example.brown", "ignore")
            #expect(try daemon.description("org.example.sepia").state == .ignored)
        }
    }

    // MARK: Ending

    @Test func anEndingDaemonWaitsForNoLockAndSaysSo() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            Files.makeFolder(daemon.folder("state/activityd"))
            let lock = try Self.holdLock(daemon.folder("state/activityd"))
            defer { close(lock) }
            let wires = try [Self.elect(daemon), Self.elect(daemon)]
            _ = try daemon.status()
            #expect(daemon.stop() == .exited(0))
            for wire in wires {
                let refused = try Self.error(wire)
                #expect(refused["error"] == "io.activityd.Registry.StorageFailed")
                #expect(refused["reason"]?.text?.hasPrefix("The daemon is shutting down") == true)
            }
        }
    }

    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func anEndingDaemonDoesNotSayOfWhatHangsThatItWasNotMade() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let folder = daemon.folder("state/activityd")
            Files.makeFolder(folder)
            let (lock, probe) = (try Self.holdLock(folder), open(folder + "/.lock", O_WRONLY | O_CLOEXEC))
            defer { close(probe) }
            let hanging = try Self.elect(daemon)
            try waitTill { try (daemon.status().problems ?? []).contains { $0.contains(folder) } }
            try DeadMount.lying(on: folder) {
                close(lock)
                while flock(probe, LOCK_EX | LOCK_NB) == 0 { flock(probe, LOCK_UN) }
                #expect(daemon.stop() == .exited(0))
                let answer = try Self.error(hanging)
                #expect(answer["error"] == "io.activityd.Registry.OutcomeUnknown")
            }
        }
    }

    @Test func aDaemonEndsThoughItsDiskHangs() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = try Self.holdLock(daemon.registered)
            defer { close(lock) }
            let hanging = try daemon.wire()
            hanging.send("io.activityd.Registry.Unregister", ["identifier": "org.example.sepia"])
            try waitTill { try daemon.status().problems != nil }
            #expect(daemon.stop() == .exited(0))
            // Not a timeout of the lock, which takes longer than the shutdown.
            #expect(try Self.error(hanging)["reason"]?.text?.hasPrefix("The daemon is shutting down") == true)
        }
    }

    /// Verdicts can wait; the state that is written after them cannot.
    @Test func aCacheThatAnotherDaemonHoldsIsWaitedForByNothing() throws {
        try DaemonFixture.prepared { daemon in
            Files.makeFolder(daemon.folder("cache/activityd"))
            let lock = try Self.holdLock(daemon.folder("cache/activityd"))
            defer { close(lock) }
            try daemon.start()
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            #expect(daemon.stop() == .exited(0))
            #expect(!Files.exists(daemon.folder("cache/activityd/verdicts.json")))
            #expect(Files.text(daemon.folder("state/activityd/established-titles.json")).contains("Sepia"))
        }
    }

    // MARK: Dead mounts

    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func aLocaleThatHangsKeepsNoSheetWaiting() throws {
        try DaemonFixture.prepared { daemon in
            let locales = daemon.folder("locales")
            Files.makeFolder(locales)
            daemon.environment["LOCPATH"] = locales
            try daemon.start()
            try DeadMount.lying(on: locales) {
                for locale in ["de_DE", "sv_SE", "de_DE"] {
                    let ask: JSON = ["content": [["type": "image/png"]], "locale": .string(locale)]
                    let identifiers = try daemon.identifiers(ask)
                    #expect(identifiers.contains("io.test.print"))
                }
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    /// The bundle is on another file system, and not affected.
    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func aPerformThatHangsNamesTheFolderThatDoesNotAnswer() throws {
        let narrow = Plugin(
            "org.example.narrow", "Narrow", ["perform": ["exec": ["true"], "writes": ["downloads"]]])
        try DaemonFixture.performing(.process, [narrow]) { daemon in
            let downloads = daemon.folder("home/Downloads")
            Files.makeFolder(downloads)
            try DeadMount.lying(on: downloads) {
                let hanging = try Performing(daemon, "org.example.narrow")
                var problems: [String] = []
                try waitTill {
                    problems = try daemon.status().problems ?? []
                    return !problems.isEmpty
                }
                #expect(
                    problems.count == 1 && problems.first?.hasPrefix(downloads + " ") == true, "\(problems)")
                let refusal = #expect(throws: VarlinkError.self) { try hanging.next() }
                #expect(refusal?.parameters["reason"]?.text?.hasPrefix(downloads + " ") == true)
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    /// Requests for copies fail with an error, and everything else continues when the server is back.
    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func copiesOfAFileThatDoesNotAnswerAreRefused() throws {
        let transform = Plugin("org.example.plain", "Plain", types: ["text/plain"])
            .with([
                "category": "transform", "icon": .null, "makes": "same",
                "perform": ["exec": ["true"], "stdin": "request"],
            ])
        try DaemonFixture.performing(.process, [transform]) { daemon in
            let folder = daemon.folder("home/server")
            Files.makeFolder(folder)
            let asked: JSON = [
                "content": [["type": "text/plain", "uri": .string("file://" + folder + "/a.txt")]],
                "options": [["identifier": .string(transform.identifier)]],
            ]
            try DeadMount.lying(on: folder) {
                let preparing = try daemon.wire()
                preparing.send("io.activityd.Sheet.Prepare", asked)
                let refused = try Self.error(preparing)
                #expect(refused["reason"]?.text?.hasPrefix(folder + "/a.txt ") == true, "\(refused)")
            }
            try waitTill { try daemon.status().problems == nil }
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
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
                // Both requests are sent before either is answered.
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

    /// Tries each number of descriptors that may be left.
    @Test func whatWantOfDescriptorsRefusesHasNotHappened() throws {
        try DaemonFixture.run { daemon in
            daemon.install(Plugin("org.example.sepia", "Sepia"))
            let wire = try Self.servedWire(daemon)
            let process = try #require(daemon.process?.pid)
            let file = daemon.folder("state/activityd/elections.json")
            let used = Set(Files.names(in: "/proc/\(process)/fd").compactMap { Int($0) })
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

    /// Tries each number of descriptors that may be left.
    @Test func wantOfDescriptorsClosesNothing() throws {
        try DaemonFixture.run { daemon in
            daemon.install(Plugin("org.example.sepia", "Sepia"))
            let wire = try Self.servedWire(daemon)
            let process = try #require(daemon.process?.pid)
            let used = Set(Files.names(in: "/proc/\(process)/fd").compactMap { Int($0) })
            for left in 0...8 {
                let limit = (1...).first { limit in limit - used.count { $0 < limit } > left } ?? 0
                try Self.limitDescriptors(of: process, to: limit)
                wire.send("io.systemd.service.Reload")
                _ = try wire.frame()
                wire.send("io.activityd.Registry.Describe", ["identifier": "org.example.sepia"])
                let reply = String(
                    decoding: JSON.object(try #require(try wire.frame())).serialized, as: UTF8.self)
                #expect(reply.contains(#""state":"active""#), "\(left) left")
                try Self.limitDescriptors(of: process, to: 1_024)
            }
        }
    }

    /// Tries each number of descriptors that may be left.
    @Test func wantOfDescriptorsLeavesTheFormerSettingsInForce() throws {
        try DaemonFixture.run { daemon in
            let file = daemon.configuration
            Files.write(file, #"{"targets": true}"#)
            let wire = try Self.servedWire(daemon)
            let process = try #require(daemon.process?.pid)
            let used = Set(Files.names(in: "/proc/\(process)/fd").compactMap { Int($0) })
            var faults: [String] = []
            for left in 0...4 {
                let limit = (1...).first { limit in limit - used.count { $0 < limit } >= left } ?? 0
                try Self.limitDescriptors(of: process, to: limit)
                wire.send("io.systemd.service.Reload")
                _ = try wire.frame()
                wire.send("io.activityd.Registry.Status")
                let problems = try wire.frame()?["parameters"]?["problems"] ?? []
                faults += try [String](json: problems).filter { $0.contains(file) }
                try Self.limitDescriptors(of: process, to: 1_024)
            }
            let isKept = faults.allSatisfy { $0.hasSuffix("The former settings hold until the next reload.") }
            #expect(!faults.isEmpty && isKept, "\(faults)")
        }
    }

    /// A connection that the daemon has accepted and served: accepting takes a descriptor.
    private static func servedWire(_ daemon: DaemonFixture) throws -> Wire {
        let wire = try daemon.wire()
        wire.send("io.systemd.service.Reload")
        #expect(try wire.frame() != nil)
        return wire
    }

    private static func limitDescriptors(of process: pid_t, to count: Int) throws {
        let command = ["prlimit", "--pid", "\(process)", "--nofile=\(count):"]
        #expect(try ChildProcess.run(command).end == .exited(0))
    }
}
