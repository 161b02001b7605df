// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A manager and a log without a reader: the daemon's sockets and pipes are full.
struct SilentManagerTests {
    @Test func callsAreAnsweredBesideAManagerThatHangs() throws {
        try DaemonFixture.prepared { daemon in
            let path = daemon.folder("silent")
            let manager = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(manager) }
            try #require(linux_unix_bind(manager, path) == 0)
            daemon.environment["NOTIFY_SOCKET"] = path
            try daemon.launch([])
            try Self.receive(from: manager, until: "READY=1")
            while linux_send_datagram(path, "X=1", 3, -1) == 0 {}
            for number in 0..<40 {
                _ = try daemon.elect("io.test.copy", number % 2 == 0 ? "ignore" : "use")
                #expect(try daemon.list("image/png").activities.count == (number % 2 == 0 ? 3 : 4))
            }
            try daemon.call("io.systemd.service.Reload")
            // It wakes up, and is told what it missed.
            try Self.receive(from: manager, until: "RELOADING=1")
            try Self.receive(from: manager, until: "READY=1\nSTATUS=4 system")
        }
    }

    @Test func callsAreAnsweredBesideALogThatIsNotRead() throws {
        try DaemonFixture.prepared { daemon in
            try #require(mkfifo(daemon.folder("log"), 0o600) == 0)
            let log = open(daemon.folder("log"), O_RDWR | O_CLOEXEC | O_NONBLOCK)
            defer { close(log) }
            try daemon.start()
            while write(log, "x", 1) > 0 {}
            for _ in 0..<10 {
                try daemon.call("io.systemd.service.Reload")
                #expect(try daemon.list("image/png").activities.count == 4)
            }
        }
    }

    private static func receive(from manager: CInt, until text: String) throws {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var waited = pollfd(fd: manager, events: Int16(POLLIN), revents: 0)
        var message = ""
        while !message.contains(text) {
            try #require(poll(&waited, 1, HangLimit.milliseconds) > 0, "\(text) comes, after \(message)")
            let count = recv(manager, &bytes, bytes.count, 0)
            message = String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
        }
    }
}
