// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
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
    /// One that runs shell scripts of its own on text.
    private static func transform(
        _ name: String, _ script: String, describing: String = "echo \"$# files\"", makes: JSON = "same",
        _ more: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        Plugin("org.example.\(name)", "Make \(name)", types: ["text/plain"])
            .with([
                "category": "transform", "icon": .null, "makes": makes,
                "perform": [
                    "exec": ["bin/run", "%F"], "describeExec": ["bin/describe", "%F"],
                    "timeoutUSec": 30_000_000,
                ],
            ])
            .with(more)
            .with(executable: "bin/run", "#!/bin/sh\n" + script + "\n")
            .with(executable: "bin/describe", "#!/bin/sh\n" + describing + "\n")
    }

    private static let upper = transform(
        "upper",
        "for file; do tr a-z A-Z <\"$file\" >\"$ACTIVITY_OUTPUT/${file##*/}\"; done")
    private static let whole = transform(
        "whole", "cat \"$@\" >\"$ACTIVITY_OUTPUT/All.txt\"", makes: "application/x-whole")

    private static func content(_ daemon: DaemonFixture) -> JSON {
        for (name, text) in [("a.txt", "one\n"), ("b c.txt", "two\n"), ("c.png", "")] {
            Files.write(daemon.folder("home/" + name), text)
        }
        return .array(
            ["a.txt", "b%20c.txt"].map {
                ["type": "text/plain", "uri": .string("file://" + daemon.folder("home/" + $0))]
            } + [["type": "image/png", "uri": .string("file://" + daemon.folder("home/c.png"))]])
    }

    private static func chosen(_ plugins: [Plugin]) -> JSON {
        .array(plugins.map { ["identifier": .string($0.identifier)] })
    }

    private func prepare(
        _ daemon: DaemonFixture, _ plugins: [Plugin], _ content: JSON
    ) throws -> Sheet.Progress {
        try Sheet.Progress(
            daemon.call("Sheet.Prepare", ["content": content, "options": Self.chosen(plugins)]))
    }

    private static func path(_ item: Item) -> String {
        String((item.representation.uri ?? "").dropFirst("file://".count)).replacing("%20", with: " ")
    }

    /// The folders of prepared copies.
    private static func copies(_ daemon: DaemonFixture) -> [String] {
        Files.names(in: daemon.folder("cache/activityd/prepared")).filter {
            !$0.hasPrefix(".") && !$0.hasSuffix(".owner")
        }
    }

    // MARK: Options

    @Test(arguments: Launching.allCases)
    func theOptionsAreThoseThatFindSomething(_ launching: Launching) throws {
        let plugins = [
            Self.transform(
                "found", "true",
                describing: "printf ' %s\\t\\033files \\342\\200\\256in %s \\n' $# \"$LANGUAGE\""),
            Self.transform("nothing", "true", describing: "true"),
            Self.transform("failing", "true", describing: "echo much; exit 1"),
            Self.transform("telling", "true", describing: "echo one; echo two"),
            Self.transform("writing", "true", describing: "touch \"$1\" \"$HOME/made\" && echo written"),
            Self.transform("pictures", "true", ["accepts": [["types": ["video/*"]]]]),
        ]
        try PerformSandboxTests.prepared(launching, plugins) { daemon in
            let content = Self.content(daemon)
            let asked: JSON = ["content": content, "locale": "de_AT"]
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", asked))
            #expect(reply.final && reply.options.map(\.identifier) == ["org.example.found"])
            #expect(reply.options.first?.detail == "2 files in de_AT:de")
            #expect(reply.options.first?.makes == "same" && reply.options.first?.form == nil)
            #expect(
                daemon.log.contains("org.example.failing: It is not offered: It failed with exit status 1."))
            #expect(
                daemon.log.contains(
                    "org.example.telling: It is not offered: Its program prints 2 lines instead of one."))
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Options", asked, [("more", true)])
            var last: Sheet.OptionsReply?
            while last?.final != true {
                let frame = try #require(try wire.frame())
                last = try Sheet.OptionsReply(json: frame["parameters"] ?? [:])
                #expect((frame["continues"] == true) != last?.final)
            }
            #expect(last?.options == reply.options)
        }
    }

    @Test func theCommandLineNamesThoseThatSayNothing() throws {
        let plugins = [
            Self.transform("found", "true"), Self.transform("failing", "true", describing: "exit 1"),
            Self.transform("pictures", "true", ["accepts": [["types": ["video/*"]]]]),
            Self.transform("lacking", "true", ["requires": ["programs": ["no-such-program"]]]),
        ]
        try PerformSandboxTests.prepared(.process, plugins) { daemon in
            _ = Self.content(daemon)
            let (end, text) = try daemon.activityctl("options", daemon.folder("home/a.txt"))
            #expect(end == .exited(0))
            let parts = text.split(separator: "Not offered")
            #expect(parts.first?.contains("org.example.found") == true, "\(text)")
            #expect(parts.last?.contains("org.example.failing") == true, "\(text)")
            #expect(parts.count == 2 && !text.contains("org.example.pictures"), "\(text)")
            let hidden = text.split(separator: "Hidden").last
            #expect(hidden?.contains("org.example.lacking") == true, "\(text)")
            #expect(hidden?.contains("It needs no-such-program") == true, "\(text)")
        }
    }

    @Test func aTransformIsInNoListAndIsNotPerformed() throws {
        try PerformSandboxTests.prepared(.process, [Self.upper]) { daemon in
            let content = Self.content(daemon)
            #expect(try !daemon.identifiers(["content": content]).contains(Self.upper.identifier))
            let verdict = try daemon.explain(["content": content, "identifier": "org.example.upper"]).first
            #expect(verdict?.code == .transform && verdict?.listed == false)
            let description = try daemon.description(Self.upper.identifier)
            #expect(description.state == .active && description.category == nil)
            let error = try daemon.refusal(
                "Sheet.Perform", ["identifier": "org.example.upper", "content": content])
            #expect(error.name == "io.activityd.Sheet.NotApplicable")
            _ = try daemon.elect(Self.upper.identifier, "ignore")
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", ["content": content]))
            #expect(reply.options.isEmpty)
        }
    }

    /// Twenty at once would be too many.
    @Test func aClientThatLeavesTakesNoPlace() throws {
        let slow = Self.transform("slow", "true", describing: "exec sleep 98765")
        try PerformSandboxTests.prepared(.process, [slow]) { daemon in
            let content = Self.content(daemon)
            for _ in 0..<20 {
                let wire = try daemon.wire()
                wire.send("io.activityd.Sheet.Options", ["content": content], [("more", true)])
                waitTill { !daemon.performFolders.isEmpty }
            }
            let reply = try Sheet.OptionsReply(daemon.call("Sheet.Options", ["content": content]))
            // That there is nothing to change would be false.
            #expect(reply.final && reply.options.map(\.identifier) == ["org.example.slow"])
            #expect(reply.options.map(\.detail) == [nil])
            waitTill { daemon.performFolders.isEmpty }
        }
    }

    // MARK: Prepare

    @Test(arguments: Launching.allCases)
    func theContentIsThatOfTheCopies(_ launching: Launching) throws {
        try PerformSandboxTests.prepared(launching, [Self.upper, Self.whole]) { daemon in
            let content = Self.content(daemon)
            let one = try prepare(daemon, [Self.upper], content)
            #expect(one.state == .finished && one.result == .success, "\(one)")
            let items = try #require(one.content)
            #expect(items.map(\.representation.name) == ["a.txt", "b c.txt", nil])
            #expect(items.map(\.representation.isTemporary) == [true, true, false])
            #expect(items.map(\.representation.type) == ["text/plain", "text/plain", "image/png"])
            #expect(items.prefix(2).map { Files.text(Self.path($0)) } == ["ONE\n", "TWO\n"])
            #expect(Files.text(daemon.folder("home/a.txt")) == "one\n")

            let both = try #require(try prepare(daemon, [Self.upper, Self.whole], content).content)
            #expect(both.map(\.representation.type) == ["application/x-whole", "image/png"])
            #expect(Files.text(Self.path(both[0])) == "ONE\nTWO\n" && both[0].representation.size == 8)
            // Of the first step nothing is left.
            let folder = Self.path(both[0]).split(separator: "/").dropLast(2).reduce(into: "") {
                $0 += "/" + $1
            }
            #expect(Files.names(in: folder) == ["1"])

            // The same is made once, as long as the files are the same.
            #expect(try prepare(daemon, [Self.upper], content).content == items)
            // So are the copies, even one that a program has written to and that is of its size.
            Files.write(Self.path(items[0]), "HER\n")
            let again = try #require(try prepare(daemon, [Self.upper], content).content)
            #expect(again[0] != items[0] && Files.text(Self.path(again[0])) == "ONE\n")
            Files.write(Self.path(items[0]), "ONE\n")
            Files.write(daemon.folder("home/a.txt"), "three\n")
            let other = try #require(try prepare(daemon, [Self.upper], content).content)
            #expect(other[0] != items[0] && Files.text(Self.path(other[0])) == "THREE\n")
            #expect(Files.text(Self.path(items[0])) == "ONE\n")
        }
    }

    @Test func anActivityThatNarrowsItselfIsHandedTheCopies() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"], ["network": false, "writes": []])
        try PerformSandboxTests.prepared(.process, [Self.whole, reading]) { daemon in
            let copies = try #require(try prepare(daemon, [Self.whole], Self.content(daemon)).content)
            let end = try daemon.ending(reading.identifier, .array([copies[0].json]))
            #expect(end.result == .success && end.output == "one\ntwo\n", "\(end)")
        }
    }

    /// The original, a copy and a file that no transform took: whichever changes, the person has not seen what would leave.
    @Test func copiesOfFilesThatHaveChangedAreNotShared() throws {
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"])
        try PerformSandboxTests.prepared(.process, [Self.upper, reading]) { daemon in
            let content = Self.content(daemon)
            func copies() throws -> [Item] {
                try #require(try prepare(daemon, [Self.upper], content).content)
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
                _ = Self.content(daemon)
            }
            // Without a record nothing is known.
            let items = try copies()
            let marks = daemon.folder("run/activityd/prepared")
            for token in Files.names(in: marks) { unlink("\(marks)/\(token)/record") }
            #expect(try refusal(items).name == "io.activityd.Sheet.ContentChanged")
        }
    }

    /// Whatever is made of such an item may hold it too.
    @Test func itemsThatAnOptionForPrivacyDoesNotAcceptAreUnread() throws {
        let copying = "cp \"$@\" \"$ACTIVITY_OUTPUT\""
        let clean = Self.transform("clean", copying, ["removes": ["location"]])
        let small = Self.transform("small", copying, ["removes": ["pixels"]])
        let all = Self.transform(
            "all", "cat \"$@\" >\"$ACTIVITY_OUTPUT/All.bin\"", makes: "application/x-whole",
            ["accepts": [["types": ["text/plain", "image/png"]]]])
        let reading = Plugin.script("reading", "cat \"$@\"", ["%F"])
        let thorough = Self.transform(
            "thorough", copying,
            ["removes": ["location", "person"], "accepts": [["types": ["text/plain", "image/png"]]]])
        let whole = Self.whole
        let plugins = [clean, small, whole, all, thorough, reading]
        try PerformSandboxTests.prepared(.process, plugins) { daemon in
            var content = Self.content(daemon)
            let cases: [([Plugin], [Int]?)] = [
                ([small], nil), ([clean], [2]), ([small, clean], [2]), ([clean, whole], [1]),
                ([clean, all], [0]), ([clean, thorough], nil), ([thorough, clean], nil),
                ([thorough, whole], nil),
            ]
            for (plugins, unread) in cases {
                let end = try prepare(daemon, plugins, content)
                #expect(
                    end.result == .success && end.unread == unread, "\(plugins.map(\.identifier)): \(end)")
            }
            // There is nothing inside a text or a link that is not in sight.
            guard case .array(let items) = content else { return }
            content = .array(
                [items[0], ["type": "text/plain", "text": "Hello"]]
                    + [["type": "x-scheme-handler/https", "uri": "https://example.org/"]])
            #expect(try prepare(daemon, [clean], content).unread == nil)
            let (text, picture) = (daemon.folder("home/a.txt"), daemon.folder("home/d.png"))
            Files.write(picture, "\u{89}PNG\r\n")
            let arguments = ["--option", clean.identifier, text, picture]
            let refused = try daemon.activityctl(["perform", reading.identifier] + arguments)
            #expect(
                refused.status == .exited(1) && refused.text.contains("d.png may still hold"), "\(refused)")
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
            ("outward", "cp \"$1\" \"$HOME/made\" || { echo 'Not there.' >&2; exit 1; }", "Not there."),
        ]
        let plugins = cases.map { Self.transform($0.name, $0.script) }
        try PerformSandboxTests.prepared(.process, plugins + [Self.upper]) { daemon in
            let content = Self.content(daemon)
            for (plugin, expected) in zip(plugins, cases) {
                let end = try prepare(daemon, [Self.upper, plugin], content)
                #expect(end.result == .failure && end.content == nil, "\(expected.name)")
                #expect(end.reason?.hasSuffix(expected.reason) == true, "\(end.reason ?? "")")
                #expect(Self.copies(daemon).isEmpty, "\(expected.name)")
            }
            try daemon.waitTillRemoved(in: daemon.folder("cache/activityd/prepared"))
            let told = [
                "org.example.nothing: Make nothing made nothing in $ACTIVITY_OUTPUT.",
                "org.example.mute: It failed with exit status 3.",
            ]
            for sentence in told { #expect(daemon.log.contains(sentence)) }
        }
    }

    @Test func whatAnEarlierStepHasMadeGoesWithTheNext() throws {
        let plugins = [
            Self.upper, Self.transform("copy", "cp \"$@\" \"$ACTIVITY_OUTPUT\""),
            Self.transform(
                "looking", "cd \"$ACTIVITY_OUTPUT\" && [ ! -e ../0 ] && cp \"$@\" ."),
        ]
        try PerformSandboxTests.prepared(.process, plugins) { daemon in
            let end = try prepare(daemon, plugins, Self.content(daemon))
            #expect(end.result == .success, "\(end)")
        }
    }

    /// Nobody else knows its name.
    @Test(arguments: [[], [("oneway", true)]] as [[(String, JSON)]])
    func aPrepareThatNobodyWasToldOfEndsWithItsCall(_ flags: [(String, JSON)]) throws {
        let slow = Self.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [slow, Self.upper]) { daemon in
            let content = Self.content(daemon)
            var wire: Wire? = try daemon.wire()
            wire?.send(
                "io.activityd.Sheet.Prepare", ["content": content, "options": Self.chosen([slow])], flags)
            if flags.isEmpty { waitTill { !daemon.performFolders.isEmpty } }
            wire = nil
            // One that comes later has its turn later.
            #expect(try prepare(daemon, [Self.upper], content).result == .success)
            waitTill { daemon.performFolders.isEmpty && Self.copies(daemon).count == 1 }
        }
    }

    @Test func aPrepareIsFollowedAndCancelled() throws {
        let slow = Self.transform(
            "slow", "systemd-notify X_PROGRESS=0.5; touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765")
        try PerformSandboxTests.prepared(.process, [Self.upper, slow]) { daemon in
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": Self.content(daemon), "options": Self.chosen([Self.upper, slow])],
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
        let slow = Self.transform(
            "slow", "until [ -e \"$HOME/go\" ]; do sleep 0.1; done; cp \"$@\" \"$ACTIVITY_OUTPUT\"")
        try PerformSandboxTests.prepared(.process, [slow]) { daemon in
            let asked: JSON = ["content": Self.content(daemon), "options": Self.chosen([slow])]
            func start() throws -> (wire: Wire, unit: String) {
                let wire = try daemon.wire()
                wire.send("io.activityd.Sheet.Prepare", asked, [("more", true)])
                let frame = try #require(try wire.frame())
                return (wire, try Sheet.Progress(json: frame["parameters"] ?? [:]).unit)
            }
            let (one, other) = (try start(), try start())
            _ = try daemon.call("Sheet.Cancel", ["unit": .string(one.unit)])
            let again = try start()
            Files.write(daemon.folder("home/go"), "")
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

    /// Eight run at the same time at most.
    @Test func aPrepareThatNobodyWaitsForGivesWay() throws {
        let slow = Self.transform("slow", "exec sleep 98765", makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [slow, Self.upper]) { daemon in
            let content = Self.content(daemon)
            let asking = Self.chosen([slow])
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
            waitTill { daemon.performFolders.count == 8 }
            let last = try prepare(daemon, [Self.upper], content)
            #expect(last.result == .success, "\(last)")
            waitTill { daemon.performFolders.count == 7 }
            for unit in units { _ = try daemon.call("Sheet.Cancel", ["unit": unit]) }
            waitTill { daemon.performFolders.isEmpty }
        }
    }

    @Test func theNextDaemonEndsWhatWasMadeForThisOne() throws {
        let slow = Self.transform(
            "slow", "touch \"$ACTIVITY_OUTPUT/a\" \"$ACTIVITY_OUTPUT/b\"; exec sleep 98765",
            makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [Self.upper, slow]) { daemon in
            let content = Self.content(daemon)
            let made = try #require(try prepare(daemon, [Self.upper], content).content)
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": .array(made.map(\.json)), "options": Self.chosen([slow])], [("more", true)])
            // The program runs, and not only its folders are there.
            let store = daemon.folder("cache/activityd/prepared")
            waitTill { Self.copies(daemon).contains { Files.exists("\(store)/\($0)/0/b") } }
            try daemon.crashAndRestart()
            // What had been made, and is being read, stays.
            waitTill { daemon.performFolders.isEmpty && Self.copies(daemon).count == 1 }
            #expect(Files.text(Self.path(made[0])) == "ONE\n")
        }
    }

    @Test func whatCannotBePreparedIsRefusedAtOnce() throws {
        let sized = Self.transform("sized", "true").with([
            "form": [
                [
                    "id": "size", "label": "Size", "type": "choice", "required": true,
                    "options": [["value": "s", "label": "Small"]],
                ]
            ],
            "perform": ["exec": ["bin/run", "{size}", "%F"], "describeExec": ["bin/describe"]],
        ])
        let acting = Plugin.script("acting", "true")
        try PerformSandboxTests.prepared(.process, [sized, acting]) { daemon in
            let content = Self.content(daemon)
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
