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
struct LiveFormTests {
    /// The field, with the reason why it has no options.
    private func unavailable(
        _ daemon: DaemonFixture, _ identifier: String, isLate: Bool = false,
        _ file: String = #fileID, _ line: Int = #line
    ) throws -> (field: String, reason: String) {
        var error = VarlinkError("none")
        _ = try HangLimit.passes {
            error = try daemon.refusal("Sheet.Form", DaemonFixture.asking(identifier), file, line)
            return isLate || error.parameters["reason"]?.text != DaemonFixture.lateForm
        }
        guard case .optionsUnavailable(let field, let reason) = CallError(error) else { throw error }
        return (field, reason)
    }

    // MARK: What is there

    @Test func aListSaysThatTheFormIsToBeAskedFor() throws {
        let plugin = Plugin.live("sending", printing: Plugin.places)
        try DaemonFixture.performing([plugin]) { daemon in
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
        try DaemonFixture.performing(plugins) { daemon in
            let asking = try daemon.form("org.example.asking")
            let plain = try daemon.form("org.example.plain")
            #expect(asking.map(\.id) == ["place"] && plain.isEmpty)
        }
    }

    @Test func aNarrowedActivitysProgramIsNarrowedToo() throws {
        let script = """
            touch "$HOME/written" 2>/dev/null && wrote=yes
            printf '%s\\t%s\\n' "${wrote:-no}" "$(awk 'NR > 2 { print $1 }' /proc/net/dev)"
            """
        let narrowed = Plugin.live("narrowed", printing: script, ["network": false, "writes": []])
        let wide = Plugin.live("wide", printing: script.replacing("$(awk", with: "$(echo x || awk"))
        try DaemonFixture.performing([narrowed, wide]) { daemon in
            let inside = try daemon.form(narrowed.identifier).first?.options
            #expect(inside == [Sheet.Option(value: "no", label: "lo:")])
            let outside = try daemon.form(wide.identifier).first?.options
            #expect(outside?.map(\.value) == ["yes"])
        }
    }

    @Test func theProgramIsToldTheTypesAndThatAPersonAsks() throws {
        let script = #"printf 'a\t%s\n' "$ACTIVITY_TYPES${ACTIVITY_TARGETS-.}""#
        try DaemonFixture.performing([Plugin.live("telling", printing: script)]) { daemon in
            let options = try daemon.form("org.example.telling").first?.options
            #expect(options?.map(\.label) == ["image/png."])
        }
    }

    @Test func aBundleIsTriedFromWhereItLies() throws {
        let draft = Plugin.live("draft", printing: Plugin.places)
        try DaemonFixture.performing() { daemon in
            let path = draft.write(into: daemon.folder("home"))
            let fields = try daemon.form(draft.identifier, ["bundle": .string(path)])
            #expect(fields.first?.options?.count == 2)
        }
    }

    // MARK: What is not

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
        let plugins = cases.enumerated().map { Plugin.live("failing-\($0)", printing: $1.script) }
        try DaemonFixture.performing(plugins) { daemon in
            for (plugin, told) in zip(plugins, cases) {
                let error = try unavailable(daemon, plugin.identifier)
                #expect(error.field == "place")
                #expect(error.reason.contains(told.reason), "\(told.script): \(error.reason)")
            }
            try daemon.waitTillNothingIsLeft()
        }
    }

    @Test func aProgramThatIsMissingIsTold() throws {
        let plugin = Plugin.live("missing", printing: "")
            .with(["form": [Plugin.liveField("place", ["no-such-program"])]])
        try DaemonFixture.performing([plugin]) { daemon in
            let error = try unavailable(daemon, plugin.identifier)
            #expect(error.reason.contains("no-such-program is missing"))
        }
    }

    @Test func sixteenFormsWaitAtATime() throws {
        let plugin = Plugin.live("waiting", printing: "read go <\"$HOME/gate\"; " + Plugin.places)
        try DaemonFixture.performing([plugin]) { daemon in
            mkfifo(daemon.folder("home/gate"), 0o666)
            let ask = DaemonFixture.asking(plugin.identifier)
            var wires = try (0..<17).map { _ in try daemon.wire() }
            // On a busy machine the first program's time may be over before the last program starts.
            let isLimited = try HangLimit.passes {
                for wire in wires { wire.send("io.activityd.Sheet.Form", ask) }
                let replies = try wires.compactMap { try $0.frame() }
                let refused = replies.filter { $0["error"] == "io.activityd.Sheet.LimitExceeded" }
                let late = replies.filter { $0["error"] == "io.activityd.Sheet.OptionsUnavailable" }
                #expect(refused.count + late.count == 17 && refused.count <= 1)
                return refused.map { $0["parameters"] } == [["limit": "forms", "maximum": 16]]
            }
            #expect(isLimited)
            // Clients that leave free their places too, when the programs have had their time.
            wires.removeLast()
            for wire in wires { wire.send("io.activityd.Sheet.Form", ask) }
            wires.removeLast(8)
            for wire in wires { #expect(try wire.frame()?["error"] != nil) }
            let late = try unavailable(daemon, plugin.identifier, isLate: true)
            #expect(late.reason == DaemonFixture.lateForm)
            try daemon.waitTillNothingIsLeft()
        }
    }

    @Test func theMatchIsCheckedAsOfAPerform() throws {
        let plugin = Plugin.live("picky", printing: Plugin.places).with(["accepts": [["types": ["text/*"]]]])
        try DaemonFixture.performing([plugin]) { daemon in
            let nothing = DaemonFixture.asking(plugin.identifier, [["type": "text/plain"]])
            let draft = DaemonFixture.asking(plugin.identifier, DaemonFixture.photo, ["bundle": "draft"])
            for (ask, name) in [
                (DaemonFixture.asking(plugin.identifier), "io.activityd.Sheet.NotApplicable"),
                (DaemonFixture.asking("org.example.none"), "io.activityd.Sheet.NoSuchActivity"),
                (nothing, "io.activityd.Sheet.InvalidContent"),
                (draft, "org.varlink.service.InvalidParameter"),
            ] {
                let error = try daemon.refusal("Sheet.Form", ask)
                #expect(error.name == name)
            }
        }
    }

    // MARK: The answer

    @Test(arguments: [("gone since", true), ("ä €", true), ("a\nb", false), ("a\u{1B}b", false)])
    func anAnswerIsALineOfText(_ answer: String, _ isTaken: Bool) throws {
        let plugin = Plugin.live("sending", printing: Plugin.places)
        try DaemonFixture.performing([plugin]) { daemon in
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
