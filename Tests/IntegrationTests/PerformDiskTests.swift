// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A perform's files in the session's runtime folder, which need not be in memory: the threads that access
/// them, and the effects of a full disk.
struct PerformDiskTests {
    private static let strace = "/usr/bin/strace"

    /// The traced calls of the answering thread that name a perform's folder.
    private static func answeringCalls(_ trace: String) throws -> [String] {
        let lines = StraceLog.calls(Files.text(trace))
        let start = try #require(lines.first { $0.contains("execve(") })
        let thread = start.prefix { $0 != " " } + " "
        // A pipe that is open already is opened once more by its descriptor, which asks no file system.
        let touching = lines.filter { $0.contains("/performs") && !$0.contains("\"/proc/self/fd/") }
        #expect(!touching.isEmpty)
        return touching.filter { $0.hasPrefix(thread) }
    }

    @Test(arguments: Launching.allCases)
    func theThreadThatAnswersTouchesNoFileOfAPerform(_ launching: Launching) throws {
        try #require(access(Self.strace, X_OK) == 0, "install strace: this test sees by it who touches files")
        let plugins = [
            Plugin.script("said", "echo out; echo err >&2; exit 3"),
            Plugin.script("long", "exec sleep 1000"),
            Plugin.script("over", "echo out; exec sleep 2", [], ["handsOver": true]),
        ]
        func trace(_ daemon: DaemonFixture, _ name: String) {
            let calls = "trace=%file,bind,fsync,splice,ftruncate,getdents64"
            daemon.prefix = [
                Self.strace, "-D", "-f", "-q", "-y", "-e", "signal=none", "-e", calls, "-o",
                daemon.folder(name),
            ]
        }
        try DaemonFixture.performing(
            launching, plugins, handOverTime: .short, prepare: { trace($0, "serving") }
        ) { daemon in
            let end = try daemon.ending("org.example.said")
            #expect(end.output == "out\n" && end.reason == "err" && end.errors == "err\n")
            var kept = end
            kept.errors = nil
            #expect(try Performing(following: end.unit, daemon).next() == kept)
            #expect(try daemon.ending("org.example.over").status == "handed over")
            let performing = try Performing(daemon, "org.example.long")
            let unit = try performing.started().unit
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try performing.ending().result == .cancelled)
            #expect(try Performing(following: unit, daemon).next()?.result == .cancelled)
            daemon.stop(SIGKILL)
            #expect(try Self.answeringCalls(daemon.folder("serving")).isEmpty)
            trace(daemon, "recovering")
            try daemon.start()
            #expect(try Performing(following: end.unit, daemon).next() == kept)
            daemon.stop(SIGKILL)
            #expect(try Self.answeringCalls(daemon.folder("recovering")).isEmpty)
        }
    }

    /// A folder has the result's name, so the result cannot be stored.
    @Test(arguments: Launching.allCases)
    func aResultThatCannotBeStoredIsKeptInMemoryAndTheJournalSaysSo(_ launching: Launching) throws {
        let waiting = Plugin.script(
            "waiting", "read go <\"$1\"; echo done; echo no >&2; systemd-notify X_MADE=a; exit 1", ["{gate}"]
        ).asking("gate")
        try DaemonFixture.performing(launching, [waiting]) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(daemon, waiting.identifier, answers: ["gate": gate.path])
            let unit = try performing.started().unit
            try gate.wait()
            let base = daemon.folder("run/activityd/performs/")
            let token = try #require(daemon.performFolders.first { Files.exists(base + $0 + "/record.json") })
            Files.makeFolder(base + token + "/result.json")
            try gate.open()
            var end = try performing.ending()
            #expect(end.result == .failure && end.output == "done\n")
            #expect(end.errors == "no\n" && end.faults?.count == 1)
            (end.errors, end.faults) = (nil, nil)
            #expect(try Performing(following: unit, daemon).next() == end)
            #expect(daemon.log.contains("The result of \(unit) is kept in memory alone: "))
        }
    }

    /// A lock held by another process blocks the disk thread like a file system whose server is gone.
    @Test func aDiskThatHangsKeepsNothingFromBeingStopped() throws {
        let trapping = Plugin.script(
            "trapping", "trap 'echo ended >\"$1\"; exit' TERM; echo; while :; do sleep 0.1; done", ["{mark}"]
        ).asking("mark")
        try DaemonFixture.performing(.process, [trapping]) { daemon in
            let mark = try Gate(daemon)
            let performing = try Performing(daemon, trapping.identifier, answers: ["mark": mark.path])
            let unit = try performing.started().unit
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            let lock = open(daemon.registered + "/.lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o200)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let hanging = try daemon.wire()
            hanging.send(
                "io.activityd.Registry.Register", ["files": Plugin("org.example.brown", "Brown").uploads])
            try waitTill { try daemon.status().problems != nil }
            let cancelling = try daemon.wire()
            cancelling.send("io.activityd.Sheet.Cancel", ["unit": .string(unit)])
            #expect(mark.text() == "ended\n")
            close(lock)
            #expect(try performing.ending().result == .cancelled)
            #expect(try cancelling.frame()?["error"] == nil)
        }
    }
}
