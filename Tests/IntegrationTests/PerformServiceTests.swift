// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The daemon as the shipped service, under a user's systemd: the fate of activities when it ends.
@Suite(.serialized)
struct PerformServiceTests {
    /// Runs `body` beside a daemon that systemd starts and owns, by the shipped units under names of their
    /// own.
    private static func run(
        _ activities: [Plugin], idleTimeout: Int = 30_000_000, manager: UserManager? = nil,
        prepare: (DaemonFixture) -> Void = { _ in },
        _ body: (DaemonFixture, Unit) throws -> Void
    ) throws {
        try DaemonFixture.prepared { daemon in
            for activity in activities { activity.write(into: daemon.configured) }
            daemon.configure(#"{"idleTimeoutUSec": \#(idleTimeout)}"#)
            daemon.environment["PATH"] = "/usr/bin:/bin"
            prepare(daemon)
            let unit = try Unit(daemon, try manager ?? UserManager.shared.get())
            defer { unit.remove() }
            try daemon.waitTillJudged(activities.count)
            try body(daemon, unit)
        }
    }

    /// Says that it has begun, waits at a gate, and ends with what was said meanwhile.
    private static let waiting = Plugin.script(
        "waiting",
        "systemd-notify 'X_MADE=text/plain file:///before'; echo before; read go <\"$1\"; "
            + "systemd-notify STATUS=between 'X_MADE=text/plain file:///between'; echo between; "
            + "echo there >\"$2\"; read go <\"$1\"; echo after; exit 7", ["{gate}", "{mark}"]
    ).asking("gate", "mark")

    private static func start(_ daemon: DaemonFixture, _ gate: Gate, _ mark: Gate) throws -> String {
        let performing = try Performing(
            daemon, waiting.identifier, answers: ["gate": gate.path, "mark": mark.path])
        let unit = try performing.started().unit
        try gate.wait()
        return unit
    }

    /// Stops the daemon while the activity ends, and kills it then.
    private static func endMeanwhile(_ daemon: DaemonFixture, _ service: Unit) throws -> String {
        let (gate, mark) = (try Gate(daemon), try Gate(daemon))
        let unit = try start(daemon, gate, mark)
        let pid = try service.mainPID()
        kill(pid, SIGSTOP)
        try gate.open()
        #expect(mark.text() == "there\n")
        try gate.open()
        try service.waitTillEnded(unit)
        kill(pid, SIGKILL)
        return unit
    }

    /// Output printed while no daemon is there is not lost, and the daemon comes back without a client.
    @Test(arguments: ["kill", "restart"])
    func whatRunsIsTakenUpAgain(_ way: String) throws {
        try Self.run([Self.waiting]) { daemon, service in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let unit = try Self.start(daemon, gate, mark)
            let before = try service.mainPID()
            if way == "kill" {
                kill(before, SIGKILL)
            } else {
                try service.control("restart", service.name)
            }
            try gate.open()
            #expect(mark.text() == "there\n")
            try gate.wait()
            let following = try Performing(following: unit, daemon)
            #expect(try following.next()?.unit == unit)
            #expect(try service.mainPID() != before)
            try gate.open()
            let end = try following.ending()
            #expect(end.output == "before\nbetween\nafter\n" && end.status == "between")
            #expect(end.made?.map(\.uri) == ["file:///before", "file:///between"])
            #expect(end.result == .failure && end.exitStatus == 7)
            #expect(try service.property("NFileDescriptorStore") == "1")
        }
    }

    /// A program that is started once per item is not started again for a finished item.
    @Test func eachItemIsDoneOnceThoughTheDaemonIsKilled() throws {
        let each = Plugin.script(
            "each",
            "echo \"$1\"; systemd-notify X_PROGRESS=0.5; echo there >\"$3\"; read go <\"$2\"",
            ["%f", "{gate}", "{mark}"], ["each": true]
        ).asking("gate", "mark")
        let photos = JSON.array((1...3).map { ["type": "image/png", "uri": .string("file:///\($0).png")] })
        try Self.run([each]) { daemon, service in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let performing = try Performing(
                daemon, each.identifier, photos, answers: ["gate": gate.path, "mark": mark.path])
            let unit = try performing.started().unit
            #expect(mark.text() == "there\n")
            try gate.open()
            #expect(mark.text() == "there\n")
            kill(try service.mainPID(), SIGKILL)
            try gate.open()
            #expect(mark.text() == "there\n")
            let following = try Performing(following: unit, daemon)
            #expect(try following.next()?.unit == unit)
            try gate.open()
            let end = try following.ending()
            #expect(end.result == .success && end.fraction == 1)
            #expect(end.output == "/1.png\n/2.png\n/3.png\n")
        }
    }

    /// It ended while no daemon was there: its result is held by the connection that was left with systemd.
    @Test func whatEndedMeanwhileIsKnownToo() throws {
        try Self.run([Self.waiting]) { daemon, service in
            let unit = try Self.endMeanwhile(daemon, service)
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.output == "before\nbetween\nafter\n" && end.status == "between")
            #expect(end.made?.map(\.uri) == ["file:///before", "file:///between"])
            #expect(end.result == .failure && end.exitStatus == 7)
        }
    }

    @Test func anIdleDaemonWaitsForTheLastAndEndsThen() throws {
        try Self.run([Self.waiting], idleTimeout: 1_000_000) { daemon, service in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let unit = try Self.start(daemon, gate, mark)
            let pid = try service.mainPID()
            try gate.open()
            #expect(mark.text() == "there\n")
            try gate.wait()
            // Several idle times, and it is there still.
            var silence = pollfd(fd: -1, events: 0, revents: 0)
            poll(&silence, 1, 3_000)
            #expect(try service.mainPID() == pid)
            try gate.open()
            try service.waitTillInactive()
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.output == "before\nbetween\nafter\n" && end.exitStatus == 7)
        }
    }

    /// It stays as long as what hands over may fail, and no longer; what that says then delays nothing.
    @Test func anIdleDaemonDoesNotWaitForWhatHasHandedOver() throws {
        let browser = Plugin.script(
            "browser", "read go <\"$1\"; head -c 1000000 /dev/zero >&2; echo there >\"$2\"; exit 3",
            ["{gate}", "{mark}"], ["handsOver": true]
        ).asking("gate", "mark")
        func prepare(_ daemon: DaemonFixture) {
            daemon.configure(#"{"idleTimeoutUSec": 1000000, "limits": {"handOverUSec": 300000}}"#)
        }
        try Self.run([browser], prepare: prepare) { daemon, service in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            var unit = ""
            do {
                let performing = try Performing(
                    daemon, browser.identifier, answers: ["gate": gate.path, "mark": mark.path])
                unit = try performing.started().unit
            }
            try service.waitTillInactive()
            try gate.open()
            #expect(mark.text() == "there\n")
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.result == .success && end.status == "handed over")
        }
    }

    /// An activity started by the daemon itself would inherit the daemon's narrowing, and end with it when
    /// the daemon is idle.
    @Test func withoutAWayToSystemdNothingIsStarted() throws {
        try Self.run(
            [Self.waiting], prepare: { $0.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/none" }
        ) {
            daemon, _ in
            let refused = try daemon.unperformed(Self.waiting.identifier)
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.contains("dbus-user-session") == true)
        }
    }

    /// The daemon does not need a bus, as systemd has its own socket.
    @Test func systemdIsReachedAtItsOwnSocket() throws {
        try Self.withoutBus { daemon, service in
            let unit = try Self.endMeanwhile(daemon, service)
            #expect(unit.hasPrefix("app-activityd-"))
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.exitStatus == 7 && end.output == "before\nbetween\nafter\n")
            try service.waitTillGone(unit)
        }
    }

    @Test func atItsOwnSocketEveryEndIsKnown() throws {
        try Self.withoutBus { daemon, service in
            #expect(try daemon.ending("org.example.well").result == .success)
            let three = try daemon.ending("org.example.three")
            #expect(three.exitStatus == 3 && three.result == .failure)
            try service.waitTillGone(three.unit)
            let endless = try daemon.ending("org.example.endless")
            #expect(endless.signal == "SIGTERM" && endless.result == .failure)
            #expect(try daemon.unperformed("org.example.broken").name == "NotPerformable")
            let performing = try Performing(daemon, "org.example.long")
            let unit = try performing.started().unit
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            let end = try performing.ending()
            #expect(end.result == .cancelled && end.signal == "SIGTERM")
            #expect(try daemon.ending("org.example.over").status == "handed over")
            let failed = try daemon.ending("org.example.not-over")
            #expect(failed.result == .failure && failed.exitStatus == 3)
            try service.waitTillGone(failed.unit)
        }
    }

    private static func withoutBus(_ body: (DaemonFixture, Unit) throws -> Void) throws {
        let manager = try UserManager.shared.get()
        let plugins = [
            waiting, Plugin.script("well", ":"), Plugin.script("three", "exit 3"),
            Plugin.script("endless", "exec sleep 1000", [], ["timeoutUSec": 300_000]),
            Plugin.script("long", "exec sleep 1000"),
            Plugin.script("over", ":", [], ["handsOver": true]),
            Plugin.script("not-over", "exit 3", [], ["handsOver": true]),
            Plugin.script("broken", ":").with(executable: "bin/run", "#!/no/such/interpreter\n"),
        ]
        func prepare(_ daemon: DaemonFixture) {
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/none"
            symlink(manager.runtimeFolder + "/systemd", daemon.folder("run/systemd"))
        }
        try run(plugins, prepare: prepare, body)
    }

    /// The timeout expired while no daemon was running, but the activity had ended before that.
    @Test func whatEndedInTimeWasInTime() throws {
        // A busy machine needs more time to end it in time.
        let times = [1_000_000, 8_000_000, 40_000_000]
        let timed = times.map { time in
            Plugin.script("timed-\(time)", "read go <\"$1\"", ["{gate}"], ["timeoutUSec": .integer(time)])
                .asking("gate")
        }
        try Self.run(timed) { daemon, service in
            let pid = try service.mainPID()
            var isInTime = false
            for (plugin, time) in zip(timed, times) where !isInTime {
                let gate = try Gate(daemon)
                let begun = ContinuousClock.now
                let unit = try Performing(daemon, plugin.identifier, answers: ["gate": gate.path]).started()
                    .unit
                let over = ContinuousClock.now + .microseconds(time)
                try gate.wait()
                kill(pid, SIGSTOP)
                try gate.open()
                try service.waitTillEnded(unit)
                isInTime = ContinuousClock.now < begun + .microseconds(time)
                guard isInTime else {
                    kill(pid, SIGCONT)
                    continue
                }
                _ = HangLimit.passes { ContinuousClock.now > over }
                kill(pid, SIGKILL)
                let end = try Performing(following: unit, daemon).ending()
                #expect(end.result == .success && end.status == nil)
            }
            #expect(isInTime)
        }
    }

    /// New unit files are read, and a new systemd takes over, while activities run.
    @Test(.enabled(if: geteuid() == 0, "Another systemd, which may be restarted, takes root."))
    func aReloadOfSystemdChangesNothing() throws {
        let manager = try UserManager()
        defer { manager.end() }
        try Self.run([Self.waiting], manager: manager) { daemon, service in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let unit = try Self.start(daemon, gate, mark)
            try service.control("daemon-reload")
            try service.control("daemon-reexec")
            try gate.open()
            #expect(mark.text() == "there\n")
            try gate.open()
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.exitStatus == 7 && end.output == "before\nbetween\nafter\n")
        }
    }
}

/// The shipped units of the user scope, under names of their own, for one test.
private final class Unit {
    let name: String
    private let manager: UserManager
    private let folder: String

    init(_ daemon: DaemonFixture, _ manager: UserManager) throws {
        self.manager = manager
        let stem = "test-\(UInt32.random(in: 0 ... .max))"
        name = stem + ".service"
        folder = manager.runtimeFolder + "/systemd/user"
        daemon.environment["XDG_RUNTIME_DIR"] = nil
        daemon.environment["NOTIFY_SOCKET"] = nil
        let variables = daemon.environment.sanitizedWithoutLeaks.map { "Environment=\($0.key)=\($0.value)" }
            .joined(separator: "\n")
        var service = Files.text(Checkout.path + "/systemd/user/activityd.service")
        for (text, other) in [
            (
                "/usr/libexec/activityd/activityd",
                Checkout.program("activityd") + " --bundles " + daemon.systemBundles
            ),
            (
                "[Install]",
                variables + "\nEnvironment=XDG_RUNTIME_DIR=" + daemon.folder("run") + "\n[Install]"
            ),
            ("activityd-sheet.socket", ""), ("activityd.socket", stem + ".socket"),
        ] {
            service = service.replacing(text, with: other)
        }
        var socket = Files.text(Checkout.path + "/systemd/user/activityd.socket")
        socket = socket.replacing("%t/", with: daemon.folder("run/"))
        if manager.uid != geteuid() { Files.give(daemon.folder.path, to: manager.uid) }
        Files.makeFolder(folder)
        Files.write(folder + "/" + name, service)
        Files.write(folder + "/" + stem + ".socket", socket)
        // Without a reload: systemd loads a unit of a new name when it is first named, and a reload may lose
        // the end of another test's activity.
        try control("start", stem + ".socket")
    }

    func remove() {
        let socket = name.replacing(".service", with: ".socket")
        _ = try? control("stop", socket, name)
        for file in [name, socket] { unlink(folder + "/" + file) }
    }

    @discardableResult
    func control(_ arguments: String...) throws -> String {
        try manager.control(arguments)
    }

    func property(_ property: String) throws -> String { try control("show", "-P", property, name) }

    func mainPID() throws -> pid_t { pid_t(try property("MainPID")) ?? 0 }

    /// Waits until the main process of a unit has ended, and systemd knows.
    func waitTillEnded(_ unit: String) throws {
        try wait { try control("show", "-P", "ExecMainCode", unit) != "0" }
    }

    /// Waits until systemd has unloaded a unit.
    func waitTillGone(_ unit: String) throws {
        try wait { try control("show", "-P", "LoadState", unit) == "not-found" }
    }

    func waitTillInactive() throws {
        try wait { try property("ActiveState") == "inactive" }
    }

    /// Asks again and again, but not for ever: systemd has no other way to tell.
    private func wait(until condition: () throws -> Bool) throws {
        #expect(try HangLimit.passes(until: condition), "systemd never says so")
    }
}
