// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Transforms: what they find to change, and what they make, as an ordinary user's daemon runs them.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct TransformTests {
    private static let whole = Plugin.transform(
        "whole", "cat \"$@\" >\"$ACTIVITY_OUTPUT/All.txt\"", makes: "application/x-whole")

    private func prepare(
        _ daemon: DaemonFixture, _ plugins: [Plugin], _ content: JSON
    ) throws -> Sheet.Progress {
        try Sheet.Progress(
            daemon.call("Sheet.Prepare", ["content": content, "options": DaemonFixture.chosen(plugins)]))
    }

    static func path(_ item: Item) -> String {
        String((item.representation.uri ?? "").dropFirst("file://".count)).replacing("%20", with: " ")
    }

    /// The folders of prepared copies.
    private static func copies(_ daemon: DaemonFixture) -> [String] {
        Files.names(in: daemon.folder("cache/activityd/copies")).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix(".owner")
        }
    }

    // MARK: Options

    @Test func theOptionsAreThoseThatTakeSomething() throws {
        let plugins = [
            Plugin.transform("all", "true", makes: "application/x-all", ["title": "A"]),
            Plugin.transform("clean", "true", ["removes": ["location", "pixels"], "title": "C"]),
            Plugin.transform(
                "pictures", "true", makes: "image/jpeg", ["accepts": [["types": ["image/*"]]], "title": "B"]),
            Plugin.transform("films", "true", ["accepts": [["types": ["video/*"]]]]),
            Plugin.transform("links", "true", ["accepts": [["types": ["x-scheme-handler/https"]]]]),
            Plugin.transform("lacking", "true", ["requires": ["programs": ["no-such-program"]]]),
        ]
        let own = Plugin.transform("io.test.own", "true", ["position": 5, "title": "Z"])
        try PerformSandboxTests.prepared(.process, plugins, system: [own]) { daemon in
            var asked: JSON = ["content": daemon.writtenContent(), "locale": "de_AT"]
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", asked)).options
            #expect(
                reply.map(\.identifier) == [
                    "io.test.own", "org.example.pictures", "org.example.clean", "org.example.all",
                ])
            #expect(reply.map(\.accepted) == [[0, 1], [2], [0, 1], [0, 1]])
            #expect(reply.map(\.removes) == [[], [], ["location", "pixels"], []])
            #expect(reply.map(\.makes) == ["same", "image/jpeg", "same", "application/x-all"])
            asked = [
                "content": daemon.writtenContent(), "subject": "https://example.org/", "caption": "none",
            ]
            let links = try Sheet.OptionsReply(daemon.call("Sheet.Options", asked)).options
                .first { $0.identifier == "org.example.links" }
            #expect(links?.accepted == [-1])
            #expect(daemon.performFolders.isEmpty)
            let long: JSON = [
                "content": daemon.writtenContent(),
                "caption": .string(String(repeating: "x", count: 300_000)),
            ]
            #expect(try daemon.refusal("Sheet.Options", long).name == "io.activityd.Sheet.LimitExceeded")
        }
    }

    @Test func aTransformIsInNoListAndIsNotPerformed() throws {
        try PerformSandboxTests.prepared(.process, [Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            #expect(try !daemon.identifiers(["content": content]).contains(Plugin.upper.identifier))
            let verdict = try daemon.explain(["content": content, "identifier": "org.example.upper"]).first
            #expect(verdict?.code == .transform && verdict?.listed == false)
            let description = try daemon.description(Plugin.upper.identifier)
            #expect(description.state == .active && description.category == nil)
            #expect(try daemon.status().custom == 0)
            let error = try daemon.refusal(
                "Sheet.Perform", ["identifier": "org.example.upper", "content": content])
            #expect(error.name == "io.activityd.Sheet.NotApplicable")
            _ = try daemon.elect(Plugin.upper.identifier, "ignore")
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", ["content": content]))
            #expect(reply.options.isEmpty)
        }
    }

    // MARK: Prepare

    @Test(arguments: Launching.allCases)
    func theContentIsThatOfTheCopies(_ launching: Launching) throws {
        try PerformSandboxTests.prepared(launching, [Plugin.upper, Self.whole]) { daemon in
            let content = daemon.writtenContent()
            let one = try prepare(daemon, [Plugin.upper], content)
            #expect(one.state == .finished && one.result == .success, "\(one)")
            let items = try #require(one.content)
            #expect(items.map(\.representation.name) == ["a.txt", "b c.txt", nil])
            #expect(items.map(\.representation.isTemporary) == [true, true, false])
            #expect(items.map(\.representation.type) == ["text/plain", "text/plain", "image/png"])
            #expect(items.prefix(2).map { Files.text(Self.path($0)) } == ["ONE\n", "TWO\n"])
            #expect(Files.text(daemon.folder("home/a.txt")) == "one\n")

            let both = try #require(try prepare(daemon, [Plugin.upper, Self.whole], content).content)
            #expect(both.map(\.representation.type) == ["application/x-whole", "image/png"])
            #expect(Files.text(Self.path(both[0])) == "ONE\nTWO\n" && both[0].representation.size == 8)
            // Of the first step nothing is left.
            let folder = Self.path(both[0]).split(separator: "/").dropLast(2).reduce(into: "") {
                $0 += "/" + $1
            }
            #expect(Files.names(in: folder) == [".lock", "1"])

            // The same is made once, as long as the files are the same.
            #expect(try prepare(daemon, [Plugin.upper], content).content == items)
            // So are the copies, even one that a program has written to and that is of its size.
            Files.write(Self.path(items[0]), "HER\n")
            let again = try #require(try prepare(daemon, [Plugin.upper], content).content)
            #expect(again[0] != items[0] && Files.text(Self.path(again[0])) == "ONE\n")
            Files.write(Self.path(items[0]), "ONE\n")
            Files.write(daemon.folder("home/a.txt"), "three\n")
            let other = try #require(try prepare(daemon, [Plugin.upper], content).content)
            #expect(other[0] != items[0] && Files.text(Self.path(other[0])) == "THREE\n")
            #expect(Files.text(Self.path(items[0])) == "ONE\n")
        }
    }

    @Test func anActivityThatNarrowsItselfIsHandedTheCopies() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"], ["network": false, "writes": []])
        try PerformSandboxTests.prepared(.process, [Self.whole, reading]) { daemon in
            let copies = try #require(try prepare(daemon, [Self.whole], daemon.writtenContent()).content)
            let end = try daemon.ending(reading.identifier, .array([copies[0].json]))
            #expect(end.result == .success && end.output == "one\ntwo\n", "\(end)")
        }
    }

    /// Whichever changes, the original, a copy or a file that no transform accepted: the person has not seen
    /// the content that would be shared.
    @Test func copiesOfFilesThatHaveChangedAreNotShared() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"])
        try PerformSandboxTests.prepared(.process, [Plugin.upper, reading]) { daemon in
            let content = daemon.writtenContent()
            func copies() throws -> [Item] {
                try #require(try prepare(daemon, [Plugin.upper], content).content)
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
                ("copy", 0, { Files.write(Self.path($0[1]), "HER\n") }),
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
        try PerformSandboxTests.prepared(.process, [Plugin.upper, Self.whole, double]) { daemon in
            let content = daemon.writtenContent()
            let end = try prepare(daemon, [Self.whole, Plugin.upper, double], content)
            let items = try #require(end.content, "\(end)")
            #expect(items.count == 2 && Files.text(Self.path(items[0])) == "ONE\nONE\nTWO\nTWO\n")
        }
    }

    /// Nothing has failed where an earlier change has left a later one nothing to do.
    @Test func whatALaterOptionDoesNotTakeAnyMorePasses() throws {
        let other = Plugin.transform(
            "another", "for f; do cp \"$f\" \"$ACTIVITY_OUTPUT/${f##*/}.x\"; done", makes: "image/x-other")
        try PerformSandboxTests.prepared(.process, [other, Plugin.upper]) { daemon in
            let end = try prepare(daemon, [other, Plugin.upper], daemon.writtenContent())
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
        try PerformSandboxTests.prepared(.process, [clean, Plugin.upper]) { daemon in
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
        try PerformSandboxTests.prepared(.process, plugins) { daemon in
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

    /// It is closed to all but its items, its bundle and the system's programs.
    @Test(arguments: Launching.allCases)
    func itSeesNothingButItsItems(_ launching: Launching) throws {
        let looking = Plugin.transform(
            "looking",
            """
            try() { if "$@" >/dev/null 2>&1; then echo "$*"; fi; }
            { try test -r "${1%/*}/c.png"; try test -r /etc/passwd; try test -d "${1%/*}/Downloads"
              try test -e "${ACTIVITY_OUTPUT%/*/*/*}/performs"; try touch "$1"; try touch "$0"; try touch /x; try touch /usr/x
              test -e /run/notify || echo notify; test -x /etc/alternatives/awk || echo awk
              test "$(readlink /proc/self/ns/net)" != "$NET" || echo network
              env | sed 's/=.*//' | grep -vxE 'PATH|LANG|LANGUAGE|HOME|TZ|PWD|NOTIFY_SOCKET|ACTIVITY_OUTPUT|_|OLDPWD|SHLVL'
            } >"$ACTIVITY_OUTPUT/${1##*/}"
            touch "${TMPDIR:-/tmp}/own" && cp "$2" "$ACTIVITY_OUTPUT"
            """)
        try PerformSandboxTests.prepared(launching, [looking]) { daemon in
            let end = try prepare(daemon, [looking], daemon.writtenContent())
            let items = try #require(end.content, "\(end)")
            #expect(Files.text(Self.path(items[0])) == "", "\(Files.text(Self.path(items[0])))")
        }
    }

    /// Any user can read arguments with ps.
    @Test func noArgumentOfAnyProgramNamesAFile() throws {
        let slow = Plugin.transform(
            "slow", "touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765", makes: "application/x-slow"
        )
        .with(
            executable: "bin/run",
            "#!/bin/sh\nwhile read -r line; do :; done; touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765\n")
        try PerformSandboxTests.prepared(.process, [slow]) { daemon in
            let content = daemon.writtenContent()
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare", ["content": content, "options": DaemonFixture.chosen([slow])],
                [("more", true)])
            let store = daemon.folder("cache/activityd/copies")
            try waitTill { Self.copies(daemon).contains { Files.exists("\(store)/\($0)/0/a") } }
            let (_, lines) = try ChildProcess.run(["ps", "-ww", "-e", "-o", "args"])
            #expect(lines.contains("bwrap --args"))
            for name in ["b c.txt", "b%20c.txt", daemon.folder("home/a.txt")] {
                #expect(!lines.contains(name))
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
        try PerformSandboxTests.prepared(.process, plugins + [Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            for (plugin, expected) in zip(plugins, cases) {
                let end = try prepare(daemon, [Plugin.upper, plugin], content)
                #expect(end.result == .failure && end.content == nil, "\(expected.name)")
                #expect(end.reason?.hasSuffix(expected.reason) == true, "\(end.reason ?? "")")
                #expect(Self.copies(daemon).isEmpty, "\(expected.name)")
            }
            try daemon.waitTillRemoved(in: daemon.folder("cache/activityd/copies"))
            let told = [
                "org.example.nothing: Make nothing made nothing in $ACTIVITY_OUTPUT.",
                "org.example.mute: It failed with exit status 3.",
            ]
            for sentence in told { #expect(daemon.log.contains(sentence)) }
        }
    }

    @Test func whatAnEarlierStepHasMadeGoesWithTheNext() throws {
        let plugins = [
            Plugin.upper, Plugin.transform("copy", "cp \"$@\" \"$ACTIVITY_OUTPUT\""),
            Plugin.transform(
                "looking", "cd \"$ACTIVITY_OUTPUT\" && [ ! -e ../0 ] && cp \"$@\" .", ["title": "Z"]),
        ]
        try PerformSandboxTests.prepared(.process, plugins) { daemon in
            let end = try prepare(daemon, plugins, daemon.writtenContent())
            #expect(end.result == .success, "\(end)")
        }
    }

    /// Nobody else knows its name.
    @Test(arguments: [[], [("oneway", true)]] as [[(String, JSON)]])
    func aPrepareThatNobodyWasToldOfEndsWithItsCall(_ flags: [(String, JSON)]) throws {
        let slow = Plugin.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [slow, Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            var wire: Wire? = try daemon.wire()
            wire?.send(
                "io.activityd.Sheet.Prepare", ["content": content, "options": DaemonFixture.chosen([slow])],
                flags)
            if flags.isEmpty { try waitTill { !daemon.performFolders.isEmpty } }
            wire = nil
            // One that comes later has its turn later.
            #expect(try prepare(daemon, [Plugin.upper], content).result == .success)
            try waitTill { daemon.performFolders.isEmpty && Self.copies(daemon).count == 1 }
        }
    }

    @Test func aPrepareIsFollowedAndCancelled() throws {
        let slow = Plugin.transform(
            "slow", "systemd-notify X_PROGRESS=0.5; touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765",
            ["title": "Z"])
        try PerformSandboxTests.prepared(.process, [Plugin.upper, slow]) { daemon in
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": daemon.writtenContent(), "options": DaemonFixture.chosen([Plugin.upper, slow])],
                [("more", true)])
            var progress: Sheet.Progress?
            while progress?.fraction != 0.75 {
                let frame = try #require(try wire.frame())
                progress = try Sheet.Progress(json: frame["parameters"] ?? [:])
            }
            let unit = try #require(progress?.unit)
            let following = try Performing(following: unit, daemon)
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(unit)])
            #expect(try following.ending().result == .cancelled)
            #expect(Self.copies(daemon).isEmpty)
            #expect(try Performing(following: unit, daemon).ending().result == .cancelled)
        }
    }

    /// Two sheets may show the same file, and a switch may be turned off and on again.
    @Test func aCancelEndsNoOtherPrepareOfTheSame() throws {
        let slow = Plugin.transform(
            "slow", "until [ -e \"${0%/*}/go\" ]; do sleep 0.1; done; cp \"$@\" \"$ACTIVITY_OUTPUT\"")
        try PerformSandboxTests.prepared(.process, [slow]) { daemon in
            let asked: JSON = ["content": daemon.writtenContent(), "options": DaemonFixture.chosen([slow])]
            func start() throws -> (wire: Wire, unit: String) {
                let wire = try daemon.wire()
                wire.send("io.activityd.Sheet.Prepare", asked, [("more", true)])
                let frame = try #require(try wire.frame())
                return (wire, try Sheet.Progress(json: frame["parameters"] ?? [:]).unit)
            }
            let (one, other) = (try start(), try start())
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(one.unit)])
            let again = try start()
            Files.write(daemon.configured + "/org.example.slow.activity/bin/go", "")
            let results = try [one, other, again].map { prepare in
                var last: Sheet.Progress?
                while last?.state != .finished {
                    let frame = try #require(try prepare.wire.frame())
                    last = try Sheet.Progress(json: frame["parameters"] ?? [:])
                }
                return last?.result
            }
            #expect(results == [.cancelled, .success, .success])
        }
    }

    /// At most eight run at the same time.
    @Test func aPrepareThatNobodyWaitsForGivesWay() throws {
        let slow = Plugin.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [slow, Plugin.upper]) { daemon in
            let content = daemon.writtenContent()
            let asking = DaemonFixture.chosen([slow])
            var units: [JSON] = []
            for number in 0..<8 {
                let wire = try daemon.wire()
                wire.send(
                    "io.activityd.Sheet.Prepare",
                    ["content": content, "options": asking, "locale": .string("x\(number)")],
                    [("more", true)])
                let frame = try #require(try wire.frame())
                units.append(try Sheet.Progress(json: frame["parameters"] ?? [:]).unit.json)
            }
            try waitTill { daemon.performFolders.count == 8 }
            let last = try prepare(daemon, [Plugin.upper], content)
            #expect(last.result == .success, "\(last)")
            try waitTill { daemon.performFolders.count == 7 }
            for unit in units { _ = try daemon.call("Sheet.Cancel", ["unit": unit]) }
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    @Test func theNextDaemonEndsWhatWasMadeForThisOne() throws {
        let slow = Plugin.transform(
            "slow", "touch \"$ACTIVITY_OUTPUT/a\" \"$ACTIVITY_OUTPUT/b\"; exec sleep 98765",
            makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [Plugin.upper, slow]) { daemon in
            let content = daemon.writtenContent()
            let made = try #require(try prepare(daemon, [Plugin.upper], content).content)
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": .array(made.map(\.json)), "options": DaemonFixture.chosen([slow])],
                [("more", true)])
            // The program runs, and not only its folders are there.
            let store = daemon.folder("cache/activityd/copies")
            try waitTill { Self.copies(daemon).contains { Files.exists("\(store)/\($0)/0/b") } }
            try daemon.crashAndRestart()
            // What had been made, and is being read, stays.
            try waitTill { daemon.performFolders.isEmpty && Self.copies(daemon).count == 1 }
            #expect(Files.text(Self.path(made[0])) == "ONE\n")
        }
    }

    @Test func whatCannotBePreparedIsRefusedAtOnce() throws {
        let sized = Plugin.transform("sized", "true").with([
            "form": [
                [
                    "id": "size", "label": "Size", "type": "choice", "required": true,
                    "options": [["value": "s", "label": "Small"]],
                ]
            ],
            "perform": ["exec": ["bin/run", "{size}"], "stdin": "request"],
        ])
        let acting = Plugin.script("acting", "true")
        try PerformSandboxTests.prepared(.process, [sized, acting]) { daemon in
            let content = daemon.writtenContent()
            func error(_ options: JSON, _ content: JSON) throws -> String {
                let name = try daemon.refusal("Sheet.Prepare", ["content": content, "options": options]).name
                return String(name.split(separator: ".").last ?? "")
            }
            let option: JSON = ["identifier": "org.example.sized"]
            let unanswered = try error([option], content)
            #expect(unanswered == "AnswersRequired")
            let wrong: JSON = ["identifier": "org.example.sized", "answers": ["size": "x"]]
            #expect(try error([wrong], content) == "InvalidAnswer")
            #expect(try error([["identifier": "org.example.acting"]], content) == "NotPerformable")
            #expect(try error([["identifier": "org.example.none"]], content) == "NoSuchActivity")
            let right: JSON = ["identifier": "org.example.sized", "answers": ["size": "s"]]
            let picture: JSON = [["type": "image/png", "uri": "file:///nonexistent/c.png"]]
            #expect(try error([right], picture) == "NotApplicable")
            #expect(try error([right, right], content) == "InvalidParameter")
            #expect(try error([], content) == "InvalidParameter")
        }
    }
}
