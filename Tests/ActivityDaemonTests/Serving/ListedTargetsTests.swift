// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Targets that activities' programs list, and the programs themselves.
@Suite(.serialized)
struct ListedTargetsTests {
    // MARK: What is there

    @Test func withoutActivitiesThatHaveTargetsTheFirstAnswerIsTheLast() throws {
        let plain = Plugin.script("plain", "true")
        let textual = Plugin.direct("textual", printing: Plugin.phones).with([
            "accepts": [["types": ["text/plain"]]]
        ])
        try DaemonFixture.listing([plain, textual]) { daemon in
            let reply = try Asking(daemon).next()
            #expect(reply == Sheet.TargetsReply(targets: [], final: true))
        }
    }

    @Test func whatListLeavesOutHasNoTargets() throws {
        let plugins = [
            Plugin.direct("one", printing: #"printf 'v\tOne\n'"#),
            Plugin.direct("two", printing: #"printf 'v\tTwo\n'"#),
        ]
        try DaemonFixture.listing(plugins) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["One", "Two"])
            #expect(try Asking(daemon, ["exclude": ["org.example.one"]]).last().map(\.label) == ["Two"])
            try daemon.elect("org.example.two", "ignore")
            #expect(try Asking(daemon).last().map(\.label) == ["One"])
        }
    }

    @Test func oneThingIsOneTarget() throws {
        let plugins = [
            Plugin.direct("able", printing: #"printf 'a\tPixel 9\tphone\n'"#),
            Plugin.direct("blue", printing: #"printf 'b\tPIXEL 9\tphone\nc\tAnt\n'"#),
        ]
        try DaemonFixture.listing(plugins) { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.map(\.value) == ["c", "a"] && targets.map(\.label) == ["Ant", "Pixel 9"])
            let way = try #require(targets[1].ways?.first)
            #expect(way.identifier == "org.example.blue" && way.value == "b" && way.reachable)
            #expect(targets[0].ways == nil && targets[1].ways?.count == 1)
            try daemon.share("blue", to: "b")
            let used = try Asking(daemon).last()
            #expect(used.map(\.value) == ["b", "c"] && used.map(\.label) == ["PIXEL 9", "Ant"])
            #expect(used[0].ways?.map(\.value) == ["a"])
        }
    }

    @Test func peopleAreInitialsWhereThatIsTurnedOff() throws {
        let script =
            #"printf 'a\tAda Lovelace\tperson\tada@example.org\nb\tAnna Low\tperson\nc\tPixel\tphone\n'"#
        try DaemonFixture.listing([Plugin.direct("able", printing: script)], settings: ["personNames": false])
        { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.map(\.label) == ["An. L.", "Pixel", "Ad. L."])
            #expect(targets.allSatisfy { $0.detail?.isEmpty ?? true })
        }
    }

    // MARK: Programs

    /// Programs that hang, fail, or print nonsense.
    @Test func whatOneProgramDoesCostsNoOther() throws {
        let plugins = [
            Plugin.direct("hanging", printing: "sleep 1000"), Plugin.direct("failing", printing: "exit 3"),
            Plugin.direct("nonsense", printing: #"printf 'a\tA\tfridge\n'"#),
            Plugin.direct("good", printing: Plugin.phones),
        ]
        try DaemonFixture.listing(plugins, timeout: 1_000_000) { daemon in
            // A loaded machine may take longer than the programs have.
            var labels: [String] = []
            try waitTill {
                labels = try Asking(daemon).last().map(\.label)
                return !labels.isEmpty
            }
            #expect(labels == ["Pixel 9", "Tablet"])
        }
    }

    @Test func whatIsPrintedIsRead() throws {
        let cases: [(script: String, labels: [String])] = [
            (#"printf 'a\tA\nb\tB\tfridge\n'"#, []), ("seq 10000", []),
            ("head -c 70000 /dev/zero | tr '\\0' a", []),
            (#"printf 'a\033b\tA\n'"#, []), (#"printf '\tA\n'"#, []), (#"printf 'a\377\tA\n'"#, []),
            (":", []),
            (#"printf 'a\tin\342\200\256gnp\nb\t\342\200\213\nc\tC\033[31m\n'"#, ["C [31m", "ingnp"]),
            (#"printf 'a\tTwin\nb\tTwin\n'"#, ["Twin (1)", "Twin (2)"]), ("printf 'a\\tA\\n'; exit 1", []),
        ]
        let plugins = cases.enumerated().map { Plugin.direct("printing-\($0)", printing: $1.script) }
        try DaemonFixture.listing(plugins) { daemon in
            for (plugin, printed) in zip(plugins, cases) {
                let others = plugins.map(\.identifier).filter { $0 != plugin.identifier }
                let targets = try Asking(daemon, ["exclude": .array(others.map { .string($0) })]).last()
                #expect(targets.map(\.label) == printed.labels, "\(printed.script)")
            }
        }
    }

    /// The program waits until two clients have asked, and would wait forever if it were started twice.
    @Test func oneProgramRunsOnceAtATime() throws {
        try DaemonFixture.listing([]) { daemon in
            let gate = try Gate(daemon)
            let script = "echo x >>\"$0.runs\"; read go <'\(gate.path)'; \(Plugin.phones)"
            let path = Plugin.direct("slow", printing: script).write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let one = try Asking(daemon)
            #expect(try one.next().targets == [])
            let other = try Asking(daemon)
            #expect(try other.next().targets == [])
            // A client that goes away takes nothing with it.
            do { _ = try Asking(daemon).next() }
            try gate.open()
            #expect(try one.last().count == 2)
            #expect(try other.last().count == 2)
            #expect(Files.text(path + "/bin/places.runs") == "x\n")
        }
    }

    @Test func whatIsNotFoundAgainIsNotReachable() throws {
        let script = "[ -e \"$0.gone\" ] || printf 'p1\\tPixel\\tphone\\n'; printf 'o\\tOpener\\tprogram\\n'"
        let plugin = Plugin.direct("sending", printing: script)
        try DaemonFixture.listing([plugin]) { daemon in
            #expect(try Asking(daemon).last().map(\.reachable) == [true, true])
            let folder = daemon.configured + "/" + plugin.folderName
            Files.write(folder + "/bin/places.gone", "")
            let targets = try Asking(daemon).last()
            #expect(
                targets.map(\.label) == ["Opener", "Pixel"] && targets.map(\.reachable) == [true, false])
            // A phone is known for other types too, a program is not.
            let text: JSON = [["type": "text/plain", "text": "x"]]
            let asking = try Asking(daemon, ["content": text])
            #expect(try asking.next().targets.map(\.label) == ["Pixel"])
            // Pixel does not accept text, so later answers for text omit it; for other content the targets
            // are unchanged.
            #expect(try asking.last().map(\.label) == ["Opener"])
            #expect(try Asking(daemon).next().targets.map(\.label) == ["Opener", "Pixel"])
        }
    }

    @Test func aProgramThatIsGoneIsForgotten() throws {
        let script =
            "printf 'a.desktop\\tAnt\\tprogram\\t\\tant\\n'; "
            + "[ -e \"$0.gone\" ] || printf 'b.desktop\\tBee\\tprogram\\n'"
        let plugin = Plugin.direct("opening", printing: script)
        try DaemonFixture.listing([plugin]) { daemon in
            let both = try Asking(daemon).last()
            #expect(both.map(\.label) == ["Ant", "Bee"] && both.map(\.icon) == ["ant", nil])
            Files.write(daemon.configured + "/" + plugin.folderName + "/bin/places.gone", "")
            #expect(try Asking(daemon).last().map(\.label) == ["Ant"])
            _ = try daemon.call("Registry.Answers")
            // The next daemon knows the icon too.
            try daemon.restart()
            let known = try daemon.knownTargets().targets
            #expect(known.map(\.label) == ["Ant"] && known.map(\.icon) == ["ant"])
        }
    }

    /// It has looked for none of them.
    @Test func aProgramThatFailsSaysNothingOfItsTargets() throws {
        let plugin = Plugin.direct("failing", printing: "[ -e \"$0.down\" ] && exit 1; " + Plugin.phones)
        try DaemonFixture.listing([plugin]) { daemon in
            let found = try Asking(daemon).last()
            #expect(found.count == 2)
            Files.write(daemon.configured + "/" + plugin.folderName + "/bin/places.down", "")
            #expect(try Asking(daemon).last() == found)
            _ = try daemon.call("Registry.Answers")
            try daemon.restart()
            #expect(try daemon.knownTargets().targets.map(\.label) == ["Pixel 9", "Tablet"])
        }
    }

    // MARK: Whose it is

    @Test func aSandboxIsToldNothing() throws {
        try DaemonFixture.listing([Plugin.direct("able", printing: Plugin.phones)]) { daemon in
            daemon.socket = daemon.sheetSocket
            let error = try daemon.refusal("Sheet.Targets", Asking.parameters())
            #expect(error.name == "org.varlink.service.PermissionDenied")
        }
    }

    @Test(
        arguments: [
            (["content": []], "io.activityd.Sheet.InvalidContent"),
            (["exclude": .array(Array(repeating: "a", count: 4097))], "org.varlink.service.InvalidParameter"),
        ] as [(JSON, String)])
    func aWrongQuestionIsRefused(_ change: JSON, _ name: String) throws {
        try DaemonFixture.listing([]) { daemon in
            guard case .object(var ask) = Asking.parameters(), case .object(let more) = change else { return }
            for (key, value) in more.members { ask.set(key, value) }
            let error = try daemon.refusal("Sheet.Targets", .object(ask))
            #expect(error.name == name)
        }
    }
}
