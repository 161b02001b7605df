// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Refused performs: each fault has its error, and none leaves anything behind.
struct PerformRefusalTests {
    private static let form: JSON = [
        ["id": "width", "label": "Width", "labels": ["de": "Breite"], "type": "number", "required": true],
        ["id": "day", "label": "Day", "type": "date"], ["id": "round", "label": "Round", "type": "toggle"],
        [
            "id": "kind", "label": "Kind", "type": "choice",
            "options": [["value": "a", "label": "A"], ["value": "b", "label": "B"]],
        ],
        ["id": "pin", "label": "PIN", "type": "pin"],
    ]

    private static let asking = Plugin.script("asking", "cat", [], ["stdin": "request"]).with(["form": form])
    private static let plain = Plugin.script("plain", "echo plain", ["%F"])

    private static func performing(_ more: [Plugin] = [], _ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.performing(.process, [asking, plain] + more) { daemon in
            try body(daemon)
            // What was refused has left nothing, and what was performed its result.
            let folder = daemon.folder("run/activityd/performs/")
            let unfinished = daemon.performFolders.filter { !Files.exists(folder + $0 + "/result.json") }
            #expect(unfinished.isEmpty)
        }
    }

    // MARK: The activity

    @Test func whatDoesNotServeIsNotPerformed() throws {
        let required = Plugin.script("required", ":").with(["requires": ["programs": ["no-such-program"]]])
        try Self.performing([required]) { daemon in
            let unknown = try daemon.unperformed("org.example.nobody")
            #expect(
                unknown.name == "NoSuchActivity" && unknown.parameters["identifier"] == "org.example.nobody")
            try daemon.elect(Self.plain.identifier, "ignore")
            let watch = try Watch(daemon)
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try watch.wait { try daemon.status().rejected == 1 }
            for (identifier, code) in [
                (Self.plain.identifier, "ignored-by-person"), (required.identifier, "program-missing"),
                ("org.example.wrong", "rejected"),
            ] {
                let refused = try daemon.unperformed(identifier)
                #expect(refused.name == "NotApplicable")
                #expect(refused.parameters["code"]?.text == code)
                #expect(refused.parameters["reason"]?.text?.isEmpty == false)
            }
        }
    }

    @Test func theMatchIsCheckedAgain() throws {
        let one: JSON = [["types": ["image/*"], "min": 1, "max": 1, "maxBytes": 10]]
        let single = Plugin.script("single", "echo \"$1\"", ["%f"], accepts: one)
        try Self.performing([single]) { daemon in
            let local: JSON = ["type": "image/png", "uri": "file:///a"]
            for (content, code) in [
                ([["type": "text/plain", "uri": "file:///a"]], "type-not-accepted"),
                ([local, local], "too-many-items"),
                ([["type": "image/png", "uri": "file:///a", "size": 11]], "too-large"),
                ([["type": "image/png", "uri": "https://a.b/c"]], "not-a-local-file"),
            ] as [(JSON, String)] {
                let refused = try daemon.unperformed(single.identifier, content)
                #expect(refused.name == "NotApplicable" && refused.parameters["code"]?.text == code)
            }
            let end = try daemon.ending(single.identifier, [local])
            #expect(end.output == "/a\n")
        }
    }

    /// An activity that the app's sheet excludes can be performed nevertheless.
    @Test func theAppsOwnSheetDoesNotMatter() throws {
        let own = Plugin.script("own", "echo own").with(["application": "org.example.Own"])
        try Self.performing([own]) { daemon in
            let end = try daemon.ending(own.identifier)
            #expect(end.output == "own\n")
            let client = try daemon.client()
            let include: JSON = [["identifier": "org.example.mine", "title": "Mine"]]
            _ = try client.call(
                "io.activityd.Sheet.List",
                JSON.Object([("content", DaemonFixture.photo), ("include", include)]))
            let ask = try JSON.Object(json: DaemonFixture.asking("org.example.mine", DaemonFixture.photo))
            let error = #expect(throws: VarlinkError.self) {
                try client.call("io.activityd.Sheet.Perform", ask)
            }
            #expect(error?.name == "io.activityd.Sheet.NotPerformable")
        }
    }

    // MARK: The content

    @Test func contentIsCheckedAsForASheet() throws {
        try Self.performing { daemon in
            for (content, item) in [
                ([], 0), ([["type": "image/png", "uri": "relative"]], 0),
                ([["type": "image/png", "text": "a"], ["type": "image"]], 1),
                ([["type": "image/png", "text": "a"], ["type": "image/png"]], 1),
                ([["type": "image/png", "uri": "file:///a%0"]], 0),
                ([["type": "image/png", "uri": "file:///a%00"]], 0),
                ([["type": "image/png", "uri": "file:///a\u{0}b"]], 0),
            ] as [(JSON, Int)] {
                let refused = try daemon.unperformed(Self.plain.identifier, content)
                #expect(
                    refused.name == "InvalidContent" && refused.parameters["item"]?.number == item,
                    "\(content)")
            }
            let many = JSON.array(Array(repeating: ["type": "image/png", "text": "a"], count: 4097))
            let refused = try daemon.unperformed(Self.plain.identifier, many)
            #expect(refused.name == "LimitExceeded" && refused.parameters["limit"] == "items")
        }
    }

    // MARK: Answers

    @Test func missingAnswersAreAskedFor() throws {
        try Self.performing { daemon in
            for answers in [nil, [:], ["width": ""], ["day": "2026-11-21"]] as [JSON?] {
                let more: KeyValuePairs<String, JSON> = ["answers": answers ?? .null, "locale": "de-DE"]
                let refused = try daemon.unperformed(Self.asking.identifier, DaemonFixture.photo, more)
                #expect(refused.name == "AnswersRequired")
                let fields = refused.parameters["fields"]?.elements ?? []
                #expect(fields.map { $0["id"]?.text } == ["width", "day", "round", "kind", "pin"])
                #expect(fields.first?["label"] == "Breite" && fields.first?["required"] == true)
            }
        }
    }

    @Test(
        arguments: [
            ("width", "wide"), ("width", "1,5"), ("day", "21.11.2026"), ("day", "2026-02-30"),
            ("round", "yes"),
            ("kind", "c"), ("height", "1"), ("pin", "12\u{0}34"), ("", "1"),
        ])
    func wrongAnswersAreNamed(_ field: String, _ answer: String) throws {
        try Self.performing { daemon in
            var answers = JSON.Object([("width", "1")])
            answers.set(field, .string(answer))
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": .object(answers)])
            #expect(refused.name == "InvalidAnswer" && refused.parameters["field"]?.text == field)
            #expect(refused.parameters["reason"]?.text?.contains("34") == false)
        }
    }

    @Test(arguments: [("widht", "Was \"width\" meant?"), ("height", "Leave it out.")])
    func anAnswerToNoFieldIsToldOfTheNearest(_ field: String, _ advice: String) throws {
        try Self.performing { daemon in
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": [field: "1"]])
            #expect(refused.parameters["reason"]?.text == "The form has no such field. " + advice)
        }
    }

    @Test func answersHaveALimitAndAType() throws {
        try Self.performing { daemon in
            let long = String(repeating: "1", count: 900_000)
            let refused = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": .string(long)]])
            #expect(refused.name == "LimitExceeded")
            #expect(refused.parameters["limit"] == "answers" && refused.parameters["maximum"] == 65_536)
            let typed = try daemon.unperformed(
                Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": 5]])
            #expect(typed.name == "InvalidParameter" && typed.parameters["parameter"] == "answers")
            // One of a mebibyte does not fit a call.
            let wire = try daemon.wire()
            let tooLong = String(repeating: "1", count: 1 << 20)
            wire.send(
                "io.activityd.Sheet.Perform",
                DaemonFixture.asking(
                    Self.asking.identifier, DaemonFixture.photo, ["answers": ["width": .string(tooLong)]]))
            let reply = try wire.frame()
            #expect(reply?["parameters"]?["limit"] == "frame")
        }
    }

    // MARK: Programs

    @Test(arguments: Launching.allCases)
    func whatCannotBeRunSaysWhy(_ launching: Launching) throws {
        let names = ["gone", "mode", "link", "folder", "above", "interpreter", "garbage", "bare", "absolute"]
        var plugins = names.map { Plugin.script($0, "echo \($0)") }
        plugins[7] = plugins[7].with(["perform": ["exec": ["no-such-program"]]])
        plugins[8] = plugins[8].with(["perform": ["exec": ["/no/such/program"]]])
        let narrowed = ["interpreter", "garbage", "empty"].map { "narrowed-" + $0 }
        plugins += narrowed.map { Plugin.script($0, "echo \($0)", [], ["writes": []]) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            func program(_ name: String) -> String {
                daemon.configured + "/org.example.\(name).activity/bin/run"
            }
            // A reload would reject most of these; what counts is what is there when it is performed.
            let watch = try Watch(daemon)
            withExtendedLifetime(watch) {}
            daemon.process?.signal(SIGSTOP)
            unlink(program("gone"))
            chmod(program("mode"), 0o644)
            for name in ["link", "folder"] { unlink(program(name)) }
            symlink("/bin/true", program("link"))
            mkdir(program("folder"), 0o755)
            let folder = daemon.configured + "/org.example.above.activity/bin"
            rename(folder, folder + "-moved")
            symlink("bin-moved", folder)
            Files.write(program("interpreter"), "#!/no/such/interpreter\n", mode: 0o755)
            Files.write(program("garbage"), [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0], mode: 0o755)
            Files.write(program("narrowed-interpreter"), "#!/no/such/interpreter\n", mode: 0o755)
            Files.write(program("narrowed-garbage"), [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0], mode: 0o755)
            Files.write(program("narrowed-empty"), "echo no first line names a shell\n", mode: 0o755)
            let calls = try (names + narrowed).map { name in
                let wire = try daemon.wire()
                wire.send(
                    "io.activityd.Sheet.Perform",
                    DaemonFixture.asking("org.example." + name, DaemonFixture.photo), [("more", true)])
                return (name, wire)
            }
            daemon.process?.signal(SIGCONT)
            for (name, wire) in calls {
                let reply = try #require(try wire.frame())
                #expect(reply["error"] == "io.activityd.Sheet.NotPerformable", "\(name): \(reply)")
                #expect(reply["parameters"]?["reason"]?.text?.isEmpty == false, "\(name): \(reply)")
            }
            #expect(daemon.performFolders.isEmpty)
        }
    }

    // MARK: Bundles where they lie

    @Test func aBundleIsTriedWhereItLies() throws {
        try Self.performing { daemon in
            let path = Plugin.script("tried", "echo \"$1\"", ["%F"]).write(into: daemon.folder("work"))
            let end = try daemon.ending(
                "org.example.tried", [["type": "image/png", "uri": "file:///a"]], ["bundle": .string(path)])
            #expect(end.result == .success && end.output == "/a\n")
            #expect(try daemon.describe().allSatisfy { $0.identifier != "org.example.tried" })
            let relative = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": "work/org.example.tried.activity"])
            #expect(relative.name == "InvalidParameter" && relative.parameters["parameter"] == "bundle")
            let other = try daemon.unperformed(
                "org.example.other", DaemonFixture.photo, ["bundle": .string(path)])
            #expect(other.name == "NotPerformable")
            let wrong = Plugin("org.example.wrong", "Copy").write(into: daemon.folder("work"))
            let refused = try daemon.unperformed(
                "org.example.wrong", DaemonFixture.photo, ["bundle": .string(wrong)])
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.hasPrefix("title-reserved: ") == true)
            chmod(path, 0o777)
            let open = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": .string(path)])
            #expect(open.parameters["reason"]?.text?.hasPrefix("bundle-owner: ") == true)
            let nothing = try daemon.unperformed(
                "org.example.tried", DaemonFixture.photo, ["bundle": "/no/such/org.example.tried.activity"])
            #expect(nothing.parameters["reason"]?.text?.hasPrefix("bundle-path: ") == true)
        }
    }

    // MARK: Without systemd

    @Test func soManyRunAtOnceAndNoMore() throws {
        let waiting = Plugin.script("waiting", "exec sleep 1000")
        try DaemonFixture.performing(.process, [waiting]) { daemon in
            var running: [(Performing, String)] = []
            for _ in 0..<64 {
                let performing = try Performing(daemon, waiting.identifier)
                running.append((performing, try performing.started().unit))
            }
            for (_, unit) in running { try daemon.call("Sheet.Cancel", ["unit": .string(unit)]) }
            for (performing, _) in running { #expect(try performing.ending().result == .cancelled) }
            // Nothing of them is held, but for our own connections: a descriptor each would be twice as many.
            let folder = daemon.folder("run/activityd/performs/")
            for name in daemon.performFolders { try daemon.waitTillGone(folder + name + "/output") }
            let descriptors = Files.names(in: "/proc/\(daemon.process?.pid ?? 0)/fd")
            #expect(descriptors.count < 2 * running.count, "\(descriptors.count)")
        }
    }

    /// The limits are those that are shipped.
    @Test func whereAsManyRunAsMayOneCanStillBeCancelled() throws {
        let waiting = Plugin.script("waiting", "exec sleep 1000")
        try DaemonFixture.performing(.process, [waiting]) { daemon in
            let running = try (0..<256).map { _ in try Performing(daemon, waiting.identifier) }
            let units = try running.map { try $0.started().unit }
            #expect(try daemon.unperformed(waiting.identifier).name == "NotPerformable")
            for unit in units { try daemon.call("Sheet.Cancel", ["unit": .string(unit)]) }
            for performing in running { #expect(try performing.ending().result == .cancelled) }
        }
    }

    /// Also those that still wait for a bus, which here takes connections and never answers.
    @Test func whatHasNotStartedYetCountsToo() throws {
        try DaemonFixture.prepared { daemon in
            let bus = try Listener(binding: daemon.folder("bus"), mode: 0o600)
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + daemon.folder("bus")
            daemon.configure(#"{"limits": {"connections": 600, "connectionsPerUser": 400}}"#)
            daemon.install(Self.plain)
            try daemon.start()
            try daemon.waitTillJudged(1)
            let waiting = try (0..<256).map { _ in try Performing(daemon, Self.plain.identifier) }
            // As long as the disk is asked for all of them, it takes no more calls.
            var refused = try daemon.unperformed(Self.plain.identifier)
            while refused.name == "LimitExceeded" { refused = try daemon.unperformed(Self.plain.identifier) }
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.contains("256") == true)
            withExtendedLifetime((bus, waiting)) {}
        }
    }

    @Test func nobodyIsCalledWhereNothingIsToBeTakenUp() throws {
        try DaemonFixture.prepared { daemon in
            let bus = try Listener(binding: daemon.folder("bus"), mode: 0o600)
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + daemon.folder("bus")
            daemon.install(Self.plain)
            try daemon.start()
            try daemon.waitTillJudged(1)
            var waiting = pollfd(fd: bus.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&waiting, 1, 0) == 0)
            let performing = try Performing(daemon, Self.plain.identifier)
            #expect(poll(&waiting, 1, HangLimit.milliseconds) == 1)
            withExtendedLifetime(performing) {}
        }
    }

    /// Whatever the folder contains, calls are answered, and in the end only allowed entries are left.
    @Test func aFullShelfIsClearedBesideTheWork() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.install(Plugin.script("quick", "echo quick"))
            let shelf = daemon.folder("run/activityd/performs/")
            var clock = timespec()
            clock_gettime(CLOCK_BOOTTIME, &clock)
            let now = clock.tv_sec * 1_000_000
            func name(_ number: Int) -> String { "app-x@\(token(number)).service" }
            func token(_ number: Int) -> String { "f00d" + String(100_000_000_000 + number).prefix(12) }
            for number in 0..<2_000 {
                let folder = shelf + token(number)
                let record =
                    #"{"unit": "\#(name(number))", "identifier": "org.example.x", "#
                    + #""started": 1, "handsOver": false, "isCancelled": false}"#
                let result =
                    #"{"progress": {"state": "finished", "unit": "\#(name(number))", "result": "success"}, "#
                    + #""ended": \#(now - 2_000 + number)}"#
                Files.write(folder + "/record.json", record)
                if number % 2 == 0 { Files.write(folder + "/result.json", result) }
                if number % 2 == 1 { unlink(folder + "/record.json") }
            }
            try daemon.start()
            #expect(try daemon.call("Sheet.Follow", ["unit": .string(name(1_998))])["result"] == "success")
            try daemon.waitTillJudged(1)
            let quick = try daemon.ending("org.example.quick")
            #expect(quick.output == "quick\n")
            // What is read for a call comes behind all that the daemon had to take away.
            #expect(try Performing(following: quick.unit, daemon).next() == quick)
            let left = daemon.performFolders
            #expect(left.count == 256)
            #expect(left.contains(token(1_998)) && !left.contains(token(0)))
        }
    }

    /// Results are stored for an hour, up to a maximum number; the oldest are removed first.
    @Test func soManyResultsAreKept() throws {
        try DaemonFixture.performing(.process, [Plugin.script("quick", ":")]) { daemon in
            let first = try daemon.ending("org.example.quick").unit
            var last = first
            for _ in 0..<(256 + 64) { last = try daemon.ending("org.example.quick").unit }
            #expect(daemon.performFolders.count <= 256 + 64)
            #expect(
                try daemon.refusal("Sheet.Follow", ["unit": .string(first)]).name.hasSuffix(".NoSuchUnit"))
            #expect(try daemon.call("Sheet.Follow", ["unit": .string(last)])["result"] == "success")
        }
    }
}
