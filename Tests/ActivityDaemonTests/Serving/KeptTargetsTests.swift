// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// Targets that are kept for the next sheet and the next daemon, unless that is turned off.
@Suite(.serialized)
struct KeptTargetsTests {
    // MARK: What was used

    @Test func whatWasSharedToWithSuccessComesFirst() throws {
        let plugins = [
            Plugin.direct("able", printing: Plugin.phones + #"; printf 'z\tZebra\n'"#),
            Plugin.direct("broken", printing: #"printf 'a\tAnt\n'"#).with(
                executable: "bin/run", "#!/bin/sh\nexit 1\n"),
        ]
        try DaemonFixture.listing(plugins) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["Ant", "Pixel 9", "Zebra", "Tablet"])
            try daemon.share("able", to: "t1")
            _ = try daemon.ending("org.example.broken", DaemonFixture.photo, ["answers": ["place": "a"]])
            #expect(try Asking(daemon).last().map(\.label) == ["Tablet", "Ant", "Pixel 9", "Zebra"])
            let path = daemon.folder("state/activityd/targets.json")
            #expect(Files.mode(path) == 0o600)
            let text = Files.text(path)
            #expect(!text.contains("Tablet") && !text.contains("photo") && !text.contains("broken"))
            // On the disk's thread, behind what is kept there.
            _ = try daemon.call("Registry.Answers")
            try daemon.restart()
            #expect(try daemon.knownTargets().targets.map(\.label) == ["Tablet", "Ant", "Pixel 9", "Zebra"])
            let kept = daemon.folder("run/activityd/targets.json")
            #expect(Files.mode(kept) == 0o600 && !Files.text(kept).contains("photo"))
            try daemon.waitTillJudged(2)
            #expect(try Asking(daemon).last().map(\.label) == ["Tablet", "Ant", "Pixel 9", "Zebra"])
            // Of links nothing was shared to it.
            let link: JSON = [["type": "x-scheme-handler/https", "uri": "https://example.org"]]
            #expect(
                try Asking(daemon, ["content": link]).last().map(\.label) == [
                    "Ant", "Pixel 9", "Zebra", "Tablet",
                ])
        }
    }

    // MARK: What is closed

    @Test(arguments: ["false", "\"no\"", "true, }"])
    func aRowThatIsTurnedOffIsEmpty(_ value: String) throws {
        let plugin = Plugin.direct("able", printing: Plugin.phones)
        try DaemonFixture.performing(
            [plugin], prepare: { $0.configure("{\"targets\": \(value)}") }
        ) { daemon in
            let reply = try Asking(daemon).next()
            #expect(reply == Sheet.TargetsReply(targets: [], final: true))
        }
    }

    @Test func nothingIsKeptWhereThatIsTurnedOff() throws {
        let plugin = Plugin.direct("able", printing: Plugin.phones)
        try DaemonFixture.listing([plugin], settings: ["rememberTargets": false]) { daemon in
            // A use is recorded only of a target that was listed.
            #expect(try Asking(daemon).last().count == 2)
            try daemon.share("able", to: "t1")
            #expect(try Asking(daemon).last().map(\.label) == ["Pixel 9", "Tablet"])
            #expect(try text(daemon.folder("state/activityd/targets.json"), daemon) == "")
            #expect(try text(daemon.folder("run/activityd/targets.json"), daemon) == "")
        }
    }

    /// No client requests targets meanwhile.
    @Test func whatWasKeptIsLetGoWhereThatIsTurnedOff() throws {
        try DaemonFixture.listing([Plugin.direct("able", printing: Plugin.phones)]) { daemon in
            let kept = daemon.folder("run/activityd/targets.json")
            let file = daemon.configuration
            let settings = Files.text(file)
            for isRestarted in [true, false] {
                #expect(try Asking(daemon).last().count == 2)
                #expect(try text(kept, daemon).contains("Pixel"))
                Files.write(file, #"{"rememberTargets": false, "# + settings.dropFirst())
                if isRestarted { try daemon.restart() } else { try reload(daemon) }
                #expect(try text(kept, daemon) == "")
                #expect(try daemon.knownTargets().targets == [])
                Files.write(file, settings)
                try reload(daemon)
            }
        }
    }

    @Test func whatIsForgottenOrIgnoredIsKeptNowhere() throws {
        let plugins = ["able", "blue", "clay"].map { Plugin.direct($0, printing: "printf 'v\\t\($0)\\n'") }
        try DaemonFixture.listing(plugins) { daemon in
            let kept = daemon.folder("run/activityd/targets.json")
            #expect(try Asking(daemon).last().count == 3)
            try daemon.call("Registry.Forget", ["identifier": "org.example.able"])
            let others = try text(kept, daemon)
            #expect(!others.contains("able") && others.contains("blue"))
            try daemon.elect("org.example.blue", "ignore")
            let last = try text(kept, daemon)
            #expect(!last.contains("blue") && last.contains("clay"))
        }
    }

    private func reload(_ daemon: DaemonFixture) throws { try daemon.call("io.systemd.service.Reload") }

    /// The text of a file when the disk's thread has done what it was asked to.
    private func text(_ path: String, _ daemon: DaemonFixture) throws -> String {
        try daemon.call("Registry.Answers")
        return Files.exists(path) ? Files.text(path) : ""
    }

    /// A daemon whose one program waits at a gate, and a client that asks it.
    private func waiting(_ body: (DaemonFixture, Gate, Asking) throws -> Void) throws {
        try DaemonFixture.listing([]) { daemon in
            let gate = try Gate(daemon)
            _ = Plugin.direct("slow", printing: "read go <'\(gate.path)'; \(Plugin.phones)")
                .write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let asking = try Asking(daemon)
            #expect(try asking.next().targets == [])
            try body(daemon, gate, asking)
        }
    }

    @Test func whatIsIgnoredWhileItsProgramRunsIsNotShown() throws {
        try waiting { daemon, gate, asking in
            try daemon.elect("org.example.slow", "ignore")
            try gate.open()
            #expect(try asking.last() == [])
            #expect(try !text(daemon.folder("run/activityd/targets.json"), daemon).contains("Pixel"))
        }
    }

    @Test func aRowThatIsTurnedOffMeanwhileEndsEmpty() throws {
        try waiting { daemon, gate, asking in
            daemon.configure(#"{"targets": false}"#)
            try reload(daemon)
            try gate.open()
            #expect(try asking.last() == [])
        }
    }
}
