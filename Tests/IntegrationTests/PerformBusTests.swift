// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A message bus that goes away under a daemon that has started activities by it.
@Suite(.serialized, .enabled(if: geteuid() == 0, "Another systemd, whose bus may be killed, takes root."))
struct PerformBusTests {
    private static let waiting = Plugin.script(
        "waiting", "echo before; read go <\"$1\"; echo after; exit 7", ["{gate}"]
    ).asking("gate")

    private static func run(_ body: (DaemonFixture, UserManager) throws -> Void) throws {
        let manager = try UserManager()
        defer { manager.end() }
        let endless = Plugin.script("endless", "exec sleep 1000", [], ["timeoutUSec": 2_000_000])
        try DaemonFixture.performing(.process, [waiting, endless], prepare: { $0.use(manager) }) {
            daemon in
            try body(daemon, manager)
        }
    }

    private static func start(_ daemon: DaemonFixture, _ gate: Gate) throws -> Performing {
        let performing = try Performing(daemon, waiting.identifier, answers: ["gate": gate.path])
        #expect(try performing.started().unit.hasPrefix("app-"))
        try gate.wait()
        return performing
    }

    /// Each perform fails with a reason after five seconds, and is not started later.
    @Test func aManagerThatDoesNotAnswerIsNotWaitedFor() throws {
        try Self.run { daemon, manager in
            let mark = daemon.folder("mark")
            let writing = Plugin.script("writing", "echo \"$1\" >>\(mark)", ["{word}"]).asking("word")
            try daemon.register(writing)
            let pid = try manager.processIdentifier()
            defer { kill(pid, SIGCONT) }
            func refusal(_ word: String) throws -> String? {
                kill(pid, SIGSTOP)
                let refused = try daemon.unperformed(
                    writing.identifier, DaemonFixture.photo, ["answers": ["word": .string(word)]])
                kill(pid, SIGCONT)
                #expect(refused.name == "NotPerformable")
                return refused.parameters["reason"]?.text
            }
            // Before there is a connection, and over one.
            for (refused, performed) in [("a", "b"), ("c", "d")] {
                #expect(try refusal(refused)?.contains("does not answer") == true)
                let end = try daemon.ending(writing.identifier, answers: ["word": performed])
                #expect(end.result == .success)
            }
            #expect(Files.text(mark) == "b\nd\n")
        }
    }

    /// systemd starts another bus, and the units are referenced and watched again.
    @Test func aBusThatComesBackChangesNothing() throws {
        try Self.run { daemon, manager in
            let gate = try Gate(daemon)
            let performing = try Self.start(daemon, gate)
            try manager.control("kill", "--signal=KILL", "dbus.service")
            try manager.waitForBus()
            let second = try Gate(daemon)
            let other = try Self.start(daemon, second)
            try gate.open()
            let end = try performing.ending()
            #expect(end.exitStatus == 7 && end.output == "before\nafter\n")
            try second.open()
            let otherEnd = try other.ending()
            #expect(otherEnd.exitStatus == 7 && otherEnd.output == "before\nafter\n")
        }
    }

    /// The activity's timeout expires while systemd is unreachable, so it is stopped as soon as systemd is
    /// back.
    @Test func whatCannotBeStoppedAtItsTimeIsStoppedLater() throws {
        try Self.run { daemon, manager in
            let bus = try manager.control("show", "--property=MainPID", "--value", "dbus.service")
            let pid = try #require(pid_t(bus.dropLast()))
            try #require(pid > 0)
            try manager.control("mask", "--runtime", "dbus.socket", "dbus.service")
            let performing = try Performing(daemon, "org.example.endless")
            _ = try performing.started()
            // Before the activity's time is over, however busy the machine is.
            kill(pid, SIGKILL)
            var silence = pollfd(fd: -1, events: 0, revents: 0)
            poll(&silence, 1, 2_500)
            try manager.control("unmask", "--runtime", "dbus.socket", "dbus.service")
            try manager.control("start", "dbus.socket")
            let end = try performing.ending()
            #expect(end.result == .failure && end.signal == "SIGTERM")
            #expect(end.status == "It took longer than it may.")
        }
    }

    /// Its unit logs neither start nor end, and does not fail.
    @Test func aQuestionThatFindsNothingIsNoFailure() throws {
        let manager = try UserManager()
        defer { manager.end() }
        let files = ["config/activityd/activityd.json": #"{"limits": {"targetsUSec": 60000000}}"#]
        try DaemonFixture.performing(.process, [], files: files, prepare: { $0.use(manager) }) { daemon in
            let gate = try Gate(daemon)
            let field: JSON = [
                "id": "place", "label": "Place", "type": "choice", "optionsExec": ["bin/places"],
                "direct": true, "required": true,
            ]
            let plugin = Plugin.script("asking", "true", ["{place}"]).with(["form": [field]])
                .with(executable: "bin/places", "#!/bin/sh\nread go <'\(gate.path)'\nexit 1\n")
            try daemon.register(plugin)
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Targets", ["content": DaemonFixture.photo], [("more", true)])
            try gate.wait()
            let properties = try manager.control(
                "show", "app-activityd-org.example.asking@*.service", "--property=LogLevelMax",
                "--property=SuccessExitStatus")
            #expect(properties.contains("LogLevelMax=3") && properties.contains("SuccessExitStatus=1 2 3"))
            try gate.open()
            while try wire.frame()?["continues"] == true {}
            #expect(try manager.control("list-units", "--state=failed", "--no-legend").isEmpty)
        }
    }

    @Test func withoutABusTheEndIsToldAsFarAsItIsKnown() throws {
        try Self.run { daemon, manager in
            let gate = try Gate(daemon)
            let performing = try Self.start(daemon, gate)
            try manager.control("mask", "--runtime", "dbus.socket", "dbus.service")
            try manager.control("stop", "dbus.socket", "dbus.service")
            try gate.open()
            let end = try performing.ending()
            #expect(end.result == .failure && end.exitStatus == nil && end.output == "before\nafter\n")
            #expect(end.status?.contains("not known") == true)
            // What is asked for meanwhile is started without systemd.
            let third = try Gate(daemon)
            let alone = try Performing(daemon, Self.waiting.identifier, answers: ["gate": third.path])
            let unit = try alone.started().unit
            #expect(unit.hasPrefix("process-"))
            try third.open()
            #expect(try alone.ending().exitStatus == 7)
        }
    }
}

extension UserManager {
    /// The manager's own process identifier.
    func processIdentifier() throws -> pid_t {
        let line = try busStatus().output.split(separator: "\n").first { $0.hasPrefix("PID=") }
        return try #require(line.flatMap { pid_t($0.dropFirst("PID=".count)) })
    }

    private func busStatus() throws -> (end: ChildProcess.End, output: String) {
        try ChildProcess.run(
            Self.become(uid) + ["busctl", "--user", "status", "org.freedesktop.systemd1"],
            environment: [
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": runtimeFolder,
                "DBUS_SESSION_BUS_ADDRESS": address,
            ])
    }

    /// Calls systemctl, over systemd's own socket: there need be no bus.
    @discardableResult
    func control(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws -> String {
        try control(arguments, location)
    }

    @discardableResult
    func control(_ arguments: [String], _ location: SourceLocation = #_sourceLocation) throws -> String {
        let (end, output) = try ChildProcess.run(
            Self.become(uid) + ["systemctl", "--user"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": runtimeFolder])
        #expect(end == .exited(0), "\(arguments): \(output)", sourceLocation: location)
        return output.split(separator: "\n").map(String.init).joined(separator: "\n")
    }

    /// Waits until systemd is on its bus again.
    func waitForBus() throws {
        let isThere = try HangLimit.passes { try busStatus().end == .exited(0) }
        #expect(isThere, "systemd never comes back to its bus")
    }
}
