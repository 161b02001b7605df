// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The sockets of the user scope, and the permissions on each.
struct SocketTests {
    @Test func onlyThePersonReachesThem() throws {
        try DaemonFixture.run { daemon in
            #expect(Files.mode(daemon.folder("run/activityd")) == 0o700)
            #expect(Files.mode(daemon.folder("run/activityd-sheet")) == 0o700)
            #expect(Files.mode(daemon.socket) == 0o600)
            #expect(Files.mode(daemon.sheetSocket) == 0o600)
        }
    }

    @Test func aFolderWithALooserModeIsNarrowed() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.folder.folder("run/activityd")
            chmod(daemon.folder("run/activityd"), 0o777)
        }) { daemon in
            let mode = Files.mode(daemon.folder("run/activityd"))
            #expect(mode == 0o700)
        }
    }

    @Test func interfacesAreLinkedIntoTheRegistryWhileItRuns() throws {
        try DaemonFixture.run { daemon in
            for interface in ["io.activityd.Sheet", "io.activityd.Registry"] {
                let link = daemon.folder("run/varlink/registry/" + interface)
                _ = try Client(connecting: link).call("io.systemd.service.Ping")
            }
            #expect(daemon.stop() == .exited(0))
            #expect(Files.names(in: daemon.folder("run/varlink/registry")) == [])
        }
    }

    @Test func anotherServicesLinkIsLeftAlone() throws {
        try DaemonFixture.run { daemon in
            let link = daemon.folder("run/varlink/registry/io.activityd.Sheet")
            unlink(link)
            symlink("/run/elsewhere", link)
            let end = daemon.stop()
            #expect(end == .exited(0))
            #expect(
                Files.names(in: daemon.folder("run/varlink/registry")) == ["io.activityd.Sheet"])
        }
    }

    @Test func aSecondDaemonIsAnErrorThatSaysSo() throws {
        try DaemonFixture.run { daemon in
            let second = try ChildProcess(
                [Checkout.program("activityd")], environment: daemon.environment, log: daemon.folder("second")
            )
            let end = second.wait()
            #expect(end != .exited(0))
            if case .killed = end { Issue.record("it was killed: \(second.log)") }
            #expect(second.log.contains("Another activityd already serves \(daemon.socket)"))
            try daemon.call("io.systemd.service.Ping")
        }
    }

    @Test func aStaleSocketIsReplaced() throws {
        try DaemonFixture.run { daemon in
            #expect(daemon.stop(SIGKILL) == .killed(by: SIGKILL))
            #expect(Files.exists(daemon.socket) && Files.exists(daemon.sheetSocket))
            try daemon.start()
            try daemon.call("io.systemd.service.Ping")
            #expect(Files.mode(daemon.socket) == 0o600)
        }
    }

    @Test func aServedSocketIsNeverReplacedEvenWithoutItsLock() throws {
        try DaemonFixture.run { daemon in
            unlink(daemon.socket + ".lock")
            let second = try ChildProcess(
                [Checkout.program("activityd")], environment: daemon.environment, log: daemon.folder("second")
            )
            #expect(second.wait() != .exited(0))
            try daemon.call("io.systemd.service.Ping")
        }
    }

    @Test func whatIsNoSocketIsLeftAlone() throws {
        try DaemonFixture.prepared { daemon in
            Files.write(daemon.socket, "precious")
            try daemon.launch([])
            let end = daemon.process?.wait()
            #expect(end != .exited(0))
            #expect(Files.text(daemon.socket) == "precious")
            #expect(daemon.log.contains(daemon.socket))
        }
    }

    @Test func withoutARuntimeFolderItSaysWhatToDo() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["XDG_RUNTIME_DIR"] = nil
            try daemon.launch([])
            let end = daemon.process?.wait()
            #expect(end != .exited(0))
            #expect(daemon.log.contains("XDG_RUNTIME_DIR is not set"))
        }
    }

    @Test func aPathThatIsTooLongForASocketIsSaidInWords() throws {
        try DaemonFixture.prepared { daemon in
            let folder = daemon.folder("run/" + String(repeating: "x", count: 100))
            Files.makeFolder(folder)
            daemon.environment["XDG_RUNTIME_DIR"] = folder
            try daemon.launch([])
            #expect(daemon.process?.wait() == .exited(1))
            let sentence = "io.activityd cannot be served: the path of a socket has 107 bytes at most."
            #expect(daemon.log.contains(sentence), "\(daemon.log)")
        }
    }

    @Test(arguments: ["HOME", "XDG_STATE_HOME"])
    func aFolderWhosePathIsNoTextIsRefused(_ variable: String) throws {
        try DaemonFixture.prepared { daemon in
            daemon.prefix = [
                "/bin/sh", "-c", "export \(variable)=\"$(printf '/tmp/\\344')\"; exec \"$@\"", "sh",
            ]
            try daemon.launch([])
            #expect(daemon.process?.wait() == .exited(1))
            #expect(
                daemon.log.contains("\(variable) names a folder whose path is not UTF-8"), "\(daemon.log)")
        }
    }

    @Test func aStoppedDaemonTakesItsSocketsWithIt() throws {
        try DaemonFixture.run { daemon in
            let end = daemon.stop()
            #expect(end == .exited(0))
            #expect(!Files.exists(daemon.socket) && !Files.exists(daemon.sheetSocket))
            #expect(throws: ClientError.notRunning(path: daemon.socket)) { try daemon.client() }
        }
    }

    /// The first one lost its socket and its lock to a program that cleared the folder.
    @Test func aSocketThatAnotherDaemonHasBoundSinceIsLeftToIt() throws {
        try DaemonFixture.run { daemon in
            let before = try daemon.client()
            _ = try ChildProcess.run(["rm", "-r", daemon.folder("run/activityd")])
            _ = try ChildProcess.run(["rm", "-r", daemon.folder("run/activityd-sheet")])
            let second = try ChildProcess(
                [Checkout.program("activityd"), "--bundles", daemon.systemBundles],
                environment: daemon.environment, log: daemon.folder("second"))
            #expect(second.wait(forOutput: "Serving"))
            // Who was connected is, still.
            _ = try before.call("io.systemd.service.Ping")
            #expect(daemon.stop() == .exited(0))
            try daemon.call("io.systemd.service.Ping")
            second.signal(SIGTERM)
            #expect(second.wait() == .exited(0))
            #expect(!Files.exists(daemon.socket))
        }
    }

    // MARK: The sandboxes' socket

    /// A program may make processes and pid namespaces as often as it likes.
    @Test(.enabled(if: geteuid() == 0, "A pid namespace takes root."))
    func appsWithoutAUnitAreToldApartByTheirSandboxes() throws {
        let client = """
            import contextlib, socket, subprocess, sys
            held, refused = [], 0
            for _ in range(int(sys.argv[2])):
                held.append(socket.socket(socket.AF_UNIX))
                held[-1].connect(sys.argv[1])
                with contextlib.suppress(BrokenPipeError):
                    held[-1].sendall(b'{"method": "org.varlink.service.GetInfo"}\\0')
                refused += b"LimitExceeded" in held[-1].recv(65536)
            print(refused, flush=True)
            if sys.argv[3:]:
                within = ["unshare", "--pid", "--fork", sys.executable, "-c", sys.argv[3]]
                subprocess.run([*within, sys.argv[1], "1"])
                sys.stdin.read()
            """
        let apps = """
            import subprocess, sys
            command = ["unshare", "--pid", "--fork", sys.executable, "-c", sys.argv[1], sys.argv[2]]
            with subprocess.Popen(command + ["128", sys.argv[1]], stdin=-1, stdout=-1, text=True) as one:
                print(one.stdout.readline().strip(), one.stdout.readline().strip(), flush=True, end=" ")
                print(subprocess.check_output(command + ["1"], text=True).strip(), end="")
            """
        try DaemonFixture.run { daemon in
            let (end, refused) = try ChildProcess.run(
                ["/usr/bin/python3", "-c", apps, client, daemon.sheetSocket])
            #expect(end == .exited(0) && refused == "0 1 0", "\(refused)")
        }
    }
}
