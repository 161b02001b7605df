// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// Forms with live fields, whose programs are started by systemd, or by a daemon that is killed meanwhile.
@Suite(.serialized)
struct FormTests {
    // MARK: What is there

    @Test(arguments: Launching.allCases)
    func theOptionsAreThoseThatThereAreNow(_ launching: Launching) throws {
        let note: JSON = ["id": "note", "label": "Note", "type": "text", "default": "x"]
        let plugin = Plugin.live("sending", printing: Plugin.places + "; echo noise >&2")
            .with([
                "form": [Plugin.liveField("place", ["bin/places"]), note],
                "perform": [
                    "exec": ["bin/run", "{place}", "{note}"]
                ],
            ])
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let fields = try daemon.form(plugin.identifier, ["locale": "de"])
            #expect(fields.map(\.id) == ["place", "note"] && fields[1].default == "x")
            #expect(fields[0].label == "Ort" && fields[0].live == nil)
            #expect(
                fields[0].options == [
                    Sheet.Option(value: "a1", label: "Here"), Sheet.Option(value: "b 2", label: "There"),
                ])
            try daemon.waitTillNothingIsLeft()
            let end = try daemon.ending(
                plugin.identifier, DaemonFixture.photo, ["answers": ["place": .string("b 2")]])
            #expect(end.output == "to b 2\n")
        }
    }

    /// Each waits for the other.
    @Test(arguments: Launching.allCases)
    func theProgramsRunSideBySide(_ launching: Launching) throws {
        let (one, other) = (Plugin.liveField("one", ["bin/one"]), Plugin.liveField("other", ["bin/other"]))
        try DaemonFixture.performing(launching) { daemon in
            let gate = try Gate(daemon)
            Plugin.script("both", "true", ["{one}", "{other}"]).with(["form": [one, other]])
                .with(executable: "bin/one", "#!/bin/sh\necho >'\(gate.path)'; \(Plugin.places)\n")
                .with(executable: "bin/other", "#!/bin/sh\nread go <'\(gate.path)'; \(Plugin.places)\n")
                .write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let fields = try daemon.form("org.example.both")
            #expect(fields.map { $0.options?.count } == [2, 2])
        }
    }

    /// The program prints labels for people, and learns the language only from its environment.
    @Test(arguments: Launching.allCases)
    func theProgramIsToldTheLanguageOfTheForm(_ launching: Launching) throws {
        let script = #"printf 'a\t%s\n' "${LANGUAGE:-none}""#
        let narrowed = Plugin.live("narrowed", printing: script, ["network": false, "writes": []])
        try DaemonFixture.performing(launching, [Plugin.live("wide", printing: script), narrowed]) { daemon in
            for identifier in ["org.example.wide", "org.example.narrowed"] {
                for (locale, told) in [("de_AT.UTF-8", "de_AT:de"), ("sr-Latn", "sr@latin:sr")] {
                    let options = try daemon.form(identifier, ["locale": .string(locale)]).first?.options
                    #expect(options?.map(\.label) == [told])
                }
            }
        }
    }

    // MARK: What is not

    /// Nothing has failed: it says that there is nothing, and its unit ends well.
    @Test(arguments: Launching.allCases)
    func aProgramMayHaveNothingToOffer(_ launching: Launching) throws {
        let scripts = [":", "echo", #"printf '\n\r\n\n'"#]
        let plugins = scripts.enumerated().map { Plugin.live("empty-\($0)", printing: $1) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            for plugin in plugins {
                let fields = try daemon.form(plugin.identifier)
                #expect(fields.map(\.options) == [[]])
            }
            try daemon.waitTillNothingIsLeft()
        }
    }

    /// The daemon continues to serve meanwhile, and ends the program.
    @Test(arguments: Launching.allCases)
    func aProgramThatTakesTooLongHoldsNothingUp(_ launching: Launching) throws {
        try DaemonFixture.performing(launching) { daemon in
            let gate = try Gate(daemon)
            let plugin = Plugin.live("slow", printing: "read go <'\(gate.path)'; exec sleep 1000")
            plugin.write(into: daemon.configured)
            try daemon.waitTillJudged(1)
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Form", DaemonFixture.asking(plugin.identifier))
            try gate.wait()
            #expect(try daemon.identifiers().count == 5)
            #expect(try Sheet.RunningReply(daemon.call("Sheet.Running")).performs.isEmpty)
            let reply = try #require(try wire.frame())
            #expect(reply["error"] == "io.activityd.Sheet.OptionsUnavailable")
            #expect(reply["parameters"] == ["field": "place", "reason": .string(DaemonFixture.lateForm)])
            // The folder goes when nothing of the program runs any more.
            try daemon.waitTillNothingIsLeft()
        }
    }

    /// The next daemon ends the programs that its predecessor started for forms, and removes their files.
    @Test(arguments: Launching.allCases)
    func aDaemonThatIsKilledMeanwhileLeavesNothing(_ launching: Launching) throws {
        let plugin = Plugin.live("slow", printing: "exec sleep 1000")
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Form", DaemonFixture.asking(plugin.identifier))
            while daemon.performFolders.isEmpty { _ = try daemon.identifiers() }
            try daemon.crashAndRestart()
            try daemon.waitTillNothingIsLeft()
        }
    }
}
