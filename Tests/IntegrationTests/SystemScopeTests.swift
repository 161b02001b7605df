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

/// The system scope, in a mount namespace in which /etc, /run, /var/lib and /var/cache are the fixture's own.
@Suite(.enabled(if: geteuid() == 0, "A mount namespace and other users take root."))
struct SystemScopeTests {
    /// Runs `body` beside a daemon of the system scope.
    private static func run(
        as uid: uid_t? = nil, prepare: (DaemonFixture) -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try DaemonFixture.onMachine(.system, as: uid, prepare: prepare, body)
    }

    /// Calls as another user.
    private static func call(
        as uid: uid_t, _ daemon: DaemonFixture, _ method: String, _ parameters: JSON = [:]
    ) throws -> JSON.Object {
        let replies = try daemon.calls(as: uid, [(method, parameters)])
        return try #require(replies?.first, "user \(uid) is not let in")
    }

    private static let nobody: uid_t = 65534
    private static let plugin = Plugin("org.example.sepia", "Sepia")

    @Test func everybodyReachesTheSocket() throws {
        try Self.run { daemon in
            #expect(Files.mode(daemon.folder("machine/run/activityd")) == 0o755)
            #expect(Files.mode(daemon.socket) == 0o666)
            #expect(!Files.exists(daemon.folder("machine/run/activityd-sheet")))
            let links = Files.names(in: daemon.folder("machine/run/varlink/registry"))
            #expect(links == ["io.activityd.Registry", "io.activityd.Sheet"])
            let status = try daemon.status()
            #expect(status.scope == .system)
            #expect(
                status.searchPath == [
                    daemon.systemBundles, "/etc/activities", "/run/activities",
                    "/var/lib/activityd/activities",
                    "/usr/local/share/activities", "/usr/share/activities",
                ])
        }
    }

    @Test func rootRegistersAndEverybodyMayRead() throws {
        try Self.run { daemon in
            let tool = Self.plugin.with(["perform": ["exec": ["bin/tool", "%F"]]])
                .with(executable: "bin/tool", "#!/bin/sh\n")
            try daemon.register(tool)
            try daemon.elect("io.test.zebra", "ignore")
            try daemon.arrange(["org.example.sepia"])
            let folder = daemon.folder("machine/lib/activityd")
            #expect(Files.mode(folder) == 0o755)
            #expect(Files.mode(folder + "/activities/org.example.sepia.activity/bin/tool") == 0o755)
            #expect(Files.mode(folder + "/elections.json") == 0o644)
            #expect(Files.mode(folder + "/arrangement.json") == 0o644)
            let found = try daemon.description("io.test.zebra")
            #expect(found.state == .ignored && found.decidedBy == .admin)
            try daemon.crashAndRestart()
            #expect(
                try daemon.identifiers() == [
                    "io.test.print", "io.test.copy", "io.test.ant", "org.example.sepia",
                ])
        }
    }

    @Test func othersMayLook() throws {
        try Self.run { daemon in
            for (method, ask) in [
                ("io.activityd.Sheet.List", ["content": [["type": "image/png"]]]),
                ("io.activityd.Sheet.Icon", ["identifier": "io.test.copy", "size": 32]),
                ("io.activityd.Sheet.Monitor", [:]), ("io.activityd.Registry.Describe", [:]),
                ("io.activityd.Registry.Status", [:]),
                ("io.activityd.Registry.Check", ["files": Self.plugin.uploads]),
                ("io.activityd.Registry.Explain", ["content": [["type": "image/png"]]]),
                ("io.systemd.service.Ping", [:]), ("org.varlink.service.GetInfo", [:]),
            ] as [(String, JSON)] {
                let reply = try Self.call(as: Self.nobody, daemon, method, ask)
                #expect(reply["error"] == nil, "\(method)")
            }
        }
    }

    @Test func othersMayNotChange() throws {
        try Self.run { daemon in
            try daemon.register(Self.plugin)
            let before = try daemon.list("image/png")
            for (method, ask) in [
                ("Register", ["files": Plugin("org.example.mine", "Mine").uploads]),
                ("Register", ["files": []]),
                ("Unregister", ["identifier": "org.example.sepia"]),
                ("Elect", ["identifier": "io.test.copy", "election": "ignore"]),
                ("Arrange", ["identifiers": ["org.example.sepia"]]),
            ] as [(String, JSON)] {
                let reply = try Self.call(as: Self.nobody, daemon, "io.activityd.Registry." + method, ask)
                #expect(reply["error"] == "io.activityd.Registry.NotPermitted", "\(method)")
                #expect(reply["parameters"]?["reason"]?.text?.hasSuffix(".") == true)
            }
            for (method, ask) in [
                ("Reload", [:]), ("SetLogLevel", ["level": 7]), ("GetEnvironment", [:]),
            ] as [(String, JSON)] {
                let reply = try Self.call(as: Self.nobody, daemon, "io.systemd.service." + method, ask)
                #expect(reply["error"] == "org.varlink.service.PermissionDenied", "\(method)")
            }
            #expect(try daemon.list("image/png") == before)
        }
    }

    @Test func theDaemonsOwnUserRegistersButNoPrograms() throws {
        try Self.run(as: Self.nobody) { daemon in
            let method = "io.activityd.Registry.Register"
            let plain = try Self.call(as: Self.nobody, daemon, method, ["files": Self.plugin.uploads])
            #expect(plain["parameters"]?["identifier"] == "org.example.sepia")
            let inside = Self.plugin.with(["perform": ["exec": ["bin/tool", "%F"]]])
                .with(executable: "bin/tool", "#!/bin/sh\n")
            for tool in [inside, Self.plugin.with(executable: "tool", "#!/bin/sh\n")] {
                let refused = try Self.call(as: Self.nobody, daemon, method, ["files": tool.uploads])
                #expect(refused["error"] == "io.activityd.Registry.NotPermitted")
                try daemon.register(tool)
            }
            let other = try Self.call(as: 12_345, daemon, method, ["files": Self.plugin.uploads])
            #expect(other["error"] == "io.activityd.Registry.NotPermitted")
        }
    }

    @Test func onlyEtcMasksASystemActivityAndThenItsTitleIsFree() throws {
        try Self.run(prepare: { daemon in
            for (folder, name) in [("etc", "print"), ("run", "copy")] {
                Files.makeFolder(daemon.folder("machine/\(folder)/activities"))
                symlink("/dev/null", daemon.folder("machine/\(folder)/activities/io.test.\(name).activity"))
            }
        }) { daemon in
            #expect(try daemon.identifiers() == ["io.test.copy", "io.test.ant", "io.test.zebra"])
            #expect(try daemon.describe("io.test.print").map(\.state) == [.masked])
            try daemon.register(Plugin("org.example.print", "Print"))
            let error = try daemon.refusal(
                "Registry.Register", ["files": Plugin("org.example.copy", "Copy").uploads])
            #expect(error.name == "io.activityd.Registry.Rejected")
        }
    }

    @Test func aLockFreesTheTitleAndTheSameScopeTakesItBack() throws {
        try Self.run { daemon in
            let ask: JSON = ["identifier": "io.test.print", "election": "ignore", "lock": true]
            try daemon.call("Registry.Elect", ask)
            let locked = try daemon.description("io.test.print")
            #expect(locked.state == .ignored && locked.locked && locked.decidedBy == .admin)
            try daemon.register(Plugin("org.example.print", "Print"))
            let verdict = try daemon.explain([
                "content": [["type": "image/png"]], "identifier": "io.test.print",
            ])
            #expect(verdict.map(\.code) == [.ignoredByAdmin])
            try daemon.elect("io.test.print", "default")
            let back = try daemon.description("io.test.print")
            #expect(back.state == .active && !back.locked)
            let watch = try Watch(daemon)
            try watch.wait { try daemon.description("org.example.print").state == .rejected }
            #expect(try daemon.description("org.example.print").diagnostics.map(\.rule) == [.titleReserved])
        }
    }

    @Test func whatIsLockedInEtcIsChangedThereAlone() throws {
        try Self.run(prepare: { daemon in
            Files.write(
                daemon.folder("machine/etc/activityd/elections.json"),
                #"{"elections": {"io.test.copy": {"election": "ignore", "locked": true}}}"#)
        }) { daemon in
            let error = try daemon.refusal(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "use"])
            #expect(error.name == "io.activityd.Registry.LockedByAdmin")
            #expect(error.parameters["identifier"] == "io.test.copy")
        }
    }

    @Test func whatRootDecidesEveryPersonsDaemonSees() throws {
        try Self.run { system in
            let person = DaemonOfAPerson(system)
            let process = try ChildProcess(
                system.namespace + [Checkout.program("activityd"), "--bundles", system.systemBundles],
                environment: system.environment, log: system.folder("person-log"))
            try system.notifications.wait(for: "READY=1")
            let watch = try Wire(connecting: person.socket)
            watch.send("io.activityd.Sheet.Monitor", [:], [("more", true)])
            func wait(until condition: () throws -> Bool) throws {
                while try !condition() { _ = try #require(try watch.frame()) }
            }
            try system.register(Self.plugin)
            try wait { try person.identifiers().last == "org.example.sepia" }
            try system.elect("io.test.copy", "ignore")
            try wait { try !person.identifiers().contains("io.test.copy") }
            // The person's own decision wins, except over a lock.
            try person.elect("io.test.copy", "use")
            #expect(try person.identifiers().contains("io.test.copy"))
            try system.call(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "ignore", "lock": true])
            try wait { try !person.identifiers().contains("io.test.copy") }
            let error = #expect(throws: VarlinkError.self) { try person.elect("io.test.copy", "use") }
            #expect(error?.name == "io.activityd.Registry.LockedByAdmin")
            process.signal(SIGTERM)
            #expect(process.wait() == .exited(0))
        }
    }

    /// The user scope beside a system's fixture.
    private struct DaemonOfAPerson {
        let socket: String

        init(_ system: DaemonFixture) { socket = system.folder("run/activityd/io.activityd") }

        private func call(_ method: String, _ parameters: JSON) throws -> JSON.Object {
            try Client(connecting: socket, timeout: HangLimit.duration).call(
                method, JSON.Object(json: parameters))
        }

        func identifiers() throws -> [String] {
            let ask: JSON = ["content": [["type": "image/png"]]]
            return try Sheet.ListReply(call("io.activityd.Sheet.List", ask)).activities.map(\.identifier)
        }

        func elect(_ identifier: String, _ election: String) throws {
            let ask: JSON = ["identifier": .string(identifier), "election": .string(election)]
            _ = try call("io.activityd.Registry.Elect", ask)
        }
    }

    // MARK: The drawing process

    /// A user who sends 40 slow bundles to be checked at once.
    private static func flood(_ daemon: DaemonFixture) throws -> ChildProcess {
        let check: JSON = [
            "method": "io.activityd.Registry.Check", "parameters": ["files": Plugin.slow.uploads],
        ]
        Files.write(daemon.folder("check"), check.serialized + [0])
        let script = """
            $| = 1; open my $f, '<', $ARGV[1] or die; my $call = <$f>; my $s = IO::Select->new;
            for (1 .. 40) {
                my $c = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die; syswrite $c, $call; $s->add($c);
            }
            while ($s->count) {
                for my $c ($s->can_read) { sysread $c, my $reply, 65536 or $s->remove($c); print "$reply\\n"; }
            }
            """
        return try ChildProcess(
            ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", "perl"] + [
                "-MIO::Select", "-MIO::Socket::UNIX", "-e", script, daemon.socket, daemon.folder("check"),
            ], environment: ["PATH": "/usr/bin:/bin"], log: daemon.folder("replies"))
    }

    @Test func anOrdinaryUsersSlowIconsHoldUpNeitherRootNorOthers() throws {
        try Self.run { daemon in
            let flood = try Self.flood(daemon)
            // Its queue is full, and so is its share of activity-draw.
            #expect(flood.wait(forOutput: #""error":"io.activityd.Registry.LimitExceeded""#))
            #expect(flood.log.contains(#"{"limit":"icons","maximum":32}"#))
            try daemon.register(Self.plugin)
            let other = try Self.call(
                as: 12_345, daemon, "io.activityd.Registry.Check", ["files": Self.plugin.uploads])
            #expect(other["parameters"]?["diagnostics"]?.elements == [])
            // Three at a time and a second each: of 32 most wait.
            #expect(flood.log.split(separator: "\n").count { $0.contains("icon-unreadable") } < 16)
            // On a busy machine the wall clock's five seconds may come before the processor's one.
            #expect(flood.wait(forOutput: "it took longer than "))
        }
    }

    // MARK: The asking application

    /// The peer's unit is read from /proc/<pid>/cgroup, over which the daemon is given a file of ours.
    @Test(arguments: [
        ("app-gnome-org.app.Viewer-4711.scope", true), ("app-org.app.Viewer@7.service", true),
        ("app-org.app.Viewer.service", true), ("app-org.app.Other-1.scope", false), ("ssh.service", false),
        (#"app-flatpak-org.app\x2eViewer-1.scope"#, true), ("dbus-:1.2-org.app.Viewer@0.service", false),
    ])
    func anAppDoesNotSeeItsOwn(_ unit: String, _ isOwn: Bool) throws {
        try DaemonFixture.prepared { daemon in
            daemon.install(Plugin("org.example.owned", "Owned", ["application": "org.app.Viewer"]))
            let slice = "/user.slice/user-0.slice/user@0.service/app.slice/"
            Files.write(daemon.folder("cgroup"), "1:name=systemd:\(slice)\(unit)\n0::\(slice)\(unit)\n")
            let script =
                "/bin/mount --make-rprivate /\n/bin/mount --bind '\(daemon.folder("cgroup"))' "
                + "/proc/\(getpid())/cgroup\nexec \"$@\""
            daemon.prefix = ["unshare", "--mount", "/bin/sh", "-ec", script, "sh"]
            try daemon.start()
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.identifiers().contains("org.example.owned") != isOwn)
            let all = try daemon.identifiers(["content": [["type": "image/png"]], "includeOwn": true])
            #expect(all.contains("org.example.owned"))
        }
    }
}
