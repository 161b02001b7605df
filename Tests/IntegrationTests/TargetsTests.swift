// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Targets of activities, by a real daemon.
@Suite(.serialized)
struct TargetsTests {
    /// An activity with a direct field, whose program is a shell script.
    private static func plugin(
        _ name: String, printing script: String, _ perform: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        Plugin.script(name, "echo \"to $1\"", ["{place}"], perform)
            .with(["form": [field()]])
            .with(executable: "bin/places", "#!/bin/sh\n" + script + "\n")
    }

    private static func field() -> JSON {
        [
            "id": "place", "label": "Place", "type": "choice", "optionsExec": ["bin/places"],
            "direct": true, "required": true,
        ]
    }

    private static let phones = #"printf 'p1\tPixel 9\tphone\nt1\tTablet\ttablet\tnot paired\n'"#

    /// A daemon that waits for programs as long as a loaded machine needs.
    private func serving(
        _ plugins: [Plugin], by launching: Launching = .process, timeout: Int = 60_000_000,
        settings: KeyValuePairs<String, JSON> = [:],
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        var own = JSON.Object([("limits", ["targetsUSec": .integer(timeout)])])
        for (name, value) in settings { own.set(name, value) }
        let file = String(decoding: JSON.object(own).serialized, as: UTF8.self)
        try DaemonFixture.performing(
            launching, plugins, files: ["config/activityd/activityd.json": file], body)
    }

    /// Calls Targets with "more".
    private struct Asking {
        let wire: Wire

        init(_ daemon: DaemonFixture, _ more: KeyValuePairs<String, JSON> = [:]) throws {
            wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Targets", TargetsTests.asking(more), [("more", true)])
        }

        func next() throws -> Sheet.TargetsReply {
            let frame = try #require(try wire.frame(), "the daemon hung up")
            #expect(frame["error"] == nil, "\(frame)")
            let reply = try Sheet.TargetsReply(json: frame["parameters"] ?? [:])
            #expect((frame["continues"] == true) == !reply.final)
            return reply
        }

        /// The targets after the programs have run.
        func last() throws -> [Sheet.Target] {
            while true {
                let reply = try next()
                if reply.final { return reply.targets }
            }
        }
    }

    private static func asking(_ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
        var ask = JSON.Object([("content", DaemonFixture.photo)])
        for (name, value) in more { ask.set(name, value) }
        return .object(ask)
    }

    private func known(_ daemon: DaemonFixture) throws -> Sheet.TargetsReply {
        try Sheet.TargetsReply(daemon.call("Sheet.Targets", Self.asking()))
    }

    // MARK: What is there

    @Test(arguments: Launching.allCases)
    func whatIsKnownComesAtOnceAndWhatIsThereBehindIt(_ launching: Launching) throws {
        let plugin = Self.plugin("sending", printing: Self.phones)
        try serving([plugin], by: launching) { daemon in
            #expect(try known(daemon) == Sheet.TargetsReply(targets: [], final: false))
            let asking = try Asking(daemon)
            #expect(try asking.next() == Sheet.TargetsReply(targets: [], final: false))
            let targets = try asking.last()
            #expect(targets.map(\.label) == ["Pixel 9", "Tablet"])
            #expect(targets.map(\.kind) == ["phone", "tablet"] && targets.allSatisfy(\.reachable))
            #expect(targets[0].value == "p1" && targets[0].field == "place")
            #expect(targets[0].title == "Perform sending" && targets[0].iconDigest != nil)
            #expect(targets[1].detail == "not paired")
            #expect(try known(daemon).targets == targets)
            #expect(try Asking(daemon).next().targets == targets)
        }
    }

    @Test(arguments: Launching.allCases)
    func aProgramIsToldTheTypesAndNoNames(_ launching: Launching) throws {
        let script =
            #"printf 'v\t%s\n' "$(printf %s "$ACTIVITY_TYPES" | tr '\n' '+') $LANGUAGE $ACTIVITY_TARGETS $#$(cat)""#
        try serving([Self.plugin("telling", printing: script)], by: launching) { daemon in
            let content: JSON = [
                ["type": "text/plain", "text": "hello"], ["type": "image/png", "uri": "file:///secret.png"],
                ["type": "image/png", "uri": "file:///other.png"],
            ]
            let targets = try Asking(daemon, ["content": content, "locale": "de_AT"]).last()
            #expect(targets.map(\.label) == ["image/png+text/plain de_AT:de 1 0"])
        }
    }

    @Test func withoutActivitiesThatHaveTargetsTheFirstAnswerIsTheLast() throws {
        let plain = Plugin.script("plain", "true")
        let textual = Self.plugin("textual", printing: Self.phones).with([
            "accepts": [["types": ["text/plain"]]]
        ])
        try serving([plain, textual]) { daemon in
            let reply = try Asking(daemon).next()
            #expect(reply == Sheet.TargetsReply(targets: [], final: true))
        }
    }

    @Test func whatListLeavesOutHasNoTargets() throws {
        let plugins = [
            Self.plugin("one", printing: #"printf 'v\tOne\n'"#),
            Self.plugin("two", printing: #"printf 'v\tTwo\n'"#),
        ]
        try serving(plugins) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["One", "Two"])
            #expect(try Asking(daemon, ["exclude": ["org.example.one"]]).last().map(\.label) == ["Two"])
            try daemon.elect("org.example.two", "ignore")
            #expect(try Asking(daemon).last().map(\.label) == ["One"])
        }
    }

    // MARK: Programs

    /// Programs that hang, fail, or print nonsense.
    @Test func whatOneProgramDoesCostsNoOther() throws {
        let plugins = [
            Self.plugin("hanging", printing: "sleep 1000"), Self.plugin("failing", printing: "exit 3"),
            Self.plugin("nonsense", printing: #"printf 'a\tA\tfridge\n'"#),
            Self.plugin("good", printing: Self.phones),
        ]
        try serving(plugins, timeout: 1_000_000) { daemon in
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
        let plugins = cases.enumerated().map { Self.plugin("printing-\($0)", printing: $1.script) }
        try serving(plugins) { daemon in
            for (plugin, printed) in zip(plugins, cases) {
                let others = plugins.map(\.identifier).filter { $0 != plugin.identifier }
                let targets = try Asking(daemon, ["exclude": .array(others.map { .string($0) })]).last()
                #expect(targets.map(\.label) == printed.labels, "\(printed.script)")
            }
        }
    }

    /// The program waits until two clients have asked, and would wait forever if it were started twice.
    @Test func oneProgramRunsOnceAtATime() throws {
        try serving([]) { daemon in
            let gate = try Gate(daemon)
            let script = "echo x >>\"$0.runs\"; read go <'\(gate.path)'; \(Self.phones)"
            let path = Self.plugin("slow", printing: script).write(into: daemon.configured)
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
        let plugin = Self.plugin("sending", printing: script)
        try serving([plugin]) { daemon in
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
        let plugin = Self.plugin("opening", printing: script)
        try serving([plugin]) { daemon in
            let both = try Asking(daemon).last()
            #expect(both.map(\.label) == ["Ant", "Bee"] && both.map(\.icon) == ["ant", nil])
            Files.write(daemon.configured + "/" + plugin.folderName + "/bin/places.gone", "")
            #expect(try Asking(daemon).last().map(\.label) == ["Ant"])
            _ = try daemon.call("Registry.Answers")
            // The next daemon knows the icon too.
            try daemon.crashAndRestart()
            let known = try known(daemon).targets
            #expect(known.map(\.label) == ["Ant"] && known.map(\.icon) == ["ant"])
        }
    }

    @Test(arguments: Launching.allCases)
    func whatAProgramLeavesRunningEnds(_ launching: Launching) throws {
        let script = "sleep 98765 >/dev/null 2>&1 & " + Self.phones
        try serving([Self.plugin("leaving", printing: script)], by: launching) { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.count == 2)
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    /// It has looked for none of them.
    @Test func aProgramThatFailsSaysNothingOfItsTargets() throws {
        let plugin = Self.plugin("failing", printing: "[ -e \"$0.down\" ] && exit 1; " + Self.phones)
        try serving([plugin]) { daemon in
            let found = try Asking(daemon).last()
            #expect(found.count == 2)
            Files.write(daemon.configured + "/" + plugin.folderName + "/bin/places.down", "")
            #expect(try Asking(daemon).last() == found)
            _ = try daemon.call("Registry.Answers")
            try daemon.crashAndRestart()
            #expect(try known(daemon).targets.map(\.label) == ["Pixel 9", "Tablet"])
        }
    }

    /// A daemon that has kept two targets, and was killed.
    private func knowingTargets(_ body: (DaemonFixture) throws -> Void) throws {
        try serving([Self.plugin("able", printing: Self.phones)]) { daemon in
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
            #expect(try known(daemon).targets.map(\.label) == ["Pixel 9", "Tablet"])
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

    // MARK: What was used

    private func share(_ daemon: DaemonFixture, _ name: String, to value: String) throws {
        let end = try daemon.ending(
            "org.example.\(name)", DaemonFixture.photo, ["answers": ["place": .string(value)]])
        #expect(end.result == .success)
    }

    @Test func whatWasSharedToWithSuccessComesFirst() throws {
        let plugins = [
            Self.plugin("able", printing: Self.phones + #"; printf 'z\tZebra\n'"#),
            Self.plugin("broken", printing: #"printf 'a\tAnt\n'"#).with(
                executable: "bin/run", "#!/bin/sh\nexit 1\n"),
        ]
        try serving(plugins) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["Ant", "Pixel 9", "Zebra", "Tablet"])
            try share(daemon, "able", to: "t1")
            _ = try daemon.ending("org.example.broken", DaemonFixture.photo, ["answers": ["place": "a"]])
            #expect(try Asking(daemon).last().map(\.label) == ["Tablet", "Ant", "Pixel 9", "Zebra"])
            let path = daemon.folder("state/activityd/targets.json")
            #expect(Files.mode(path) == 0o600)
            let text = Files.text(path)
            #expect(!text.contains("Tablet") && !text.contains("photo") && !text.contains("broken"))
            // On the disk's thread, behind what is kept there.
            _ = try daemon.call("Registry.Answers")
            try daemon.crashAndRestart()
            #expect(try known(daemon).targets.map(\.label) == ["Tablet", "Ant", "Pixel 9", "Zebra"])
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

    @Test func oneThingIsOneTarget() throws {
        let plugins = [
            Self.plugin("able", printing: #"printf 'a\tPixel 9\tphone\n'"#),
            Self.plugin("blue", printing: #"printf 'b\tPIXEL 9\tphone\nc\tAnt\n'"#),
        ]
        try serving(plugins) { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.map(\.value) == ["c", "a"] && targets.map(\.label) == ["Ant", "Pixel 9"])
            let way = try #require(targets[1].ways?.first)
            #expect(way.identifier == "org.example.blue" && way.value == "b" && way.reachable)
            #expect(targets[0].ways == nil && targets[1].ways?.count == 1)
            try share(daemon, "blue", to: "b")
            let used = try Asking(daemon).last()
            #expect(used.map(\.value) == ["b", "c"] && used.map(\.label) == ["PIXEL 9", "Ant"])
            #expect(used[0].ways?.map(\.value) == ["a"])
        }
    }

    @Test func whatIsKeptIsShownAndForgotten() throws {
        try serving([Self.plugin("able", printing: Self.phones)]) { daemon in
            #expect(try Asking(daemon).last().map(\.label) == ["Pixel 9", "Tablet"])
            try share(daemon, "able", to: "t1")
            #expect(try Asking(daemon).last().map(\.label) == ["Tablet", "Pixel 9"])
            let shown = try daemon.activityctl("forget").text
            #expect(shown.contains("org.example.able") && shown.contains("t1"), "\(shown)")
            #expect(try daemon.activityctl("forget", "org.example.able").status == .exited(0))
            #expect(!Files.exists(daemon.folder("state/activityd/targets.json")))
            // What the program prints is known when it has run again.
            #expect(try known(daemon).targets == [])
            let table = try daemon.activityctl("targets", "--text", "hello").text
            #expect(table.contains("Pixel 9") && table.contains("place=p1"), "\(table)")
            let reasons = try daemon.activityctl("explain", "--text", "hello").text
            #expect(reasons.contains("One press away: Pixel 9, Tablet."), "\(reasons)")
            let json = try daemon.activityctl("targets", "--json", "--known", "--text", "hello").text
            #expect(json.contains("\"final\":false") && json.contains("p1"), "\(json)")
        }
    }

    @Test func anAnswerThatNoProgramOffersIsNotKept() throws {
        try serving([Self.plugin("able", printing: Self.phones)]) { daemon in
            #expect(try Asking(daemon).last().count == 2)
            try share(daemon, "able", to: "nonsense")
            try share(daemon, "able", to: "t1")
            let text = try daemon.activityctl("forget").text
            #expect(text.contains("t1") && !text.contains("nonsense"), "\(text)")
        }
    }

    // MARK: What is closed

    @Test(arguments: ["false", "\"no\"", "true, }"])
    func aRowThatIsTurnedOffIsEmpty(_ value: String) throws {
        let plugin = Self.plugin("able", printing: Self.phones)
        try DaemonFixture.performing(
            .process, [plugin], files: ["config/activityd/activityd.json": "{\"targets\": \(value)}"]
        ) { daemon in
            let reply = try Asking(daemon).next()
            #expect(reply == Sheet.TargetsReply(targets: [], final: true))
        }
    }

    @Test func theFileThatTurnsTheRowOffIsNamed() throws {
        try serving([Self.plugin("able", printing: Self.phones)], settings: ["targets": false]) { daemon in
            let file = daemon.configuration
            for command in ["targets", "explain"] {
                let text = try daemon.activityctl(command, "--text", "hello").text
                #expect(text.contains("No targets are shown: \(file) says \"targets\": false."), "\(text)")
            }
        }
    }

    @Test func nothingIsKeptWhereThatIsTurnedOff() throws {
        try serving([Self.plugin("able", printing: Self.phones)], settings: ["rememberTargets": false]) {
            daemon in
            try share(daemon, "able", to: "t1")
            #expect(try Asking(daemon).last().map(\.label) == ["Pixel 9", "Tablet"])
            #expect(!Files.exists(daemon.folder("state/activityd/targets.json")))
            #expect(!Files.exists(daemon.folder("run/activityd/targets.json")))
        }
    }

    /// No client requests targets meanwhile.
    @Test func whatWasKeptIsLetGoWhereThatIsTurnedOff() throws {
        try serving([Self.plugin("able", printing: Self.phones)]) { daemon in
            let kept = daemon.folder("run/activityd/targets.json")
            let file = daemon.configuration
            let settings = Files.text(file)
            for isRestarted in [true, false] {
                #expect(try Asking(daemon).last().count == 2)
                #expect(try text(kept, daemon).contains("Pixel"))
                Files.write(file, #"{"rememberTargets": false, "# + settings.dropFirst())
                if isRestarted { try daemon.crashAndRestart() } else { try reload(daemon) }
                #expect(try text(kept, daemon) == "")
                #expect(try known(daemon).targets == [])
                Files.write(file, settings)
                try reload(daemon)
            }
        }
    }

    @Test func whatIsForgottenOrIgnoredIsKeptNowhere() throws {
        let plugins = ["able", "blue", "clay"].map { Self.plugin($0, printing: "printf 'v\\t\($0)\\n'") }
        try serving(plugins) { daemon in
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
        try serving([]) { daemon in
            let gate = try Gate(daemon)
            _ = Self.plugin("slow", printing: "read go <'\(gate.path)'; \(Self.phones)")
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

    @Test func peopleAreInitialsWhereThatIsTurnedOff() throws {
        let script =
            #"printf 'a\tAda Lovelace\tperson\tada@example.org\nb\tAnna Low\tperson\nc\tPixel\tphone\n'"#
        try serving([Self.plugin("able", printing: script)], settings: ["personNames": false]) { daemon in
            let targets = try Asking(daemon).last()
            #expect(targets.map(\.label) == ["An. L.", "Pixel", "Ad. L."])
            #expect(targets.allSatisfy { $0.detail?.isEmpty ?? true })
        }
    }

    // MARK: Whose it is

    @Test func aSandboxIsToldNothing() throws {
        try serving([Self.plugin("able", printing: Self.phones)]) { daemon in
            daemon.socket = daemon.sheetSocket
            let error = try daemon.refusal("Sheet.Targets", Self.asking())
            #expect(error.name == "org.varlink.service.PermissionDenied")
        }
    }

    @Test(
        arguments: [
            (["content": []], "io.activityd.Sheet.InvalidContent"),
            (["exclude": .array(Array(repeating: "a", count: 4097))], "org.varlink.service.InvalidParameter"),
        ] as [(JSON, String)])
    func aWrongQuestionIsRefused(_ change: JSON, _ name: String) throws {
        try serving([]) { daemon in
            guard case .object(var ask) = Self.asking(), case .object(let more) = change else { return }
            for (key, value) in more.members { ask.set(key, value) }
            let error = try daemon.refusal("Sheet.Targets", .object(ask))
            #expect(error.name == name)
        }
    }
}
