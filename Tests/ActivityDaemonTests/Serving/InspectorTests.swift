// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Facts in items, as the daemon reports them whatever the system's inspector does.
@Suite(.serialized)
struct InspectorTests {
    // MARK: Inspect

    @Test func withoutAnInspectorAllIsUnread() throws {
        try DaemonFixture.performing([Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            let reply = try daemon.inspect(["content": content, "subject": "a"])
            #expect(reply.facts.isEmpty && reply.unread == [-1, 0, 1, 2])
            let asked: JSON = ["content": content, "options": DaemonFixture.chosen([Plugin.upper])]
            let end = try Sheet.Progress(daemon.call("Sheet.Prepare", asked))
            #expect(end.result == .success && end.facts == [] && end.unread == [0, 1, 2], "\(end)")
        }
    }

    /// The sheet is shown nevertheless, and reports the items that were not inspected.
    @Test(
        arguments: [
            (
                "tell(0, 'location', 'Bern'); tell(0, 'end'); sys.exit(3)", [1, 2],
                "It failed with exit status 3."
            ),
            ("tell(0, 'end'); os.kill(os.getpid(), 11)", [1, 2], "It was ended by SIGSEGV."),
            ("tell(0, 'end'); signal.pause()", [1, 2], "It had not ended in two seconds."),
            ("tell(0, 'end'); os.fork() or signal.pause()", [1, 2], nil),
            (
                "tell(0, 'end'); tell(1, 'end'); tell(3, 'end')", [0, 1, 2],
                "It printed a line of another form"
            ),
            (
                "tell(0, 'end'); tell(1, 'end'); print('Hello')", [0, 1, 2],
                "It printed a line of another form"
            ),
            (
                "tell(0, 'end'); sys.stdout.buffer.write(b'1\\ttime\\t\\xff\\n1\\tend\\n')", [0, 1, 2],
                "It printed a line of another form"
            ),
            (
                "tell(0, 'end'); print('1\\ttext\\t' + 'x' * (1 << 20)); tell(1, 'end'); tell(2, 'end')",
                [1, 2],
                nil
            ),
            ("import nothing", [0, 1, 2], "ModuleNotFoundError: No module named 'nothing'"),
        ] as [(String, [Int], String?)])
    func whateverTheInspectorDoesThereIsAnAnswer(
        _ program: String, _ unread: [Int], _ logged: String?
    ) throws {
        try DaemonFixture.performing(system: [Plugin.inspector(program)]) { daemon in
            let reply = try daemon.inspect(["content": daemon.writtenContent()])
            #expect(reply.unread == unread)
            if let logged { try waitTill { daemon.log.contains("io.test.inside: " + logged) } }
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    @Test func withItsClientALookEnds() throws {
        let slow = Plugin.inspector("signal.pause()")
        try DaemonFixture.performing(system: [slow]) { daemon in
            let asked: JSON = ["content": daemon.writtenContent()]
            var wire: Wire? = try daemon.wire()
            wire?.send("io.activityd.Sheet.Inspect", asked)
            try waitTill { !daemon.performFolders.isEmpty }
            wire = nil
            try waitTill { daemon.performFolders.isEmpty }
            #expect(!daemon.log.contains("It had not ended"))
        }
    }

    /// The home folder is the way to other items, and not shown as one.
    @Test func aFolderThatCannotBeShownIsNotTakenForEmpty() throws {
        let walking = Plugin.inspector(
            """
            for index, item in enumerate(asked["items"]):
                for folder, _, names in os.walk(item["path"]):
                    for name in names:
                        tell(index, "other", name)
                tell(index, "end")
            """)
        try DaemonFixture.performing(system: [walking]) { daemon in
            Files.makeFolder(daemon.folder("home/Trip"))
            Files.write(daemon.folder("home/Trip/a.txt"), "one")
            Files.write(daemon.folder("home/letter.txt"), "one")
            func content(_ names: String...) -> JSON {
                .array(
                    names.map {
                        ["type": "inode/directory", "uri": .string("file://" + daemon.folder("home" + $0))]
                    })
            }
            let one = try daemon.inspect(["content": content("/Trip")])
            #expect(one.facts == [Sheet.Fact(kind: "other", items: [0], values: ["a.txt"])])
            let both = try daemon.inspect(["content": content("/Trip", "")])
            #expect(both.facts.isEmpty && both.unread == [0, 1])
            try waitTill { daemon.log.contains("io.test.inside: ") }
        }
    }

    // MARK: In lists

    @Test func anInspectorIsInNoListAndCannotBeDecidedAbout() throws {
        let starred: JSON = ["identifiers": ["io.test.inside"]]
        try DaemonFixture.performing(system: [Plugin.finding]) { daemon in
            let content = daemon.writtenContent()
            #expect(try !daemon.identifiers(["content": content]).contains("io.test.inside"))
            let description = try daemon.description("io.test.inside")
            #expect(description.state == .active && description.category == nil && description.rank == nil)
            let verdict = try daemon.explain(["content": content, "identifier": "io.test.inside"]).first
            #expect(verdict?.code == .inspect && verdict?.listed == false)
            for method in ["Registry.Star", "Registry.Arrange"] {
                #expect((try? daemon.call(method, starred)) == nil)
            }
            let elect: JSON = ["identifier": "io.test.inside", "election": "ignore"]
            #expect(
                try daemon.refusal("Registry.Elect", elect).name == "io.activityd.Registry.NoSuchActivity")
            let perform: JSON = ["identifier": "io.test.inside", "content": content]
            #expect(try daemon.refusal("Sheet.Perform", perform).name == "io.activityd.Sheet.NotApplicable")
            #expect(try daemon.inspect(["content": content]).unread == [2])
        }
    }

    @Test func aCustomInspectorIsRejected() throws {
        let custom = Plugin("org.example.inside", "Inside").with([
            "category": "inspect", "icon": .null, "accepts": .null,
            "perform": ["exec": ["true"], "stdin": "request"],
        ])
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Registry.Register", ["files": custom.uploads])
            #expect(error.name == "io.activityd.Registry.Rejected")
            #expect("\(error.parameters)".contains("inspect-custom"))
        }
    }

    // MARK: Prepare

    @Test func copiesAreLookedInto() throws {
        let clean = Plugin.transform(
            "clean", "for f; do sed 's/7.45//' \"$f\" >\"$ACTIVITY_OUTPUT/${f##*/}\"; done",
            ["removes": ["location"]])
        try DaemonFixture.performing([clean, Plugin.upper], system: [Plugin.finding]) {
            daemon in
            let content = daemon.writtenContent()
            Files.write(daemon.folder("home/a.txt"), "at 7.45")
            func prepare(_ plugins: [Plugin]) throws -> Sheet.Progress {
                try Sheet.Progress(
                    daemon.call(
                        "Sheet.Prepare",
                        [
                            "content": content, "options": DaemonFixture.chosen(plugins),
                            "caption": "https://a/?utm_source=x",
                        ]))
            }
            let tracking = Sheet.Fact(kind: "tracking", items: [-1], values: ["utm_source"])
            let one = try prepare([clean])
            #expect(one.facts == [tracking] && one.unread == [2], "\(one)")
            #expect(one.caption == "https://a/?utm_source=x")
            let location = Sheet.Fact(kind: "location", items: [0], values: ["46.95° N, 7.45° E"])
            #expect(try prepare([Plugin.upper]).facts == [location, tracking])
            // What was made once is known.
            let again = try prepare([clean])
            #expect(again.unit == one.unit && again.facts == [tracking] && again.unread == [2])
        }
    }

    @Test func aLookThatFailedIsMadeAnew() throws {
        let dying = Plugin.inspector("tell(0, 'end'); sys.exit(3)")
        try DaemonFixture.performing([Plugin.upper], system: [dying]) { daemon in
            let content = daemon.writtenContent()
            let ends = try (0..<2).map { _ in try daemon.prepare([Plugin.upper], content) }
            #expect(ends[0].unread == [1, 2] && ends[0].unit != ends[1].unit)
        }
    }

    @Test func anInspectorThatFailsMakesNoPrepareFail() throws {
        let dying = Plugin.inspector("tell(0, 'end'); sys.exit(3)")
        try DaemonFixture.performing([Plugin.upper], system: [dying]) { daemon in
            let end = try daemon.prepare([Plugin.upper], daemon.writtenContent())
            #expect(end.result == .success && end.unread == [1, 2] && end.facts == [], "\(end)")
        }
    }

    @Test func aPrepareWaitsForTheLookAndCanBeCancelledInIt() throws {
        let slow = Plugin.inspector("signal.pause()")
        try DaemonFixture.performing([Plugin.upper], system: [slow]) { daemon in
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                [
                    "content": daemon.writtenContent(),
                    "options": DaemonFixture.chosen([Plugin.upper]),
                ], [("more", true)])
            var progress: Sheet.Progress?
            while progress?.fraction != 1 {
                let frame = try #require(try wire.frame())
                progress = try Sheet.Progress(json: frame["parameters"] ?? [:])
            }
            #expect(progress?.state == .running)
            let unit = try #require(progress?.unit)
            let following = try Performing(following: unit, daemon)
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try following.ending().result == .cancelled)
            try waitTill { daemon.performFolders.isEmpty }
        }
    }
}
