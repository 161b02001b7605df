// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Activities that hand over to another program: they may run forever, and failures happen early.
@Suite(.serialized)
struct PerformHandingOverTests {
    private static func over(_ name: String, _ script: String) -> Plugin {
        .script(name, script, [], ["handsOver": true])
    }

    /// An activity that waits at a gate, and records its further steps in a mark.
    private static func waiting(_ name: String, _ script: String) -> Plugin {
        Plugin.script(
            name, script, ["{gate}", "{mark}"], ["handsOver": true, "timeoutUSec": 1]
        ).asking("gate", "mark")
    }

    private static func answers(_ gate: Gate, _ mark: Gate) -> [String: String] {
        ["gate": gate.path, "mark": mark.path]
    }

    /// A process that is about to be started holds copies of all descriptors, so a descriptor closed then may
    /// still be waited for.
    @Test func whatIsStartedMeanwhileTouchesNobodysDescriptors() throws {
        let plugins = [Self.over("over", "exit 0"), Plugin.script("plain", "exit 0")]
        try DaemonFixture.performing(.process, plugins) { daemon in
            for _ in 0..<25 {
                let started = try (0..<8).map { number in
                    try Performing(daemon, number % 2 == 0 ? "org.example.over" : "org.example.plain")
                }
                for _ in 0..<16 { #expect(try daemon.identifiers().contains("org.example.plain")) }
                for one in started { #expect(try one.ending().result == .success) }
            }
        }
    }

    @Test(arguments: Launching.allCases)
    func whatCannotHandOverHasFailed(_ launching: Launching) throws {
        let plugins = [
            Self.over("three", "exit 3"), Self.over("said", "echo 'no such program' >&2; exit 4"),
            Self.over("killed", "kill -9 $$"),
            Plugin("org.example.link", "Link It", types: ["image/png"]).with(["perform": ["uri": "x:{uri}"]]),
        ]
        try DaemonFixture.performing(launching, [], handOverTime: .long) { daemon in
            let opener = "#!/bin/sh\necho \"nothing opens $1\" >&2\nexit 3\n"
            Files.write(daemon.folder("programs/xdg-open"), opener, mode: 0o755)
            for plugin in plugins { plugin.write(into: daemon.configured) }
            try daemon.waitTillJudged(plugins.count)
            for (name, status, signal, reason) in [
                ("three", 3, nil, nil), ("said", 4, nil, "no such program"), ("killed", nil, "SIGKILL", nil),
                ("link", 3, nil, "nothing opens x:file%3A%2F%2F%2Fhome%2Fada%2Fphoto.png"),
            ] as [(String, Int?, String?, String?)] {
                let end = try daemon.ending("org.example." + name)
                #expect(end.result == .failure && end.status == nil, "\(name)")
                #expect(end.exitStatus == status && end.signal == signal, "\(name)")
                #expect(end.reason == reason, "\(name)")
                // And so it is found later, but for what it printed, and in the journal.
                var later = end
                later.errors = nil
                #expect(try Performing(following: end.unit, daemon).next() == later)
                #expect(daemon.log.contains("org.example.\(name): failure, "))
            }
        }
    }

    @Test(arguments: Launching.allCases)
    func whatExitsHasHandedOver(_ launching: Launching) throws {
        let plugin = Self.over("opener", "echo result; exit 0")
        try DaemonFixture.performing(launching, [plugin], handOverTime: .long) { daemon in
            let replies = try daemon.perform(plugin.identifier)
            let end = try #require(replies.last)
            #expect(replies.map(\.state) == [.started, .finished])
            #expect(end.result == .success && end.status == "handed over" && end.exitStatus == 0)
            #expect(end.output == nil && end.reason == nil)
        }
    }

    @Test(arguments: Launching.allCases)
    func whatRunsOnHasHandedOver(_ launching: Launching) throws {
        let browser = Self.waiting("browser", "read go <\"$1\"; echo over >\"$2\"; exit 3")
        try DaemonFixture.performing(launching, [browser], handOverTime: .short) { daemon in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let end = try daemon.ending(browser.identifier, answers: Self.answers(gate, mark))
            #expect(end.result == .success && end.status == "handed over" && end.exitStatus == nil)
            try gate.open()
            #expect(mark.text() == "over\n")
        }
    }

    @Test(arguments: Launching.allCases)
    func whatIsCancelledInItsTimeSaysSo(_ launching: Launching) throws {
        let plugin = Self.over("endless", "exec sleep 1000")
        try DaemonFixture.performing(launching, [plugin], handOverTime: .long) { daemon in
            let performing = try Performing(daemon, plugin.identifier)
            let unit = try performing.started().unit
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try performing.ending().result == .cancelled)
        }
    }

    /// The output of an opened browser is not read forever, and never blocks the browser.
    @Test(arguments: Launching.allCases, [true, false])
    func whatLivesOnSaysAsMuchAsItLikes(_ launching: Launching, _ handsOver: Bool) throws {
        let flood = "head -c 1000000 /dev/zero"
        let talking = "read go <\"$1\"; \(flood); \(flood) >&2; echo over >\"$2\""
        let plugin = Self.waiting("talking", handsOver ? talking : "(\(talking)) & :").with([
            "perform": ["exec": ["bin/run", "{gate}", "{mark}"], "handsOver": .bool(handsOver)]
        ])
        try DaemonFixture.performing(launching, [plugin], handOverTime: .short) { daemon in
            let (gate, mark) = (try Gate(daemon), try Gate(daemon))
            let end = try daemon.ending(plugin.identifier, answers: Self.answers(gate, mark))
            #expect(end.result == .success)
            #expect(daemon.stop() == .exited(0))
            try gate.open()
            #expect(mark.text() == "over\n")
        }
    }

    // MARK: A daemon that is killed meanwhile

    @Test func theNextDaemonLearnsThatItFailed() throws {
        let plugin = Self.waiting("late", "read go <\"$1\"; echo 'too late' >&2; exit 3")
        try DaemonFixture.performing(.systemd, [plugin], handOverTime: .long) { daemon in
            let gate = try Gate(daemon)
            let following = try Performing(following: try Self.crash(daemon, plugin, gate), daemon)
            _ = try following.started()
            try gate.open()
            let end = try following.ending()
            #expect(end.result == .failure && end.exitStatus == 3 && end.reason == "too late")
        }
    }

    @Test(arguments: Launching.allCases)
    func theNextDaemonGivesItItsTimeOnceMore(_ launching: Launching) throws {
        let plugin = Self.waiting("late", "read go <\"$1\"")
        try DaemonFixture.performing(launching, [plugin], handOverTime: .long) { daemon in
            daemon.set(.short)
            let gate = try Gate(daemon)
            let unit = try Self.crash(daemon, plugin, gate)
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.result == .success && end.status == "handed over")
            try gate.open()
        }
    }

    /// The exit status of an orphaned process is lost.
    @Test func withoutSystemdTheNextDaemonDoesNotKnow() throws {
        let plugin = Self.waiting("late", "read go <\"$1\"")
        try DaemonFixture.performing(.process, [plugin], handOverTime: .long) { daemon in
            let gate = try Gate(daemon)
            let unit = try Self.crash(daemon, plugin, gate)
            try gate.open()
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.result == .failure && end.reason?.hasPrefix("How it ended is not known") == true)
        }
    }

    /// Nor does it know how one ends that it cancels; but that it was cancelled.
    @Test func withoutSystemdTheNextDaemonCancels() throws {
        let plugin = Plugin.script("long", "read go <\"$1\"", ["{gate}", "{mark}"]).asking("gate", "mark")
        try DaemonFixture.performing(.process, [plugin], handOverTime: .long) { daemon in
            let unit = try Self.crash(daemon, plugin, try Gate(daemon))
            try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            let end = try Performing(following: unit, daemon).ending()
            #expect(end.result == .cancelled && end.reason == nil)
        }
    }

    /// Kills the daemon while the activity stands at its gate, and starts another one.
    private static func crash(_ daemon: DaemonFixture, _ plugin: Plugin, _ gate: Gate) throws -> String {
        let performing = try Performing(daemon, plugin.identifier, answers: answers(gate, gate))
        let unit = try performing.started().unit
        try gate.wait()
        try daemon.crashAndRestart()
        return unit
    }
}
