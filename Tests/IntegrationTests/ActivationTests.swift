// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Sockets owned by a service manager, passed by systemd's own test program.
struct ActivationTests {
    /// `systemd-socket-activate` becomes the daemon at the first client.
    private static func activated(
        _ listen: [String], _ arguments: [String] = [], _ body: (DaemonFixture, ChildProcess) throws -> Void
    ) throws {
        try DaemonFixture.prepared { daemon in
            var environment = daemon.environment
            environment["PATH"] = "/usr/bin:/bin"
            let options = listen.map { $0.hasPrefix("-") ? $0 : "--listen=" + daemon.folder("run/") + $0 }
            let handed = daemon.environment.sanitized.map { "--setenv=\($0.key)=\($0.value)" }
            let command =
                ["systemd-socket-activate"] + options + handed + [
                    Checkout.program("activityd"), "--bundles", daemon.systemBundles,
                ] + arguments
            let process = try ChildProcess(command, environment: environment, log: daemon.folder("log"))
            try #require(process.wait(forOutput: "Listening on"), "install the package systemd")
            try body(daemon, process)
        }
    }

    /// The first client connects before the daemon starts, and waits for its sheet.
    @Test func oneSocketServesEverything() throws {
        try Self.activated(["main"]) { daemon, process in
            let client = try Client(connecting: daemon.folder("run/main"), timeout: HangLimit.duration)
            let status = try Registry.StatusReply(client.call("io.activityd.Registry.Status"))
            #expect(status.system == 4)
            try daemon.notifications.wait(for: "READY=1")
            // The manager's units create and remove the link.
            #expect(!Files.exists(daemon.folder("run/varlink")))
            process.signal(SIGTERM)
            #expect(process.wait() == .exited(0))
            #expect(Files.exists(daemon.folder("run/main")))
        }
    }

    @Test func theSecondIsKnownByItsName() throws {
        try Self.activated(["first", "second", "--fdname=sheet:varlink"]) { daemon, process in
            let sheet = try Client(connecting: daemon.folder("run/first"), timeout: HangLimit.duration)
            let main = try Client(connecting: daemon.folder("run/second"), timeout: HangLimit.duration)
            _ = try main.call("io.activityd.Registry.Status")
            let error = #expect(throws: VarlinkError.self) { try sheet.call("io.activityd.Registry.Status") }
            #expect(error?.name == "org.varlink.service.InterfaceNotFound")
            let ask = JSON.Object([("content", [["type": "image/png"]])])
            #expect(try Sheet.ListReply(sheet.call("io.activityd.Sheet.List", ask)).activities.count == 4)
            process.signal(SIGTERM)
            #expect(process.wait() == .exited(0))
        }
    }

    @Test func aDatagramSocketIsRefusedWithASentence() throws {
        try Self.activated(["main", "--datagram", "--fdname=varlink"]) { daemon, process in
            let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(sender) }
            #expect(linux_unix_connect(sender, daemon.folder("run/main")) == 0)
            #expect(send(sender, "!", 1, CInt(MSG_NOSIGNAL)) == 1)
            let end = process.wait()
            #expect(end == .exited(1))
            #expect(process.log.contains("The descriptor \"varlink\" from systemd is unsuitable"))
            #expect(process.log.contains("it is not a stream socket"))
        }
    }

    @Test(arguments: [
        (["main", "--fdname=seet"], "its name should be"),
        (["main", "other", "--fdname=varlink:varlink"], "another one has that name"),
    ])
    func aNameThatNoUnitOfOursGivesIsRefused(listen: [String], reason: String) throws {
        try Self.activated(listen) { daemon, process in
            let client = try? Client(connecting: daemon.folder("run/main"), timeout: HangLimit.duration)
            #expect(process.wait() == .exited(1))
            #expect(process.log.contains("from systemd is unsuitable: \(reason)"))
            withExtendedLifetime(client) {}
        }
    }

    @Test func anIdleDaemonEnds() throws {
        try Self.activated(["main"], ["--idle-timeout", "0.5"]) { daemon, process in
            let client = try Client(connecting: daemon.folder("run/main"), timeout: HangLimit.duration)
            _ = try client.call("io.systemd.service.Ping")
            // The daemon is not idle while a client is connected, however long that is.
            var descriptors = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&descriptors, 1, 1_500) == 0)
            _ = try client.call("io.systemd.service.Ping")
            shutdown(client.descriptor, CInt(SHUT_RDWR))
            #expect(process.wait() == .exited(0))
            try daemon.notifications.wait(for: "STOPPING=1")
        }
    }

    @Test func theConfigurationTellsTheIdleTimeToo() throws {
        try Self.activated(["main"]) { daemon, process in
            daemon.configure(#"{"idleTimeoutUSec": 500000}"#)
            let wire = try Wire(connecting: daemon.folder("run/main"))
            wire.send("io.systemd.service.Ping")
            _ = try wire.frame()
            wire.endSending()
            #expect(try wire.bytes() == nil)
            #expect(process.wait() == .exited(0))
        }
    }
}
