// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The content that transforms make of other content.
@Suite(.serialized)
struct TransformedContentTests {
    @Test func anActivityThatNarrowsItselfIsHandedTheCopies() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"], ["network": false, "writes": []])
        try DaemonFixture.performing([Plugin.whole, reading]) { daemon in
            let copies = try #require(try daemon.prepare([Plugin.whole], daemon.writtenContent()).content)
            let end = try daemon.ending(reading.identifier, .array([copies[0].json]))
            #expect(end.result == .success && end.output == "one\ntwo\n", "\(end)")
        }
    }

    /// Whichever changes, the original, a copy or a file that no transform accepted: the person has not seen
    /// the content that would be shared.
    @Test func copiesOfFilesThatHaveChangedAreNotShared() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"])
        try DaemonFixture.performing([Plugin.upper, reading]) { daemon in
            let content = daemon.writtenContent()
            func copies() throws -> [Item] {
                try #require(try daemon.prepare([Plugin.upper], content).content)
            }
            func shared(_ items: [Item]) throws -> Sheet.Progress.Result? {
                try daemon.ending(reading.identifier, .array(items.map(\.json))).result
            }
            func refusal(_ items: [Item]) throws -> VarlinkError {
                try daemon.refusal(
                    "Sheet.Perform",
                    ["identifier": .string(reading.identifier), "content": .array(items.map(\.json))])
            }
            let changes: [(name: String, item: Int, change: ([Item]) -> Void)] = [
                ("original", 0, { _ in Files.write(daemon.folder("home/a.txt"), "another\n") }),
                ("passed", 0, { _ in Files.write(daemon.folder("home/c.png"), "another") }),
                ("copy", 0, { Files.write(DaemonFixture.path($0[1]), "HER\n") }),
                ("gone", 0, { _ in unlink(daemon.folder("home/b c.txt")) }),
            ]
            for (name, item, change) in changes {
                let items = try copies()
                #expect((try? shared(items)) == .success, "\(name)")
                change(items)
                let error = try refusal(items)
                #expect(error.name == "io.activityd.Sheet.ContentChanged", "\(name): \(error)")
                #expect(error.parameters.value("item") == .integer(item), "\(name)")
                _ = daemon.writtenContent()
            }
            // Nothing is known of copies without a record, nor of those whose room others have taken.
            let items = try copies()
            let (marks, prepared) = (
                daemon.folder("run/activityd/copies"), daemon.folder("cache/activityd/copies")
            )
            for token in Files.names(in: marks) { unlink("\(marks)/\(token)/record") }
            #expect(try refusal(items).name == "io.activityd.Sheet.ContentChanged")
            for name in Files.names(in: prepared) where name.hasSuffix(".owner") {
                unlink("\(prepared)/\(name)")
            }
            #expect(try refusal(items).name == "io.activityd.Sheet.ContentChanged")
        }
    }

    /// Switches may be pressed in any order.
    @Test func optionsAreAppliedInTheOrderOfTheirOffer() throws {
        let double = Plugin.transform(
            "double", "for f; do cat \"$f\" \"$f\" >\"$ACTIVITY_OUTPUT/${f##*/}\"; done")
        try DaemonFixture.performing([Plugin.upper, Plugin.whole, double]) { daemon in
            let content = daemon.writtenContent()
            let end = try daemon.prepare([Plugin.whole, Plugin.upper, double], content)
            let items = try #require(end.content, "\(end)")
            #expect(items.count == 2 && Files.text(DaemonFixture.path(items[0])) == "ONE\nONE\nTWO\nTWO\n")
        }
    }

    /// Nothing has failed where an earlier change has left a later one nothing to do.
    @Test func whatALaterOptionDoesNotTakeAnyMorePasses() throws {
        let other = Plugin.transform(
            "another", "for f; do cp \"$f\" \"$ACTIVITY_OUTPUT/${f##*/}.x\"; done", makes: "image/x-other")
        try DaemonFixture.performing([other, Plugin.upper]) { daemon in
            let end = try daemon.prepare([other, Plugin.upper], daemon.writtenContent())
            #expect(end.result == .success && end.option == nil, "\(end)")
            #expect(
                end.content?.map(\.representation.type) == ["image/x-other", "image/x-other", "image/png"])
        }
    }

    /// Its request has no paths of links, and there is no file in which what it makes of one could be.
    @Test func linksAndTextsAreChangedLineByLine() throws {
        let script = #"""
            #!/usr/bin/python3 -B
            import json, sys
            asked = json.load(sys.stdin)
            texts = [item.get("uri") or item["text"] for item in asked["items"]]
            texts += [asked[key] for key in ("caption", "subject") if key in asked]
            for text in texts:
                print(text.partition("?")[0].replace("\\", "\\\\").replace("\n", "\\n"))

            """#
        let clean = Plugin.transform(
            "clean", "true",
            ["accepts": [["types": ["x-scheme-handler/https", "text/plain"]]], "removes": ["tracking"]]
        ).with(executable: "bin/run", script)
        try DaemonFixture.performing([clean, Plugin.upper]) { daemon in
            let content: JSON = [
                ["type": "image/png", "uri": "https://example.org/a.png?x"],
                ["type": "x-scheme-handler/https", "uri": "https://example.org/b?x", "name": "B"],
                ["type": "text/plain", "text": "one\ntwo \\ https://example.org/?y"],
            ]
            var asked: JSON = [
                "content": content, "options": DaemonFixture.chosen([clean]), "caption": "See\nhttps://a/?b",
                "subject": "No link?",
            ]
            let end = try Sheet.Progress(daemon.call("Sheet.Prepare", asked))
            let items = try #require(end.content, "\(end)")
            #expect(items[0].representation.uri == "https://example.org/a.png?x")
            #expect(items[1].representation.uri == "https://example.org/b")
            #expect(items[1].representation.name == "B")
            #expect(items[2].representation.text == "one\ntwo \\ https://example.org/")
            #expect(end.caption == "See\nhttps://a/" && end.subject == "No link?")
            // The words alone.
            asked = [
                "content": [["type": "image/png", "uri": "https://example.org/a.png?x"]],
                "options": DaemonFixture.chosen([clean]), "subject": "https://a/?b",
            ]
            let words = try Sheet.Progress(daemon.call("Sheet.Prepare", asked))
            #expect(words.subject == "https://a/" && words.caption == nil && words.content?.count == 1)
        }
    }

    @Test func whatAnEarlierStepHasMadeGoesWithTheNext() throws {
        let plugins = [
            Plugin.upper, Plugin.transform("copy", "cp \"$@\" \"$ACTIVITY_OUTPUT\""),
            Plugin.transform(
                "looking", "cd \"$ACTIVITY_OUTPUT\" && [ ! -e ../0 ] && cp \"$@\" .", ["title": "Z"]),
        ]
        try DaemonFixture.performing(plugins) { daemon in
            let end = try daemon.prepare(plugins, daemon.writtenContent())
            #expect(end.result == .success, "\(end)")
        }
    }

    // MARK: Faults

    @Test func aFaultInLinesSharesNothing() throws {
        let cases = [
            ("printf 'https://a/\\n'", "Make 0 printed 1 of 2 texts."),
            ("printf 'file:///etc/passwd\\nb\\n'", "Make 1 printed no link where it was given one."),
            ("printf 'gopher://a/\\nb\\n'", "Make 2 printed no link where it was given one."),
            ("printf 'https://a/\\n\\377\\n'", "Make 3 printed a text that cannot be read."),
        ]
        let plugins = cases.enumerated().map {
            Plugin.transform("x\($0)", $1.0, ["accepts": [["types": ["x-scheme-handler/https"]]]])
                .with(["title": .string("Make \($0)")])
        }
        try DaemonFixture.performing(plugins) { daemon in
            for (plugin, expected) in zip(plugins, cases) {
                let end = try Sheet.Progress(
                    daemon.call(
                        "Sheet.Prepare",
                        [
                            "content": [["type": "x-scheme-handler/https", "uri": "https://a/?x"]],
                            "options": DaemonFixture.chosen([plugin]), "caption": "https://a/?x",
                        ]))
                #expect(end.result == .failure && end.reason == expected.1, "\(end)")
                #expect(end.option == plugin.identifier && end.caption == nil && end.facts == nil)
            }
        }
    }

    @Test func aFailureSharesNothing() throws {
        let cases: [(name: String, script: String, reason: String)] = [
            ("nothing", "true", "Make nothing made nothing."),
            ("links", "for f; do ln -s \"$f\" \"$ACTIVITY_OUTPUT\"; done", "of its own (a.txt)."),
            ("pipes", "cd \"$ACTIVITY_OUTPUT\"; mkfifo a.txt 'b c.txt'", "of its own (a.txt)."),
            (
                "folders", "cd \"$ACTIVITY_OUTPUT\"; mkdir a.txt 'b c.txt'",
                "of its own (a.txt)."
            ),
            (
                "twins", "cd \"$ACTIVITY_OUTPUT\"; echo >a.txt; ln a.txt 'b c.txt'",
                "of its own (a.txt)."
            ),
            (
                "crowds", "cd \"$ACTIVITY_OUTPUT\"; touch 1 2 3",
                "Make crowds made more files than it was given."
            ),
            ("fewer", "cp \"$1\" \"$ACTIVITY_OUTPUT\"", "Make fewer made 1 of 2 files."),
            (
                "others", "cd \"$ACTIVITY_OUTPUT\"; touch a.txt b.pdf",
                "Make others changed the type of a file (b c.txt became b.pdf)."
            ),
            (
                "strange", "cd \"$ACTIVITY_OUTPUT\"; touch \"$(printf 'a\\nb')\" b",
                "Make strange gave a file a name that cannot be shown."
            ),
            ("broken", "touch \"$ACTIVITY_OUTPUT/a.txt\"; echo 'It is broken.' >&2; exit 3", "It is broken."),
            ("mute", "exit 3", "Make mute failed."),
            (
                "hollow", "cd \"$ACTIVITY_OUTPUT\"; truncate -s 15T a.txt 'b c.txt'",
                "Share fewer or smaller files."
            ),
            ("outward", "cp \"$1\" /made || { echo 'Not there.' >&2; exit 1; }", "Not there."),
        ]
        let plugins = cases.map { Plugin.transform($0.name, $0.script) }
        try DaemonFixture.performing(plugins + [Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            for (plugin, expected) in zip(plugins, cases) {
                let end = try daemon.prepare([Plugin.upper, plugin], content)
                #expect(end.result == .failure && end.content == nil, "\(expected.name)")
                #expect(end.reason?.hasSuffix(expected.reason) == true, "\(end.reason ?? "")")
                #expect(daemon.preparedCopies.isEmpty, "\(expected.name)")
            }
            try daemon.waitTillRemoved(in: daemon.folder("cache/activityd/copies"))
            let told = [
                "org.example.nothing: Make nothing made nothing in $ACTIVITY_OUTPUT.",
                "org.example.mute: It failed with exit status 3.",
            ]
            for sentence in told { #expect(daemon.log.contains(sentence)) }
        }
    }
}
