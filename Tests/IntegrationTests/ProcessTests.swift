// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The daemon and its process: environment, service manager and standard error.
struct ProcessTests {
    @Test func reloadIsAnsweredWhenTheNewGenerationServes() throws {
        try DaemonFixture.run { daemon in
            let before = try daemon.status().generation
            daemon.install(Plugin("org.example.a", "Alpha"), Plugin("org.example.b", "Beta"))
            let reply = try daemon.call("io.systemd.service.Reload")
            #expect(reply.members.isEmpty)
            #expect(try daemon.identifiers().suffix(2) == ["org.example.a", "org.example.b"])
            #expect(try daemon.status().generation > before)
            try daemon.notifications.wait(for: "RELOADING=1")
            try daemon.notifications.wait(for: "READY=1")
        }
    }

    @Test func theEnvironmentIsTheDaemons() throws {
        try DaemonFixture.run { daemon in
            let entries: [String] = try daemon.call("io.systemd.service.GetEnvironment").read("environment")
            #expect(entries.contains("XDG_STATE_HOME=" + daemon.folder("state")))
            #expect(entries.count == daemon.environment.sanitized.count)
        }
    }

    /// As in `activityd 2>&1 | head`.
    @Test func aDaemonWhoseLogNobodyReadsAnyMoreServesOn() throws {
        try DaemonFixture.prepared { daemon in
            let pipe = daemon.folder("pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            daemon.prefix = ["/bin/sh", "-c", "exec \"$@\" 2>'\(pipe)'", "sh"]
            try daemon.start()
            close(reader)
            try daemon.call("io.systemd.service.Reload")
            let wire = try daemon.wire()
            wire.send(frame: "hello")
            #expect(try wire.bytes() == nil)
            #expect(try daemon.identifiers().contains("io.test.zebra"))
        }
    }
}
