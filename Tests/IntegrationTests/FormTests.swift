// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Forms with live fields, whose options are printed by a program of the activity when a form is requested.
@Suite(.serialized)
struct FormTests {
    /// An activity that asks for a destination, and prints the answer.
    private static func plugin(
        _ name: String, printing script: String, _ perform: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        Plugin.script(name, "echo \"to $1\"", ["{place}"], perform)
            .with(["form": [live("place", ["bin/places"])]])
            .with(executable: "bin/places", "#!/bin/sh\n" + script + "\n")
    }

    private static func live(_ id: String, _ program: JSON) -> JSON {
        [
            "id": .string(id), "label": "Place", "labels": ["de": "Ort"], "type": "choice",
            "optionsExec": program,
        ]
    }

    private static let places = #"printf 'a1\tHere\nb 2\tThere\n'"#

    private func form(
        _ daemon: DaemonFixture, _ identifier: String, _ more: KeyValuePairs<String, JSON> = [:]
    ) throws -> [Sheet.Field] {
        var fields: [Sheet.Field]?
        _ = try HangLimit.passes {
            do {
                fields = try Sheet.FormReply(daemon.call("Sheet.Form", Self.asking(identifier, more))).fields
            } catch let error as VarlinkError where error.parameters["reason"]?.text == Self.late {}
            return fields != nil
        }
        return try #require(fields)
    }

    /// The programs have two seconds. On a busy machine that may be too little, and they are asked again.
    private static let late = "It took too long to list them."

    private static func asking(_ identifier: String, _ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
        DaemonFixture.asking(identifier, DaemonFixture.photo, more)
    }

    /// The field, with the reason why it has no options.
    private func unavailable(
        _ daemon: DaemonFixture, _ identifier: String, isLate: Bool = false,
        _ file: String = #fileID, _ line: Int = #line
    ) throws -> (field: String, reason: String) {
        var error = VarlinkError("none")
        _ = try HangLimit.passes {
            error = try daemon.refusal("Sheet.Form", Self.asking(identifier), file, line)
            return isLate || error.parameters["reason"]?.text != Self.late
        }
        guard case .optionsUnavailable(let field, let reason) = CallError(error) else { throw error }
        return (field, reason)
    }

    private func waitTillNothingIsLeft(_ daemon: DaemonFixture) throws {
        for name in daemon.performFolders {
            try daemon.waitTillGone(daemon.folder("run/activityd/performs/" + name))
        }
        #expect(try Sheet.RunningReply(daemon.call("Sheet.Running")).performs.isEmpty)
    }

    // MARK: What is there

    @Test(arguments: Launching.allCases)
    func theOptionsAreThoseThatThereAreNow(_ launching: Launching) throws {
        let note: JSON = ["id": "note", "label": "Note", "type": "text", "default": "x"]
        let plugin = Self.plugin("sending", printing: Self.places + "; echo noise >&2")
            .with([
                "form": [Self.live("place", ["bin/places"]), note],
                "perform": [
                    "exec": ["bin/run", "{place}", "{note}"]
                ],
            ])
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let fields = try form(daemon, plugin.identifier, ["locale": "de"])
            #expect(fields.map(\.id) == ["place", "note"] && fields[1].default == "x")
            #expect(fields[0].label == "Ort" && fields[0].live == nil)
            #expect(
                fields[0].options == [
                    Sheet.Option(value: "a1", label: "Here"), Sheet.Option(value: "b 2", label: "There"),
                ])
            try waitTillNothingIsLeft(daemon)
            let end = try daemon.ending(
                plugin.identifier, DaemonFixture.photo, ["answers": ["place": .string("b 2")]])
            #expect(end.output == "to b 2\n")
        }
    }

    @Test func aListSaysThatTheFormIsToBeAskedFor() throws {
        let plugin = Self.plugin("sending", printing: Self.places)
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let sheet = try Sheet.ListReply(daemon.call("Sheet.List", ["content": DaemonFixture.photo]))
            let listed = try #require(sheet.activities.first { $0.identifier == plugin.identifier })
            #expect(listed.form?.map(\.live) == [true] && listed.form?.first?.options == nil)
        }
    }

    @Test func ofAFormWithoutLiveFieldsItIsWhatAListGives() throws {
        let field: JSON = ["id": "place", "label": "Place", "type": "text"]
        let plugins = [
            Plugin.script("asking", "true", ["{place}"]).with(["form": [field]]),
            Plugin.script("plain", "true"),
        ]
        try DaemonFixture.performing(.process, plugins) { daemon in
            let asking = try form(daemon, "org.example.asking")
            let plain = try form(daemon, "org.example.plain")
            #expect(asking.map(\.id) == ["place"] && plain.isEmpty)
        }
    }

    /// Each waits for the other.
    @Test(arguments: Launching.allCases)
    func theProgramsRunSideBySide(_ launching: Launching) throws {
        let (one, other) = (Self.live("one", ["bin/one"]), Self.live("other", ["bin/other"]))
        try DaemonFixture.performing(launching) { daemon in
            let gate = try Gate(daemon)
            Plugin.script("both", "true", ["{one}", "{other}"]).with(["form": [one, other]])
                .with(executable: "bin/one", "#!/bin/sh\necho >'\(gate.path)'; \(Self.places)\n")
                .with(executable: "bin/other", "#!/bin/sh\nread go <'\(gate.path)'; \(Self.places)\n")
                .write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let fields = try form(daemon, "org.example.both")
            #expect(fields.map { $0.options?.count } == [2, 2])
        }
    }

    @Test func aNarrowedActivitysProgramIsNarrowedToo() throws {
        let script = """
            touch "$HOME/written" 2>/dev/null && wrote=yes
            printf '%s\\t%s\\n' "${wrote:-no}" "$(awk 'NR > 2 { print $1 }' /proc/net/dev)"
            """
        let narrowed = Self.plugin("narrowed", printing: script, ["network": false, "writes": []])
        let wide = Self.plugin("wide", printing: script.replacing("$(awk", with: "$(echo x || awk"))
        try DaemonFixture.performing(.process, [narrowed, wide]) { daemon in
            let inside = try form(daemon, narrowed.identifier).first?.options
            #expect(inside == [Sheet.Option(value: "no", label: "lo:")])
            let outside = try form(daemon, wide.identifier).first?.options
            #expect(outside?.map(\.value) == ["yes"])
        }
    }

    /// The program prints labels for people, and learns the language only from its environment.
    @Test(arguments: Launching.allCases)
    func theProgramIsToldTheLanguageOfTheForm(_ launching: Launching) throws {
        let script = #"printf 'a\t%s\n' "${LANGUAGE:-none}""#
        let narrowed = Self.plugin("narrowed", printing: script, ["network": false, "writes": []])
        try DaemonFixture.performing(launching, [Self.plugin("wide", printing: script), narrowed]) { daemon in
            for identifier in ["org.example.wide", "org.example.narrowed"] {
                for (locale, told) in [("de_AT.UTF-8", "de_AT:de"), ("sr-Latn", "sr@latin:sr")] {
                    let options = try form(daemon, identifier, ["locale": .string(locale)]).first?.options
                    #expect(options?.map(\.label) == [told])
                }
            }
        }
    }

    @Test func theProgramIsToldTheTypesAndThatAPersonAsks() throws {
        let script = #"printf 'a\t%s\n' "$ACTIVITY_TYPES${ACTIVITY_TARGETS-.}""#
        try DaemonFixture.performing(.process, [Self.plugin("telling", printing: script)]) { daemon in
            let options = try form(daemon, "org.example.telling").first?.options
            #expect(options?.map(\.label) == ["image/png."])
        }
    }

    @Test func aBundleIsTriedFromWhereItLies() throws {
        let draft = Self.plugin("draft", printing: Self.places)
        try DaemonFixture.performing(.process) { daemon in
            let path = draft.write(into: daemon.folder("home"))
            let fields = try form(daemon, draft.identifier, ["bundle": .string(path)])
            #expect(fields.first?.options?.count == 2)
        }
    }

    // MARK: What is not

    /// Nothing has failed: it says that there is nothing, and its unit ends well.
    @Test(arguments: Launching.allCases)
    func aProgramMayHaveNothingToOffer(_ launching: Launching) throws {
        let scripts = [":", "echo", #"printf '\n\r\n\n'"#]
        let plugins = scripts.enumerated().map { Self.plugin("empty-\($0)", printing: $1) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            for plugin in plugins {
                let fields = try form(daemon, plugin.identifier)
                #expect(fields.map(\.options) == [[]])
            }
            try waitTillNothingIsLeft(daemon)
        }
    }

    @Test func aProgramThatFailsIsTold() throws {
        let cases: [(script: String, reason: String)] = [
            ("exit 3", "It failed with exit status 3."), ("kill -9 $$", "It was ended by SIGKILL."),
            ("echo first >&2; echo 'No device is in reach.' >&2; exit 1", "No device is in reach."),
            (#"printf '\tA\n'"#, "Line 1: There is no value before the TAB."),
            (#"printf 'a\tA\n\nb\t\n'"#, "Line 3: There is no label behind the TAB."),
            (#"printf 'a\tA\n\377\n'"#, "Line 2: The text is not valid UTF-8, or contains U+FFFD."),
            (#"printf 'a\033b\tA\n'"#, "Line 1: It holds a control character."),
            (#"printf 'a\tA\033[2J\n'"#, "Line 1: It holds a control character."),
            (#"printf 'a\tA\nb\0'"#, "Line 2: It holds a control character."),
            (#"printf 'a\r\r\n'"#, "Line 1: It holds a control character."),
            ("head -c 70000 /dev/zero | tr '\\0' ' '", "It printed more than 65536 bytes."),
            ("seq 257", "The program printed 257 lines; the maximum is 256."),
        ]
        let plugins = cases.enumerated().map { Self.plugin("failing-\($0)", printing: $1.script) }
        try DaemonFixture.performing(.process, plugins) { daemon in
            for (plugin, told) in zip(plugins, cases) {
                let error = try unavailable(daemon, plugin.identifier)
                #expect(error.field == "place")
                #expect(error.reason.contains(told.reason), "\(told.script): \(error.reason)")
            }
            try waitTillNothingIsLeft(daemon)
        }
    }

    @Test func aProgramThatIsMissingIsTold() throws {
        let plugin = Self.plugin("missing", printing: "")
            .with(["form": [Self.live("place", ["no-such-program"])]])
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let error = try unavailable(daemon, plugin.identifier)
            #expect(error.reason.contains("no-such-program is missing"))
        }
    }

    /// The daemon continues to serve meanwhile, and ends the program.
    @Test(arguments: Launching.allCases)
    func aProgramThatTakesTooLongHoldsNothingUp(_ launching: Launching) throws {
        try DaemonFixture.performing(launching) { daemon in
            let gate = try Gate(daemon)
            let plugin = Self.plugin("slow", printing: "read go <'\(gate.path)'; exec sleep 1000")
            plugin.write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Form", Self.asking(plugin.identifier))
            try gate.wait()
            #expect(try daemon.identifiers().count == 5)
            #expect(try Sheet.RunningReply(daemon.call("Sheet.Running")).performs.isEmpty)
            let reply = try #require(try wire.frame())
            #expect(reply["error"] == "io.activityd.Sheet.OptionsUnavailable")
            #expect(reply["parameters"] == ["field": "place", "reason": .string(Self.late)])
            // The folder goes when nothing of the program runs any more.
            try waitTillNothingIsLeft(daemon)
        }
    }

    @Test func sixteenFormsWaitAtATime() throws {
        let plugin = Self.plugin("waiting", printing: "read go <\"$HOME/gate\"; " + Self.places)
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            mkfifo(daemon.folder("home/gate"), 0o666)
            var wires = try (0..<17).map { _ in try daemon.wire() }
            // On a busy machine the first program's time may be over before the last program starts.
            let isLimited = try HangLimit.passes {
                for wire in wires { wire.send("io.activityd.Sheet.Form", Self.asking(plugin.identifier)) }
                let replies = try wires.compactMap { try $0.frame() }
                let refused = replies.filter { $0["error"] == "io.activityd.Sheet.LimitExceeded" }
                let late = replies.filter { $0["error"] == "io.activityd.Sheet.OptionsUnavailable" }
                #expect(refused.count + late.count == 17 && refused.count <= 1)
                return refused.map { $0["parameters"] } == [["limit": "forms", "maximum": 16]]
            }
            #expect(isLimited)
            // Clients that leave free their places too, when the programs have had their time.
            wires.removeLast()
            for wire in wires { wire.send("io.activityd.Sheet.Form", Self.asking(plugin.identifier)) }
            wires.removeLast(8)
            for wire in wires { #expect(try wire.frame()?["error"] != nil) }
            let late = try unavailable(daemon, plugin.identifier, isLate: true)
            #expect(late.reason == Self.late)
            try waitTillNothingIsLeft(daemon)
        }
    }

    /// The next daemon ends the programs that its predecessor started for forms, and removes their files.
    @Test(arguments: Launching.allCases)
    func aDaemonThatIsKilledMeanwhileLeavesNothing(_ launching: Launching) throws {
        let plugin = Self.plugin("slow", printing: "exec sleep 1000")
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Form", Self.asking(plugin.identifier))
            while daemon.performFolders.isEmpty { _ = try daemon.identifiers() }
            try daemon.crashAndRestart()
            try waitTillNothingIsLeft(daemon)
        }
    }

    @Test func theMatchIsCheckedAsOfAPerform() throws {
        let plugin = Self.plugin("picky", printing: Self.places).with(["accepts": [["types": ["text/*"]]]])
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let nothing = DaemonFixture.asking(plugin.identifier, [["type": "text/plain"]])
            for (ask, name) in [
                (Self.asking(plugin.identifier), "io.activityd.Sheet.NotApplicable"),
                (Self.asking("org.example.none"), "io.activityd.Sheet.NoSuchActivity"),
                (nothing, "io.activityd.Sheet.InvalidContent"),
                (Self.asking(plugin.identifier, ["bundle": "draft"]), "org.varlink.service.InvalidParameter"),
            ] {
                let error = try daemon.refusal("Sheet.Form", ask)
                #expect(error.name == name)
            }
        }
    }

    // MARK: The answer

    @Test(arguments: [("gone since", true), ("ä €", true), ("a\nb", false), ("a\u{1B}b", false)])
    func anAnswerIsALineOfText(_ answer: String, _ isTaken: Bool) throws {
        let plugin = Self.plugin("sending", printing: Self.places)
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let answers: KeyValuePairs<String, JSON> = ["answers": ["place": .string(answer)]]
            guard isTaken else {
                let error = try daemon.unperformed(plugin.identifier, DaemonFixture.photo, answers)
                #expect(error.name == "InvalidAnswer" && error.parameters["field"] == "place")
                return
            }
            let end = try daemon.ending(plugin.identifier, DaemonFixture.photo, answers)
            #expect(end.output == "to \(answer)\n")
        }
    }
}
