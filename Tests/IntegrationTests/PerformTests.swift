// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Performing, from the call to the end, which works the same with and without systemd.
@Suite(.serialized)
struct PerformTests {
    // MARK: How it ends

    private struct Ending {
        let script: String
        var result = Sheet.Progress.Result.failure
        var exitStatus: Int?
        var signal: String?
        var output: String?
    }

    @Test(arguments: Launching.allCases)
    func theResultIsTheProcesss(_ launching: Launching) throws {
        let endings: [String: Ending] = [
            "ok": Ending(script: "echo done", result: .success, exitStatus: 0, output: "done\n"),
            "silent": Ending(script: ":", result: .success, exitStatus: 0),
            "three": Ending(script: "exit 3", exitStatus: 3),
            // systemd's own words for what it could not start, and a program's as well.
            "own200": Ending(script: "exit 200", exitStatus: 200),
            "own203": Ending(script: "exit 203", exitStatus: 203),
            "own226": Ending(script: "exit 226", exitStatus: 226),
            "own243": Ending(script: "exit 243", exitStatus: 243),
            "high": Ending(script: "exit 255", exitStatus: 255),
            "killed": Ending(script: "kill -9 $$", signal: "SIGKILL"),
            "usr1": Ending(script: "kill -USR1 $$", signal: "SIGUSR1"),
            "term": Ending(script: "kill -TERM $$", signal: "SIGTERM"),
            "errors": Ending(script: "echo secret >&2", result: .success, exitStatus: 0),
            "broken": Ending(
                script: #"printf 'a\377b\303'"#, result: .success, exitStatus: 0, output: "a\u{FFFD}b\u{FFFD}"
            ),
        ]
        let plugins = endings.sorted { $0.key < $1.key }.map { Plugin.script($0.key, $0.value.script) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            for (name, expected) in endings {
                let replies = try daemon.perform("org.example." + name)
                let end = try #require(replies.last)
                #expect(replies.map(\.state) == [.started, .finished], "\(name)")
                #expect(end.result == expected.result, "\(name)")
                #expect(end.exitStatus == expected.exitStatus, "\(name)")
                #expect(end.signal == expected.signal, "\(name)")
                #expect(end.output == expected.output, "\(name)")
            }
        }
    }

    /// The program's file decides whether a status is systemd's or the program's, and may be on a file system
    /// that hangs.
    @Test func theThreadThatAnswersReadsNoProgram() throws {
        let strace = "/usr/bin/strace"
        try #require(access(strace, X_OK) == 0, "install strace: this test sees by it which thread reads")
        let plugin = Plugin.script("own203", "exit 203")
        try DaemonFixture.performing(
            .systemd, [plugin],
            prepare: {
                $0.prefix = [strace, "-D", "-f", "-q", "-e", "trace=execve,access", "-o", $0.folder("trace")]
            }
        ) { daemon in
            let (program, trace) = (daemon.configured + "/" + plugin.folderName, daemon.folder("trace"))
            var (calls, readers): ([[Substring]], [Substring]) = ([], [])
            // What was seen while it ran needs no looking up.
            try waitTill {
                let end = try daemon.ending(plugin.identifier)
                #expect(end.exitStatus == 203)
                calls = Files.text(trace).split(separator: "\n").map { $0.split(separator: " ") }
                    .filter { $0.count > 1 }
                readers = calls.filter { $0[1].hasPrefix("access(\"" + program) }.map { $0[0] }
                return !readers.isEmpty
            }
            let answering = try #require(calls.first { $0[1].hasPrefix("execve(") })[0]
            #expect(!readers.isEmpty && !readers.contains(answering))
        }
    }

    /// Then the kernel throws away how its children end, unless a daemon says otherwise.
    @Test func aDaemonWhoseParentIgnoresTheEndOfChildrenKnowsHowTheyEnd() throws {
        try DaemonFixture.performing(
            .process, [Plugin.script("three", "exit 3")],
            prepare: { $0.prefix = ["/usr/bin/env", "--ignore-signal=CHLD"] }
        ) { daemon in
            let end = try daemon.ending("org.example.three")
            #expect(end.exitStatus == 3)
        }
    }

    /// As with a daemon that has as many descriptors open as it may.
    @Test func aProcessOfWhichTheKernelGivesNoDescriptorIsNotWaitedFor() throws {
        let strace = "/usr/bin/strace"
        try #require(access(strace, X_OK) == 0, "install strace: this test makes a system call fail with it")
        let waiting = Plugin.script("waiting", "read go <\"$1\"; exit 7", ["{gate}"]).asking("gate")
        let prefix = [
            strace, "-D", "-f", "-o", "/dev/null", "-e", "trace=pidfd_open", "-e",
            "inject=pidfd_open:error=EMFILE",
        ]
        try DaemonFixture.performing(.process, [waiting], prepare: { $0.prefix = prefix }) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(daemon, waiting.identifier, answers: ["gate": gate.path])
            _ = try performing.started()
            try gate.wait()
            #expect(try daemon.identifiers().count == 5)
            try gate.open()
            #expect(try performing.ending().exitStatus == 7)
        }
    }

    @Test func unitsAreNamedAsDesktopsNameThem() throws {
        let long = Plugin.script("with-hyphens", "cat /proc/self/cgroup; pwd; printenv NOTIFY_SOCKET")
        try DaemonFixture.performing(.systemd, [long]) { daemon in
            let end = try daemon.ending(long.identifier)
            #expect(end.unit.hasPrefix("app-activityd-org.example.with\\x2dhyphens@"))
            #expect(end.unit.hasSuffix(".service"))
            let lines = (end.output ?? "").split(separator: "\n")
            #expect(lines.contains { $0.hasSuffix("/app.slice/\(end.unit)") })
            #expect(lines.contains(Substring(daemon.folder("home"))))
            #expect(lines.last?.hasPrefix(daemon.folder("run/activityd/performs/")) == true)
        }
        try DaemonFixture.performing(.process, [long]) { daemon in
            let end = try daemon.ending(long.identifier)
            #expect(end.unit.hasPrefix("process-"))
            #expect(end.output?.contains("\n" + daemon.folder("home") + "\n") == true)
        }
    }

    @Test(arguments: Launching.allCases)
    func anIdentifierTooLongForAUnitIsCut(_ launching: Launching) throws {
        let name = "a" + String(repeating: "-", count: 110)
        let plugin = Plugin.script(name, "echo long").with(["title": "Long"])
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let end = try daemon.ending("org.example." + name)
            #expect(end.output == "long\n")
        }
    }

    /// As a shell at a terminal starts it: a program in a pipe ends with its reader.
    @Test(arguments: Launching.allCases)
    func aPipeWithoutAReaderEndsWhatWritesToIt(_ launching: Launching) throws {
        let endless = Plugin.script(
            "endless", "{ { yes; echo $? >&3; } | head -n 1 >/dev/null; } 3>&1")
        try DaemonFixture.performing(launching, [endless]) { daemon in
            let end = try daemon.ending(endless.identifier)
            #expect(end.output == "\(128 + SIGPIPE)\n")
        }
    }

    // MARK: Output

    @Test(arguments: Launching.allCases)
    func aFloodIsCutAndHoldsNobodyUp(_ launching: Launching) throws {
        let flood = Plugin.script("flood", "head -c 20000000 /dev/zero | tr '\\0' x; echo end")
        // Three bytes each, so that the limit falls amid one.
        let umlauts = Plugin.script("dots", "head -c 70000 /dev/zero | sed 's/\\x0/…/g'")
        try DaemonFixture.performing(launching, [flood, umlauts]) { daemon in
            let end = try daemon.ending(flood.identifier)
            #expect(end.result == .success)
            #expect(end.output == String(repeating: "x", count: 65_536))
            let dots = try daemon.ending(umlauts.identifier)
            #expect(dots.output == String(repeating: "…", count: 21_845))
        }
    }

    // MARK: Progress

    @Test(arguments: Launching.allCases)
    func progressComesOverTheNotifySocket(_ launching: Launching) throws {
        let steps = Plugin.script(
            "steps",
            "systemd-notify STATUS=Reading X_PROGRESS=0.25; read go <\"$1\"; "
                + "systemd-notify STATUS=Writing X_PROGRESS=0.75", ["{gate}"]
        ).asking("gate")
        try DaemonFixture.performing(launching, [steps]) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(daemon, steps.identifier, answers: ["gate": gate.path])
            _ = try performing.started()
            let first = try #require(try performing.next())
            #expect(first.state == .running && first.status == "Reading" && first.fraction == 0.25)
            try gate.open()
            let end = try performing.ending()
            #expect(end.state == .finished && end.status == "Writing" && end.fraction == 0.75)
            #expect(end.result == .success)
        }
    }

    @Test(
        arguments: Launching.allCases,
        [
            "X_PROGRESS=1.5", "X_PROGRESS=-0.1", "X_PROGRESS=nan", "X_PROGRESS=inf", "X_PROGRESS=half",
            "nonsense",
        ])
    func nonsenseIsPassedOver(_ launching: Launching, _ message: String) throws {
        let script = "systemd-notify X_PROGRESS=0.5; systemd-notify '\(message)' STATUS=x"
        try DaemonFixture.performing(launching, [Plugin.script("odd", script)]) { daemon in
            let end = try daemon.ending("org.example.odd")
            #expect(end.fraction == 0.5 && end.status == "x")
        }
    }

    // MARK: What was made

    private static func making(_ more: String = "") -> Plugin {
        Plugin.script(
            "making",
            "systemd-notify 'X_MADE=image/png file:///home/ada/a%20b.png' STATUS=x; "
                + "systemd-notify 'X_MADE=TEXT/HTML;charset=utf-8 https://example.org/' " + more)
    }

    private static let made = [
        Sheet.Made(type: "image/png", uri: "file:///home/ada/a%20b.png"),
        Sheet.Made(type: "text/html", uri: "https://example.org/"),
    ]

    @Test(arguments: Launching.allCases)
    func whatWasMadeIsToldAtTheEnd(_ launching: Launching) throws {
        // A repeated result is not listed twice.
        let again = "; systemd-notify 'X_MADE=image/png file:///home/ada/a%20b.png'"
        try DaemonFixture.performing(launching, [Self.making(again), Plugin.script("none", ":")]) { daemon in
            let replies = try daemon.perform("org.example.making")
            let end = try #require(replies.last)
            #expect(end.made == Self.made && replies.dropLast().allSatisfy { $0.made == nil })
            #expect(try Performing(following: end.unit, daemon).next() == end)
            #expect(try daemon.ending("org.example.none").made == nil)
        }
    }

    /// A sheet that shows a failure also shows the results that exist nevertheless.
    @Test(arguments: Launching.allCases)
    func whatWasMadeBeforeAFailureIsToldToo(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Self.making("; exit 1")]) { daemon in
            let end = try daemon.ending("org.example.making")
            #expect(end.result == .failure && end.made == Self.made)
        }
    }

    @Test(arguments: [
        "", "image/png", "image/png ", " file:///a", "file:///a", "image/* file:///a", "*/* file:///a",
        "image file:///a",
        "image/png a.png", "image/png /home/ada/a.png", "image/png file:", "image/png  file:///a",
        "image/png file:///a b", "image/png file:///\u{1B}[2J", "image/png file:///é", "image/png file:///%",
        "image/png file:///%4", "image/png file:///%00",
        "image/png file:///" + String(repeating: "x", count: 4096),
    ])
    func whatIsNoneOfBothIsLeftOutAndTold(_ told: String) throws {
        let plugin = Plugin.script(
            "odd", "systemd-notify 'X_MADE=\(told)'; systemd-notify 'X_MADE=text/plain file:///right'")
        try DaemonFixture.performing(.process, [plugin], ["--log-level", "debug"]) { daemon in
            let end = try daemon.ending("org.example.odd")
            #expect(end.made == [Sheet.Made(type: "text/plain", uri: "file:///right")])
            #expect(daemon.log.contains("org.example.odd: X_MADE is left out. "))
            #expect(end.faults?.count == 1 && end.faults?.first?.hasPrefix("X_MADE is left out. ") == true)
        }
    }

    @Test func ofManyThingsTheFirstAreKept() throws {
        // systemd-notify(1) sends only the last of one name.
        let message = "'\\n'.join(f'X_MADE=text/plain file:///{n}' for n in range(1, 81)).encode()"
        let plugin = Plugin.script(
            "many",
            "exec python3 -c \"import os, socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)"
                + ".sendto(\(message), os.environ['NOTIFY_SOCKET'])\"")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let end = try daemon.ending("org.example.many")
            #expect(end.made?.map(\.uri) == (1...64).map { "file:///\($0)" })
            #expect(end.faults == ["X_MADE is left out. It has told of 64 things already."])
        }
    }

    @Test func ofManyFaultsTheFirstAreTold() throws {
        let told = "for n in 1 1 2 3 4 5 6 7 8 9; do systemd-notify \"X_MADE=text/plain $n\"; done"
        let plugin = Plugin.script("odd", told)
        try DaemonFixture.performing(.process, [plugin], ["--log-level", "debug"]) { daemon in
            let faults = try daemon.ending("org.example.odd").faults ?? []
            #expect(faults.count == 8 && faults.last?.contains(": text/plain 8. ") == true, "\(faults)")
            #expect(daemon.log.ranges(of: "X_MADE is left out.").count == 8)
        }
    }

    /// A client with strict JSON parsing could not read the last reply of a successful perform otherwise.
    @Test func aFaultIsTextThatClientsCanRead() throws {
        let marks = String(repeating: "\u{301}", count: JSON.maximumMarks + 1)
        let told = "systemd-notify 'X_MADE=image/png a\(marks)'"
        try DaemonFixture.performing(.process, [Plugin.script("odd", told)]) { daemon in
            let end = try daemon.ending("org.example.odd")
            #expect(end.result == .success)
            #expect(end.faults?.first?.unicodeScalars.contains("\u{301}") == true)
        }
    }

    // MARK: What lives on, and what does not

    @Test(arguments: Launching.allCases)
    func whatIsLeftBehindGoesOn(_ launching: Launching) throws {
        let owner = Plugin.script(
            "owner", "(read go <\"$1\"; echo still; echo there >\"$2\") & echo left", ["{gate}", "{mark}"]
        ).asking("gate", "mark")
        try DaemonFixture.performing(launching, [owner]) { daemon in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let end = try daemon.ending(
                owner.identifier, answers: ["gate": gate.path, "mark": mark.path])
            #expect(end.result == .success && end.output == "left\n")
            try gate.open()
            // It printed after the end, and was not killed for it.
            #expect(mark.text() == "there\n")
        }
    }

    @Test func whatPrintsForEverLeavesTheProcessorToOthers() throws {
        let printer = Plugin.script("printer", "yes & exec yes >&2")
        try DaemonFixture.performing(.process, [printer]) { daemon in
            let performing = try Performing(daemon, printer.identifier, DaemonFixture.photo)
            let unit = try performing.started().unit
            let process = try #require(daemon.process).pid
            #expect(ProcessorTime.of(process, while: { usleep(1_000_000) }) < .milliseconds(200))
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try performing.ending().result == .cancelled)
        }
    }

    @Test(arguments: Launching.allCases)
    func aClientThatLeavesEndsNothing(_ launching: Launching) throws {
        let waiter = Plugin.script("waiter", "read go <\"$1\"; echo went", ["{gate}"]).asking("gate")
        try DaemonFixture.performing(launching, [waiter]) { daemon in
            let gate = try Gate(daemon)
            var unit = ""
            do {
                let performing = try Performing(daemon, waiter.identifier, answers: ["gate": gate.path])
                unit = try performing.started().unit
            }
            let following = try Performing(following: unit, daemon)
            #expect(try following.started().unit == unit)
            try gate.open()
            let end = try following.ending()
            #expect(end.result == .success && end.output == "went\n")
            // And once more, after the end.
            let later = try #require(try Performing(following: unit, daemon).next())
            #expect(later == end)
            // Without "more" too.
            #expect(try Sheet.Progress(daemon.call("Sheet.Follow", ["unit": .string(unit)])) == end)
        }
    }

    @Test(arguments: Launching.allCases)
    func withoutMoreThereIsOneReplyAndOnewayNone(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Plugin.script("once", "echo once")]) { daemon in
            let wire = try daemon.wire()
            let ask = DaemonFixture.asking("org.example.once", DaemonFixture.photo)
            wire.send("io.activityd.Sheet.Perform", ask)
            let reply = try #require(try wire.frame())
            #expect(reply["parameters"]?["state"] == "finished" && reply["continues"] != true)
            wire.send("io.activityd.Sheet.Perform", ask, [("oneway", true)])
            wire.send("io.systemd.service.Ping")
            #expect(try wire.frame()?["parameters"] == [:])
        }
    }

    @Test(arguments: Launching.allCases)
    func whatNobodyCouldReadAgainIsMadeReadable(_ launching: Launching) throws {
        let marks = "e" + String(repeating: "\u{301}", count: 60)
        let marking = Plugin.script("marking", "printf '%s' '\(marks)'")
        try DaemonFixture.performing(launching, [marking]) { daemon in
            let end = try daemon.ending(marking.identifier)
            #expect(end.output?.unicodeScalars.filter { $0 == "\u{301}" }.count == 60)
            #expect(try Performing(following: end.unit, daemon).next() == end)
        }
    }

    @Test(arguments: Launching.allCases)
    func whoFollowsAResultThatCouldNotBeWrittenIsToldIt(_ launching: Launching) throws {
        // What it leaves behind keeps its unit, and with it what is known of it.
        let spoiling = Plugin.script(
            "spoiling", "mkdir \"$(dirname \"$NOTIFY_SOCKET\")/result.json\"; sleep 1000 >/dev/null 2>&1 &")
        try DaemonFixture.performing(launching, [spoiling]) { daemon in
            let end = try daemon.ending(spoiling.identifier)
            #expect(end.result == .success)
            #expect(try Performing(following: end.unit, daemon).next() == end)
        }
    }

    // MARK: Ending it

    @Test(arguments: Launching.allCases)
    func whatIsCancelledSaysSo(_ launching: Launching) throws {
        let plugins = [
            Plugin.script("plain", "echo begun; exec sleep 1000"),
            Plugin.script("tidy", "trap 'echo tidied; exit 0' TERM; echo begun; while :; do sleep 0.1; done"),
            Plugin.script("forker", "sleep 1000 & echo begun; wait"),
        ]
        try DaemonFixture.performing(launching, plugins) { daemon in
            for plugin in plugins {
                let performing = try Performing(daemon, plugin.identifier)
                let unit = try performing.started().unit
                #expect(try daemon.call("Sheet.Cancel", ["unit": .string(unit)]).members.isEmpty)
                let end = try performing.ending()
                #expect(end.result == .cancelled, "\(plugin.identifier)")
                // It has finished, and stays so.
                #expect(try daemon.call("Sheet.Cancel", ["unit": .string(unit)]).members.isEmpty)
                let again = try Performing(following: unit, daemon).next()
                #expect(again == end)
            }
        }
    }

    @Test(arguments: Launching.allCases)
    func whatIgnoresBeingAskedIsKilled(_ launching: Launching) throws {
        let stubborn = Plugin.script(
            "stubborn", "trap '' TERM; systemd-notify STATUS=up; while :; do sleep 0.1; done")
        try DaemonFixture.performing(launching, [stubborn]) { daemon in
            let performing = try Performing(daemon, stubborn.identifier)
            let unit = try performing.started().unit
            #expect(try performing.next()?.status == "up")
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            let end = try performing.ending()
            #expect(end.result == .cancelled && end.signal == "SIGKILL" && end.timedOut == nil)
        }
    }

    @Test(arguments: Launching.allCases)
    func aTimeoutIsAFailure(_ launching: Launching) throws {
        let endless = Plugin.timed { Plugin.script($0, "echo begun; exec sleep 1000", [], $1) }
        try DaemonFixture.performing(launching, endless) { daemon in
            let end = try daemon.timedOut(endless)
            #expect(end.result == .failure && end.signal == "SIGTERM" && end.output == "begun\n")
            #expect(end.status == "It took longer than it may." && end.timedOut == true)
        }
    }

    @Test(arguments: [
        "", "x", "dbus.service", "process-1", "process-", "app-a@0123456789abcdef.service", "../x",
    ])
    func whatWasNotStartedHereIsNoUnit(_ unit: String) throws {
        try DaemonFixture.performing(.process) { daemon in
            for method in ["Sheet.Follow", "Sheet.Cancel"] {
                let error = try daemon.refusal(method, ["unit": .string(unit)])
                #expect(
                    error.name == "io.activityd.Sheet.NoSuchUnit" && error.parameters["unit"]?.text == unit)
            }
        }
    }

    // MARK: A daemon that is killed

    @Test(arguments: Launching.allCases)
    func aKilledDaemonsActivityGoesOnAndIsFollowed(_ launching: Launching) throws {
        let waiter = Plugin.script(
            "waiter",
            "systemd-notify 'X_MADE=text/plain file:///before'; echo before; read go <\"$1\"; "
                + "systemd-notify STATUS=after 'X_MADE=text/plain file:///after'; echo after; exit 5",
            ["{gate}"]
        ).asking("gate")
        try DaemonFixture.performing(launching, [waiter]) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(daemon, waiter.identifier, answers: ["gate": gate.path])
            let unit = try performing.started().unit
            try gate.wait()
            // What it has made is written when it is told, and the daemon is killed after that.
            let folder =
                daemon.folder("run/activityd/performs/") + (try #require(daemon.performFolders.first))
            try daemon.wait(at: folder) { Files.text(folder + "/record.json").contains("before") }
            try daemon.crashAndRestart()
            let following = try Performing(following: unit, daemon)
            _ = try following.started()
            try gate.open()
            let end = try following.ending()
            #expect(end.output == "before\nafter\n" && end.status?.isEmpty == false)
            #expect(end.made?.map(\.uri) == ["file:///before", "file:///after"])
            #expect(end.result == .failure)
            // An orphaned process tells no parent how it ended.
            #expect(end.exitStatus == (launching == .systemd ? 5 : nil))
            try daemon.crashAndRestart()
            let again = try Performing(following: unit, daemon).next()
            #expect(again == end)
        }
    }
}
