// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityDaemon
@testable import Varlink

/// The logging of a recurring fault.
struct FloodTests {
    private final class NoLoop: HostLoop {
        let box: Mailbox<Int>
        var descriptor: CInt { box.descriptor }
        let hasEnded = false

        init() throws { box = try Mailbox() }

        func prepare() throws -> Bool { false }
        func dispatch() throws {}
    }

    @Test func `Connections for which there is no room are ten lines a minute`() throws {
        let scratch = Scratch()
        let log = open(scratch("log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        let journal = Journal(identifier: "test", usesJournal: false, standardError: log)
        let configuration = Configuration { limit, _ in VarlinkError(limit) }
        let server = try Server(configuration: configuration, loop: try NoLoop())
        ServingLog(journal).watch(server)
        for _ in 0..<50 { server.onFault?(SystemError("accept4", code: EMFILE)) }
        let lines = (scratch.text("log") ?? "").split(separator: "\n")
        #expect(lines.count == 10 && lines.allSatisfy { $0.contains("No connection can be accepted: ") })
    }
}
