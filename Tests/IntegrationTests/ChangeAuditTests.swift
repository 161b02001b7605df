// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Repeated and tried changes in activityctl, and who made a change in the log.
struct ChangeAuditTests {
    @Test func activityctlExitsWith3WhereSomethingWouldChange() throws {
        try DaemonFixture.run { daemon in
            func activityctl(_ arguments: String...) throws -> (ChildProcess.End, String) {
                try ChildProcess.run([ActivityctlProgram.path] + arguments + ["--socket", daemon.socket])
            }
            let elect = ["elect", "io.test.copy", "ignore"]
            let tried = try activityctl(elect[0], elect[1], elect[2], "--check")
            #expect(tried.0 == .exited(3) && tried.1.contains("would change"))
            #expect(try activityctl(elect[0], elect[1], elect[2]).1.contains("generation"))
            let again = try activityctl(elect[0], elect[1], elect[2])
            #expect(again.0 == .exited(0) && again.1.contains("unchanged"))
            #expect(try activityctl(elect[0], elect[1], elect[2], "--check").0 == .exited(0))
            #expect(try activityctl("arrange", "--clear", "--check").0 == .exited(0))
            #expect(try activityctl("elect", "org.example.none", "ignore", "--check").0 == .exited(1))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Another user takes root."))
    func refusalsThatAreNotLoggedAreCounted() throws {
        try DaemonFixture.onMachine(.system) { daemon in
            let refused: JSON = ["identifier": "io.test.copy", "election": "ignore"]
            let replies = try daemon.calls(
                as: 12_346, Array(repeating: ("io.activityd.Registry.Elect", refused), count: 15))
            #expect(replies?.count == 15)
            #expect(daemon.stop() == .exited(0))
            let lines = daemon.log.split(separator: "\n")
            #expect(lines.filter { $0.contains("by user 12346") }.count == 10)
            #expect(lines.filter { $0.contains("5 more refusals were not logged. REFUSALS=5") }.count == 1)
        }
    }

    @Test(
        .enabled(
            if: (try? ChildProcess.run(["sh", "-c", "echo 1000 >/proc/self/loginuid"]).0) == .exited(0),
            "The kernel has no audit, or this process may not log others in."))
    func theAuditKnowsWhoLoggedIn() throws {
        try DaemonFixture.run { daemon in
            let elect =
                "echo 1000 >/proc/self/loginuid; exec \(ActivityctlProgram.path) elect io.test.copy ignore "
                + "--socket " + daemon.socket
            let (end, _) = try ChildProcess.run(["sh", "-c", elect])
            #expect(end == .exited(0))
            let user = "Elect io.test.copy by user \(geteuid()) (logged in as user 1000, process "
            #expect(daemon.log.contains(user))
            #expect(daemon.log.contains(" PEER_LOGIN_UID=1000 "))
        }
    }

    /// The client's pid may have been reused by the time its call is logged.
    @Test(
        .enabled(
            if: (try? ChildProcess.run(["sh", "-c", "echo 1000 >/proc/self/loginuid"]).0) == .exited(0),
            "The kernel has no audit, or this process may not log others in."))
    func theAuditKnowsWhoLoggedInAfterTheClientHasEnded() throws {
        let client = """
            import os, socket, sys, time
            wire = socket.socket(socket.AF_UNIX)
            wire.connect(sys.argv[1])
            wire.sendall(b'{"method": "org.varlink.service.GetInfo"}\\0')
            wire.recv(65536)
            connected = os.getpid()
            if os.fork():
                os._exit(0)
            while os.path.exists(f"/proc/{connected}"):
                time.sleep(0.01)
            call = '{"method": "io.activityd.Registry.Elect", "parameters": {"identifier": "io.test.copy", "election": "ignore"}}'
            wire.sendall(call.encode() + b"\\0")
            print(wire.recv(65536))
            """
        try DaemonFixture.run { daemon in
            let run = "echo 1000 >/proc/self/loginuid; /usr/bin/python3 -c \"$1\" \"$2\" | cat"
            let (end, _) = try ChildProcess.run(["sh", "-c", run, "sh", client, daemon.socket])
            #expect(end == .exited(0) && daemon.log.contains(" PEER_LOGIN_UID=1000 "))
        }
    }
}
