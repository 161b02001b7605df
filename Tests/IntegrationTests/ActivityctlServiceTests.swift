// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

/// Messages to a person when systemd cannot start the daemon.
@Suite(.serialized, .enabled(if: geteuid() == 0, "Another systemd, with units of its own, takes root."))
struct ActivityctlServiceTests {
    private let manager: UserManager
    private let units: String

    init() throws {
        manager = try UserManager()
        let folder = String(manager.runtimeFolder.dropLast("/run".count))
        units = folder + "/home/.config/systemd/user"
        Files.makeFolder(units)
        // The shipped unit, except for the program and its sandbox.
        Files.write(
            units + "/activityd.socket",
            Files.text(Checkout.path + "/systemd/user/activityd.socket"))
    }

    private func service(_ lines: String) throws {
        Files.write(units + "/activityd.service", "[Service]\nType=notify\nRestart=on-failure\n" + lines)
        try manager.control("daemon-reload")
        try manager.control("start", "activityd.socket")
    }

    private func activityctl(_ arguments: String...) throws -> (end: ChildProcess.End, output: String) {
        try ChildProcess.run(
            UserManager.become(manager.uid) + [Checkout.program("activityctl"), "--user"] + arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": manager.runtimeFolder, "LC_ALL": "C.UTF-8",
            ])
    }

    @Test(arguments: [
        ("ExecStart=/bin/false\nRestartSec=100ms\n[Unit]\nStartLimitIntervalSec=0\n", "exit status 1"),
        ("ExecStart=/nonexistent\nRestartSec=100ms\n[Unit]\nStartLimitIntervalSec=0\n", "exit status 203"),
        ("ExecStart=/bin/true\nRestartSec=1s\n[Unit]\nStartLimitIntervalSec=0\n", "protocol"),
        (
            "ExecStart=/bin/sh -c 'kill -SEGV $$$$'\nRestartSec=1s\n[Unit]\nStartLimitIntervalSec=0\n",
            "signal 11"
        ),
    ])
    func aServiceThatFailsIsToldOfWithItsReason(_ lines: String, _ reason: String) throws {
        defer { manager.end() }
        try service(lines)
        let (end, output) = try activityctl("list")
        #expect(end == .exited(69))
        #expect(output.contains("The daemon does not start: activityd.service fails to start ("))
        #expect(output.contains(reason))
        #expect(output.contains("journalctl --user -n 20 -u activityd"))
    }

    /// The service is usually inactive, and `systemctl reload` fails then.
    @Test func aReloadOfAnIdleDaemonSucceeds() throws {
        defer { manager.end() }
        try service("Environment=HOME=/nonexistent\nExecStart=\(Checkout.program("activityd"))\n")
        #expect(try manager.control("show", "--property=ActiveState", "activityd") == "ActiveState=inactive")
        let (end, output) = try activityctl("reload")
        #expect(end == .exited(0) && output.isEmpty, "\(output)")
        #expect(try manager.control("show", "--property=ActiveState", "activityd") == "ActiveState=active")
    }

    /// The service has Type=notify, so it is starting until it reports READY.
    @Test func aServiceThatTakesItsTimeIsWaitedFor() throws {
        defer { manager.end() }
        try service(
            "Environment=HOME=/nonexistent\n"
                + "ExecStart=/bin/sh -c 'sleep 3; exec \(Checkout.program("activityd"))'\n"
        )
        let (end, output) = try activityctl("status")
        #expect(end == .exited(0), "\(output)")
    }

    @Test func aManagerThatDoesNotAnswerIsNamed() throws {
        defer { manager.end() }
        try service("ExecStart=/bin/false\n")
        let pid = try manager.processIdentifier()
        kill(pid, SIGSTOP)
        defer { kill(pid, SIGCONT) }
        let (end, output) = try activityctl("list")
        #expect(end == .exited(69))
        #expect(output.contains("systemd, which should start it, does not answer."))
    }

    /// systemd gives up a service that fails too often, together with its socket.
    @Test func aSocketThatIsNotThereIsExplained() throws {
        defer { manager.end() }
        try service("ExecStart=/bin/false\nRestartSec=1ms\n[Unit]\nStartLimitBurst=1\n")
        let (_, first) = try activityctl("list")
        #expect(first.contains("Error:"))
        let (end, output) = try activityctl("list")
        #expect(end == .exited(69))
        #expect(output.contains("activityd.socket has failed (service-start-limit-hit)"), "\(output)")
        try manager.control("stop", "activityd.socket")
        try manager.control("reset-failed")
        try manager.control("start", "activityd.socket")
        unlink(manager.runtimeFolder + "/activityd/io.activityd")
        let (_, removed) = try activityctl("list")
        #expect(removed.contains("the file was removed.") && removed.contains("restart activityd.socket"))
        try manager.control("stop", "activityd.socket")
        let (_, stopped) = try activityctl("list")
        #expect(stopped.contains("No daemon answers at") && stopped.contains("start activityd.socket"))
    }
}
