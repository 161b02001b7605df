// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Targets where systemd starts the programs, the daemon is killed, or activityctl is the client.
@Suite(.serialized)
struct TargetsTests {
    /// A daemon that waits for programs as long as a loaded machine needs.
    private func serving(
        _ plugins: [Plugin], by launching: Launching = .process, timeout: Int = 60_000_000,
        settings: KeyValuePairs<String, JSON> = [:],
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try DaemonFixture.performing(
            launching, plugins, prepare: { $0.configureTargets(timeout: timeout, settings) }, body)
    }

    // MARK: What is there

    @Test(arguments: Launching.allCases)
    func whatIsKnownComesAtOnceAndWhatIsThereBehindIt(_ launching: Launching) throws {
        let plugin = Plugin.direct("sending", printing: Plugin.phones)
        try serving([plugin], by: launching) { daemon in
            #expect(try daemon.knownTargets() == Sheet.TargetsReply(targets: [], final: false))
            let asking = try Asking(daemon)
            #expect(try asking.next() == Sheet.TargetsReply(targets: [], final: false))
            let targets = try asking.last()
            #expect(targets.map(\.label) == ["Pixel 9", "Tablet"])
            #expect(targets.map(\.kind) == ["phone", "tablet"] && targets.allSatisfy(\.reachable))
            #expect(targets[0].value == "p1" && targets[0].field == "place")
            #expect(targets[0].title == "Perform sending" && targets[0].iconDigest != nil)
            #expect(targets[1].detail == "not paired")
            #expect(try daemon.knownTargets().targets == targets)
            #expect(try Asking(daemon).next().targets == targets)
        }
    }

    @Test(arguments: Launching.allCases)
    func aProgramIsToldTheTypesAndNoNames(_ launching: Launching) throws {
        let script =
            #"printf 'v\t%s\n' "$(printf %s "$ACTIVITY_TYPES" | tr '\n' '+') $LANGUAGE $ACTIVITY_TARGETS $#$(cat)""#
        try serving([Plugin.direct("telling", printing: script)], by: launching) { daemon in
            let content: JSON = [
                ["type": "text/plain", "text": "hello"], ["type": "image/png", "uri": "file:///secret.png"],
                ["type": "image/png", "uri": "file:///other.png"],
            ]
            let targets = try Asking(daemon, ["content": content, "locale": "de_AT"]).last()
            #expect(targets.map(\.label) == ["image/png+text/plain de_AT:de 1 0"])
        }
    }

    @Test(arguments: Launching.allCases)
    func whatAProgramLeavesRunningEnds(_ launching: Launching) throws {
        let script = "sleep 98765 >/dev/null 2>&1 & " + Plugin.phones
        try serving([Plugin.direct("leaving", printing: script)], by: launching) { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.count == 2)
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    // MARK: The next daemon

    /// A daemon that has kept two targets, and was killed.
    private func knowingTargets(_ body: (DaemonFixture) throws -> Void) throws {
        try serving([Plugin.direct("able", printing: Plugin.phones)]) { daemon in
            #expect(try Asking(daemon).last().count == 2)
            _ = try daemon.call("Registry.Answers")
            daemon.stop(SIGKILL)
            try body(daemon)
        }
    }

    /// As after an upgrade, when icons are judged by other rules.
    @Test func whatMustBeJudgedAgainKeepsItsTargets() throws {
        try knowingTargets { daemon in
            #expect(unlink(daemon.folder("cache/activityd/verdicts.json")) == 0)
            try daemon.start()
            try daemon.waitTillJudged(1)
            #expect(try daemon.knownTargets().targets.map(\.label) == ["Pixel 9", "Tablet"])
        }
    }

    @Test func whatMayStillBeBeingCopiedKeepsItsTargets() throws {
        try knowingTargets { daemon in
            let manifest = daemon.configured + "/org.example.able.activity/manifest.json"
            let whole = Files.text(manifest)
            Files.write(manifest, String(whole.prefix(20)))
            try daemon.start()
            // On the disk's thread, behind what the start has written.
            _ = try daemon.call("Registry.Answers")
            #expect(Files.text(daemon.folder("run/activityd/targets.json")).contains("Pixel 9"))
        }
    }

    // MARK: activityctl

    @Test func whatIsKeptIsShownAndForgotten() throws {
        try serving([Plugin.direct("able", printing: Plugin.phones)]) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["Pixel 9", "Tablet"])
            try daemon.share("able", to: "t1")
            #expect(try Asking(daemon).last().map(\.label) == ["Tablet", "Pixel 9"])
            let shown = try daemon.activityctl("forget").text
            #expect(shown.contains("org.example.able") && shown.contains("t1"), "\(shown)")
            #expect(try daemon.activityctl("forget", "org.example.able").status == .exited(0))
            #expect(!Files.exists(daemon.folder("state/activityd/targets.json")))
            // What the program prints is known when it has run again.
            #expect(try daemon.knownTargets().targets == [])
            let table = try daemon.activityctl("targets", "--text", "hello").text
            #expect(table.contains("Pixel 9") && table.contains("place=p1"), "\(table)")
            let reasons = try daemon.activityctl("explain", "--text", "hello").text
            #expect(reasons.contains("One press away: Pixel 9, Tablet."), "\(reasons)")
            let json = try daemon.activityctl("targets", "--json", "--known", "--text", "hello").text
            #expect(json.contains("\"final\":false") && json.contains("p1"), "\(json)")
        }
    }

    @Test func anAnswerThatNoProgramOffersIsNotKept() throws {
        try serving([Plugin.direct("able", printing: Plugin.phones)]) { daemon in
            #expect(try Asking(daemon).last().count == 2)
            try daemon.share("able", to: "nonsense")
            try daemon.share("able", to: "t1")
            let text = try daemon.activityctl("forget").text
            #expect(text.contains("t1") && !text.contains("nonsense"), "\(text)")
        }
    }

    @Test func theFileThatTurnsTheRowOffIsNamed() throws {
        try serving([Plugin.direct("able", printing: Plugin.phones)], settings: ["targets": false]) {
            daemon in
            let file = daemon.configuration
            for command in ["targets", "explain"] {
                let text = try daemon.activityctl(command, "--text", "hello").text
                #expect(text.contains("No targets are shown: \(file) says \"targets\": false."), "\(text)")
            }
        }
    }
}
