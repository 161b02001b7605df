// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Performs that cannot start or be kept: programs that are gone, and as many as there may be.
struct PerformLimitTests {
    private static let plain = Plugin.script("plain", "echo plain", ["%F"])

    // MARK: Programs

    @Test(arguments: Launching.allCases)
    func whatCannotBeRunSaysWhy(_ launching: Launching) throws {
        let names = ["gone", "mode", "link", "folder", "above", "interpreter", "garbage", "bare", "absolute"]
        var plugins = names.map { Plugin.script($0, "echo \($0)") }
        plugins[7] = plugins[7].with(["perform": ["exec": ["no-such-program"]]])
        plugins[8] = plugins[8].with(["perform": ["exec": ["/no/such/program"]]])
        let narrowed = ["interpreter", "garbage", "empty"].map { "narrowed-" + $0 }
        plugins += narrowed.map { Plugin.script($0, "echo \($0)", [], ["writes": []]) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            func program(_ name: String) -> String {
                daemon.configured + "/org.example.\(name).activity/bin/run"
            }
            // A reload would reject most of these; what counts is what is there when it is performed.
            let watch = try Watch(daemon)
            withExtendedLifetime(watch) {}
            daemon.process?.signal(SIGSTOP)
            unlink(program("gone"))
            chmod(program("mode"), 0o644)
            for name in ["link", "folder"] { unlink(program(name)) }
            symlink("/bin/true", program("link"))
            mkdir(program("folder"), 0o755)
            let folder = daemon.configured + "/org.example.above.activity/bin"
            rename(folder, folder + "-moved")
            symlink("bin-moved", folder)
            Files.write(program("interpreter"), "#!/no/such/interpreter\n", mode: 0o755)
            Files.write(program("garbage"), [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0], mode: 0o755)
            Files.write(program("narrowed-interpreter"), "#!/no/such/interpreter\n", mode: 0o755)
            Files.write(program("narrowed-garbage"), [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0], mode: 0o755)
            Files.write(program("narrowed-empty"), "echo no first line names a shell\n", mode: 0o755)
            let calls = try (names + narrowed).map { name in
                let wire = try daemon.wire()
                wire.send(
                    "io.activityd.Sheet.Perform",
                    DaemonFixture.asking("org.example." + name, DaemonFixture.photo), [("more", true)])
                return (name, wire)
            }
            daemon.process?.signal(SIGCONT)
            for (name, wire) in calls {
                let reply = try #require(try wire.frame())
                #expect(reply["error"] == "io.activityd.Sheet.NotPerformable", "\(name): \(reply)")
                #expect(reply["parameters"]?["reason"]?.text?.isEmpty == false, "\(name): \(reply)")
            }
            #expect(daemon.performFolders.isEmpty)
        }
    }

    // MARK: Without systemd

    @Test func soManyRunAtOnceAndNoMore() throws {
        let waiting = Plugin.script("waiting", "exec sleep 1000")
        try DaemonFixture.performing(.process, [waiting]) { daemon in
            var running: [(Performing, String)] = []
            for _ in 0..<64 {
                let performing = try Performing(daemon, waiting.identifier)
                running.append((performing, try performing.started().unit))
            }
            for (_, unit) in running { try daemon.call("Sheet.Cancel", ["unit": .string(unit)]) }
            for (performing, _) in running { #expect(try performing.ending().result == .cancelled) }
            // Nothing of them is held, but for our own connections: a descriptor each would be twice as many.
            let folder = daemon.folder("run/activityd/performs/")
            for name in daemon.performFolders { try daemon.waitTillGone(folder + name + "/output") }
            let descriptors = Files.names(in: "/proc/\(daemon.process?.pid ?? 0)/fd")
            #expect(descriptors.count < 2 * running.count, "\(descriptors.count)")
        }
    }

    /// The limits are those that are shipped.
    @Test func whereAsManyRunAsMayOneCanStillBeCancelled() throws {
        let waiting = Plugin.script("waiting", "exec sleep 1000")
        try DaemonFixture.performing(.process, [waiting]) { daemon in
            let running = try (0..<256).map { _ in try Performing(daemon, waiting.identifier) }
            let units = try running.map { try $0.started().unit }
            #expect(try daemon.unperformed(waiting.identifier).name == "NotPerformable")
            for unit in units { try daemon.call("Sheet.Cancel", ["unit": .string(unit)]) }
            for performing in running { #expect(try performing.ending().result == .cancelled) }
        }
    }

    /// Also those that still wait for a bus, which here takes connections and never answers.
    @Test func whatHasNotStartedYetCountsToo() throws {
        try DaemonFixture.prepared { daemon in
            let bus = try Listener(binding: daemon.folder("bus"), mode: 0o600)
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + daemon.folder("bus")
            daemon.configure(#"{"limits": {"connections": 600, "connectionsPerUser": 400}}"#)
            daemon.install(Self.plain)
            try daemon.start()
            try daemon.waitTillJudged(1)
            let waiting = try (0..<256).map { _ in try Performing(daemon, Self.plain.identifier) }
            // As long as the disk is asked for all of them, it takes no more calls.
            var refused = try daemon.unperformed(Self.plain.identifier)
            while refused.name == "LimitExceeded" { refused = try daemon.unperformed(Self.plain.identifier) }
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.contains("256") == true)
            withExtendedLifetime((bus, waiting)) {}
        }
    }

    @Test func nobodyIsCalledWhereNothingIsToBeTakenUp() throws {
        try DaemonFixture.prepared { daemon in
            let bus = try Listener(binding: daemon.folder("bus"), mode: 0o600)
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + daemon.folder("bus")
            daemon.install(Self.plain)
            try daemon.start()
            try daemon.waitTillJudged(1)
            var waiting = pollfd(fd: bus.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 0) == 0)
            let performing = try Performing(daemon, Self.plain.identifier)
            #expect(poll(&waiting, 1, HangLimit.milliseconds) == 1)
            withExtendedLifetime(performing) {}
        }
    }

    /// Whatever the folder contains, calls are answered, and in the end only allowed entries are left.
    @Test func aFullShelfIsClearedBesideTheWork() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.install(Plugin.script("quick", "echo quick"))
            let shelf = daemon.folder("run/activityd/performs/")
            var clock = timespec()
            clock_gettime(CLOCK_BOOTTIME, &clock)
            let now = clock.tv_sec * 1_000_000
            func name(_ number: Int) -> String { "app-x@\(token(number)).service" }
            func token(_ number: Int) -> String { "f00d" + String(100_000_000_000 + number).prefix(12) }
            for number in 0..<2_000 {
                let folder = shelf + token(number)
                let record =
                    #"{"unit": "\#(name(number))", "identifier": "org.example.x", "#
                    + #""started": 1, "handsOver": false, "isCancelled": false}"#
                let result =
                    #"{"progress": {"state": "finished", "unit": "\#(name(number))", "result": "success"}, "#
                    + #""ended": \#(now - 2_000 + number)}"#
                Files.write(folder + "/record.json", record)
                if number % 2 == 0 { Files.write(folder + "/result.json", result) }
                if number % 2 == 1 { unlink(folder + "/record.json") }
            }
            try daemon.start()
            #expect(try daemon.call("Sheet.Follow", ["unit": .string(name(1_998))])["result"] == "success")
            try daemon.waitTillJudged(1)
            let quick = try daemon.ending("org.example.quick")
            #expect(quick.output == "quick\n")
            // What is read for a call comes behind all that the daemon had to take away.
            #expect(try Performing(following: quick.unit, daemon).next() == quick)
            let left = daemon.performFolders
            #expect(left.count == 256)
            #expect(left.contains(token(1_998)) && !left.contains(token(0)))
        }
    }

    /// Results are stored for an hour, up to a maximum number; the oldest are removed first.
    @Test func soManyResultsAreKept() throws {
        try DaemonFixture.performing(.process, [Plugin.script("quick", ":")]) { daemon in
            let first = try daemon.ending("org.example.quick").unit
            var last = first
            for _ in 0..<(256 + 64) { last = try daemon.ending("org.example.quick").unit }
            #expect(daemon.performFolders.count <= 256 + 64)
            #expect(
                try daemon.refusal("Sheet.Follow", ["unit": .string(first)]).name.hasSuffix(".NoSuchUnit"))
            #expect(try daemon.call("Sheet.Follow", ["unit": .string(last)])["result"] == "success")
        }
    }
}
