// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Performing from a command line, with a real daemon, in a pipe and on a terminal.
@Suite(.serialized)
struct ActivityctlPerformTests {
    private static let form: JSON = [
        ["id": "width", "label": "Width", "type": "number", "default": "1024", "required": true],
        ["id": "secret", "label": "Password", "type": "password", "required": true],
        [
            "id": "size", "label": "Paper", "type": "choice", "required": true,
            "options": [["value": "a4", "label": "DIN A4"], ["value": "letter", "label": "Letter"]],
        ],
        ["id": "both", "label": "Both sides", "type": "toggle", "default": "true"],
        ["id": "note", "label": "Note", "type": "multiline", "hint": "for the printer"],
    ]
    private static let asking = Plugin.script("asking", "cat", [], ["stdin": "request"]).with(["form": form])

    private func terminal(_ daemon: DaemonFixture, _ arguments: String...) throws -> TerminalProgram {
        let (command, environment) = daemon.activityctlCommand(arguments)
        return try TerminalProgram(command, environment: environment)
    }

    // MARK: In a pipe

    @Test(arguments: Launching.allCases)
    func theOutputAndTheExitStatusAreTheActivitys(_ launching: Launching) throws {
        let plugins = [
            Plugin.script("good", "systemd-notify X_PROGRESS=0.5 STATUS=Half; printf 'one\\ntwo\\n'"),
            Plugin.script("bad", "echo begun; exit 3"), Plugin.script("killed", "kill -KILL $$"),
            Plugin.script(
                "broken", "systemd-notify STATUS=Half; echo Traceback >&2; echo 'Error: \\033[2J' >&2; exit 1"
            ),
            Plugin.script("told", "systemd-notify STATUS='No paper.'; echo 'No paper.' >&2; exit 1"),
        ]
        try DaemonFixture.performing(launching, plugins) { daemon in
            let good = try daemon.activityctl("perform", "org.example.good", "https://example.org")
            #expect(good == (.exited(0), "one\ntwo\n"))
            let bad = try daemon.activityctl("perform", "org.example.bad", "https://example.org")
            #expect(bad.status == .exited(1))
            #expect(bad.text.hasPrefix("begun\nError: It failed with exit status 3.\n"))
            // Without systemd, the activity's output is not in the journal.
            #expect(bad.text.contains("Help: See \"journalctl --user -u ") == (launching == .systemd))
            // The progress does not hide the error.
            let broken = try daemon.activityctl("perform", "org.example.broken", "https://example.org")
            #expect(
                broken.text.hasPrefix(
                    "Traceback\nError: \u{1B}[2J\nError: It failed with exit status 1 (Half).\n"), "\(broken)"
            )
            let told = try daemon.activityctl("perform", "org.example.told", "https://example.org")
            #expect(told.text.hasPrefix("Error: It failed with exit status 1 (No paper).\n"), "\(told)")
            let killed = try daemon.activityctl("perform", "org.example.killed", "https://example.org")
            #expect(killed.status == .exited(1) && killed.text.contains("It was ended by SIGKILL."))
        }
    }

    @Test func whatWasMadeIsNamedWhereTheOutputDoesNot() throws {
        let plugin = Plugin.script(
            "making",
            "echo /home/ada/a b.png; for made in 'image/png file:///home/ada/a%20b.png' "
                + "'image/png file:///home/ada/%1B%5B2J.png' 'text/html https://example.org/'; "
                + "do systemd-notify \"X_MADE=$made\"; done")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let made = try daemon.activityctl("perform", "org.example.making", "https://example.org")
            #expect(
                made == (
                    .exited(0),
                    """
                    /home/ada/a b.png
                    Made: /home/ada/\\u{1B}[2J.png
                    Made: https://example.org/
                    Warning: It says that it has made /home/ada/a b.png, and there is no such file.
                    Warning: It says that it has made /home/ada/\\u{1B}[2J.png, and there is no such file.

                    """
                ))
            let (_, text) = try daemon.activityctl(
                "perform", "--json", "org.example.making", "https://example.org")
            let end = try #require(text.split(separator: "\n").last)
            let json = try Sheet.Progress(json: JSON(parsing: Array(end.utf8)))
            #expect(json.made?.count == 3 && !text.contains("Made:"))
        }
    }

    @Test(arguments: [
        ("image/png /home/ada/a b.png", "Write image/png file:///home/ada/a%20b.png"),
        ("image/png file:///home/ada/a é.png", "Write image/png file:///home/ada/a%20%C3%A9.png"),
        ("image/png a.png", "Write image/png file:// and the whole path"),
        (
            "PNG file:///a.png",
            "does not begin with a type: PNG file:///a.png. Write one, as in image/png file:"
        ),
        ("a.png", "is not a type and a URI: a.png. Write both, as in image/png file:"),
    ])
    func whatWasMadeAndIsLeftOutIsToldToItsAuthor(_ told: String, _ advice: String) throws {
        let plugin = Plugin.script("making", "echo done; systemd-notify 'X_MADE=\(told)'")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let bundle = plugin.write(into: daemon.folder("home"))
            for command in [["try", bundle], ["perform", plugin.identifier]] {
                let made = try daemon.activityctl(command[0], command[1], "https://example.org")
                #expect(
                    made.status == .exited(0) && made.text.hasPrefix("done\nWarning: X_MADE is left out. "))
                #expect(made.text.contains(advice), "\(made.text)")
            }
        }
    }

    @Test func jsonIsWhatIsOnTheWire() throws {
        let plugin = Plugin.script("good", "systemd-notify X_PROGRESS=0.5; printf 'done\\302\\233\\n'")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let (status, text) = try daemon.activityctl(
                "perform", "--json", "org.example.good", "https://example.org")
            let replies = try text.split(separator: "\n").map {
                try Sheet.Progress(json: JSON(parsing: Array($0.utf8)))
            }
            #expect(status == .exited(0))
            #expect(replies.first?.state == .started && replies.last?.state == .finished)
            #expect(replies.last?.output == "done\u{9B}\n" && replies.last?.fraction == 0.5)
            // A terminal would execute it.
            #expect(!text.unicodeScalars.contains("\u{9B}"))
            let unit = try #require(replies.last?.unit)
            let followed = try daemon.activityctl("follow", unit)
            #expect(followed == (.exited(0), "done\u{9B}\n"))
        }
    }

    @Test func whatIsMissingIsSaidWithTheWayToGiveIt() throws {
        try DaemonFixture.performing(.process, [Self.asking]) { daemon in
            let missing = try daemon.activityctl(
                "perform", "org.example.asking", "https://example.org", "--answer", "secret=",
                "--answer", "both=true")
            #expect(missing.status == .exited(1))
            #expect(
                missing.text == """
                    Error: Answers are missing: Password (secret), Paper (size).
                    Help: Add --answer secret=… --answer size=a4|letter [--answer note=…]

                    """)
        }
    }

    @Test func answersAreGivenAsOptions() throws {
        try DaemonFixture.performing(.process, [Self.asking]) { daemon in
            let given = ["width=1.5", "secret=a=b c", "size=a4"].flatMap { ["--answer", $0] }
            let result = try daemon.activityctl(
                ["perform", "org.example.asking", "https://example.org"] + given)
            #expect(result.status == .exited(0))
            let request = try JSON(parsing: Array(result.text.utf8))
            let answers: JSON = ["width": "1.5", "secret": "a=b c", "size": "a4", "both": "true"]
            #expect(request["answers"] == answers)
        }
    }

    /// Tested with a registered bundle, and with one that its author tries.
    @Test(arguments: [false, true]) func whatIsNotAnsweredIsAsTheFormBegins(_ isTried: Bool) throws {
        let form: JSON = [
            ["id": "width", "label": "Width", "type": "number", "default": "1024", "required": true],
            ["id": "both", "label": "Both sides", "type": "toggle", "default": true],
            ["id": "note", "label": "Note", "type": "text"],
        ]
        let plugin = Plugin.script("begun", "cat", [], ["stdin": "request"]).with(["form": form])
        try DaemonFixture.performing(.process, isTried ? [] : [plugin]) { daemon in
            let verb =
                isTried
                ? ["try", plugin.write(into: daemon.folder("home"))] : ["perform", plugin.identifier]
            let result = try daemon.activityctl(verb + ["https://example.org", "--answer", "both="])
            #expect(result.status == .exited(0), "\(result.text)")
            #expect(try JSON(parsing: Array(result.text.utf8))["answers"] == ["width": "1024"])
        }
    }

    @Test func anotherFormOfTheThingIsTaken() throws {
        let plugin = Plugin.script(
            "links", "cat", [], ["stdin": "request"], accepts: [["types": ["x-scheme-handler/https"]]])
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let picture = Checkout.path + "/examples/photo.png"
            let link = "x-scheme-handler/https=https://example.org/?a=b"
            let (status, text) = try daemon.activityctl(
                "perform", plugin.identifier, picture, "--alternative", "text/html=" + picture,
                "--alternative", link)
            #expect(status == .exited(0), "\(text)")
            let items = try JSON(parsing: Array(text.utf8))["items"]
            #expect(items == [["type": "x-scheme-handler/https", "uri": "https://example.org/?a=b"]])
            for (arguments, sentence) in [
                ([picture, "--alternative", "https://example.org"], "is not a type and a file or link"),
                ([picture, picture, "--alternative", link], "Only of one thing there are alternatives."),
                (["-", "--alternative", "text/html=-"], "Standard input can be read only once."),
            ] {
                let wrong = try daemon.activityctl(["perform", plugin.identifier] + arguments)
                #expect(wrong.status == .exited(2) && wrong.text.contains(sentence), "\(wrong.text)")
            }
        }
    }

    @Test func whatRunsIsListedAndCancelled() throws {
        let plugin = Plugin.script("waiting", "systemd-notify STATUS=Half X_PROGRESS=0.5; sleep 600")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            #expect(try daemon.activityctl("running") == (.exited(0), "Nothing is being performed.\n"))
            let performing = try Performing(daemon, plugin.identifier)
            let unit = try performing.started().unit
            _ = try performing.next()
            let (status, table) = try daemon.activityctl("running")
            #expect(status == .exited(0))
            #expect(
                table.contains("\(unit)")
                    && table.contains("Perform waiting  org.example.waiting  50 %  Half"))
            #expect(try daemon.activityctl("running", "--json").text.contains("\"fraction\":0.5"))
            #expect(try daemon.activityctl("cancel", unit).status == .exited(0))
            #expect(try performing.ending().result == .cancelled)
            let gone = try daemon.activityctl("cancel", "none")
            #expect(gone.status == .exited(1) && gone.text.contains("The daemon knows no unit none."))
            #expect(gone.text.contains("Help: \"activityctl running\" names"), "\(gone)")
        }
    }

    @Test(arguments: [
        (["--answer", "width=wide"], 1, "\"wide\" is not a number"),
        (["--answer", "width=0x10"], 1, "\"0x10\" is not a number"),
        (["--answer", "x=1"], 1, "\"x\" is not accepted"),
        (["--answer", "width"], 2, "is not an answer"),
        (["--answer", "a=1", "--answer", "a=2"], 2, "each question only once"),
    ])
    func aWrongAnswerIsNamed(_ arguments: [String], _ status: Int32, _ text: String) throws {
        try DaemonFixture.performing(.process, [Self.asking]) { daemon in
            let result = try daemon.activityctl(
                ["perform", "org.example.asking", "https://example.org"] + arguments)
            #expect(result.status == .exited(status) && result.text.contains(text), "\(result.text)")
        }
    }

    @Test func whatCannotBePerformedSaysWhy() throws {
        let picky = Plugin.script("picky", "true", accepts: [["types": ["image/png"]]])
        try DaemonFixture.performing(.process, [picky]) { daemon in
            for (arguments, text) in [
                (["perform", "org.example.none"], "There is no activity org.example.none."),
                (["perform", "org.example.picky"], "org.example.picky does not act on this: "),
                (
                    ["perform", "org.example.picky", "--option", "org.example.none"],
                    "There is no option org.example.none."
                ),
                (["follow", "none"], "The daemon knows no unit none."),
            ] {
                let content = arguments[0] == "perform" ? ["https://example.org"] : []
                let result = try daemon.activityctl(arguments + content)
                #expect(result.status == .exited(1) && result.text.contains(text), "\(result.text)")
            }
        }
    }

    @Test func aBundleIsTriedFromWhereItLies() throws {
        try DaemonFixture.performing(.process) { daemon in
            let folder = daemon.folder("home")
            Plugin.script("draft", "echo \"tried $1\"", ["%U"]).write(into: folder)
            let tried = try daemon.activityctl(
                "try", folder + "/org.example.draft.activity/", "https://example.org")
            #expect(tried == (.exited(0), "tried https://example.org\n"))
            Plugin.script("broken", "true").with(["title": ""]).write(into: folder)
            let broken = try daemon.activityctl(
                "try", folder + "/org.example.broken.activity", "https://example.org")
            #expect(broken.status == .exited(1) && broken.text.contains("org.example.broken: "))
            let none = try daemon.activityctl("try", folder, "https://example.org")
            #expect(none.status == .exited(1) && none.text.contains("There is no manifest.json in \(folder)"))
            Plugin.script("lost", "echo /nowhere/made; echo /etc", ["%U"]).write(into: folder)
            let lost = try daemon.activityctl(
                "try", folder + "/org.example.lost.activity", "https://example.org")
            #expect(
                lost.status == .exited(0)
                    && lost.text.contains("It has printed /nowhere/made, and there is no"))
            #expect(!lost.text.contains("printed /etc"), "\(lost.text)")
            let renamed = folder + "/source"
            try #require(rename(folder + "/org.example.draft.activity", renamed) == 0)
            let again = try daemon.activityctl("try", renamed, "https://example.org")
            #expect(again == (.exited(0), "tried https://example.org\n"))
        }
    }

    @Test(
        arguments: [
            ("#!/bin/sh\r\necho\r\n", "warning[program-line-ends]: bin/run has Windows line endings"),
            ("echo\n", "warning[program-interpreter]: bin/run does not begin with #!"),
            ("#!/usr/bin/env no-such\n", "warning[program-interpreter]: bin/run is run by no-such"),
            ("#!/bin/sh\necho no >&2; exit 1\n", nil),
        ])
    func whyAProgramDoesNotStartIsSaidAsByCheck(_ script: String, _ remark: String?) throws {
        let plugin = Plugin.script("draft", "").with(executable: "bin/run", script)
            .with(["perform": ["exec": ["bin/run"]]])
        try DaemonFixture.performing(.process) { daemon in
            let tried = try daemon.activityctl(
                "try", plugin.write(into: daemon.folder("home")), "https://example.org")
            #expect(tried.status == .exited(1) && tried.text.contains("Error: "), "\(tried)")
            #expect(tried.text.contains("warning[") == (remark != nil), "\(tried)")
            #expect(tried.text.contains(remark ?? ""), "\(tried)")
        }
    }

    private static let live = Plugin.script("live", "echo \"to $1\"", ["{place}"])
        .with([
            "form": [
                [
                    "id": "place", "label": "Place", "type": "choice", "optionsExec": ["bin/places"],
                    "required": true,
                ]
            ]
        ])
        .with(
            executable: "bin/places", "#!/bin/sh\nprintf 'a1\\tHere\\nb2\\tThere\\n'\n")

    @Test func whatIsThereNowIsAnsweredByItsValue() throws {
        try DaemonFixture.performing(.process, [Self.live]) { daemon in
            let missing = try daemon.activityctl("perform", "org.example.live", "https://example.org")
            #expect(missing.status == .exited(1) && missing.text.contains("Add --answer place=a1|b2"))
            let given = try daemon.activityctl(
                "perform", "org.example.live", "https://example.org", "--answer", "place=b2")
            #expect(given == (.exited(0), "to b2\n"))
        }
    }

    // MARK: On a terminal

    /// Tested with a registered bundle, and with one that its author tries.
    @Test(arguments: [false, true]) func whatIsThereNowIsChosenFrom(_ isTried: Bool) throws {
        try DaemonFixture.performing(.process, isTried ? [] : [Self.live]) { daemon in
            let (verb, name) =
                isTried
                ? ("try", Self.live.write(into: daemon.folder("home"))) : ("perform", Self.live.identifier)
            let terminal = try terminal(daemon, verb, name, "https://example.org")
            terminal.wait(for: "  1  Here\r\n  2  There\r\nPlace: ")
            terminal.type("2\n")
            terminal.wait(for: "to b2")
        }
    }

    @Test func whereNothingIsThereItSaysWhy() throws {
        let none = Self.live.with(executable: "bin/places", "#!/bin/sh\necho 'None is near.' >&2; exit 1\n")
        try DaemonFixture.performing(.process, [none]) { daemon in
            let terminal = try terminal(daemon, "perform", none.identifier, "https://example.org")
            terminal.wait(for: "There is no choice for \"place\": None is near.")
        }
    }

    @Test func questionsAreAskedTillTheyAreAnswered() throws {
        try DaemonFixture.performing(.process, [Self.asking]) { daemon in
            let terminal = try terminal(daemon, "perform", "org.example.asking", "https://example.org")
            terminal.wait(for: "Width [1024]: ")
            terminal.type("wide\n")
            terminal.wait(for: "\"wide\" is not a number; write it as 1024 or 1.5.")
            terminal.wait(for: "Width [1024]: ")
            terminal.type("\n")
            terminal.wait(for: "Password: ")
            terminal.type("hidden word\n")
            terminal.wait(for: "  1  DIN A4\r\n  2  Letter\r\nPaper: ")
            terminal.type("3\n")
            terminal.wait(for: "Answer with a number from 1 to 2.")
            terminal.wait(for: "Paper: ")
            terminal.type("2\n")
            terminal.wait(for: "Both sides [Y/n]: ")
            terminal.type("no\n")
            terminal.wait(for: "Note (for the printer) (an empty line ends it) [none]: ")
            let asked = terminal.screen
            #expect(!asked.contains("hidden word"))
            terminal.type("one\ntwo\n\n")
            #expect(terminal.end() == .exited(0))
            let answers = terminal.screen.split(separator: "\"answers\":").last ?? ""
            for answer in [
                #""width":"1024""#, #""secret":"hidden word""#, #""size":"letter""#, #""both":"false""#,
                #""note":"one\ntwo""#,
            ] {
                #expect(answers.contains(answer), "\(answers)")
            }
        }
    }

    /// A sheet shows a form even if nothing in it is required; any given answer suffices here.
    @Test func questionsThatNeedNoAnswerAreAskedToo() throws {
        let form: JSON = [["id": "width", "label": "Width", "type": "number", "default": "1024"]]
        let plugin = Plugin.script("optional", "echo \"<$1>\"", ["{width}"]).with(["form": form])
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let terminal = try terminal(daemon, "perform", plugin.identifier, "https://example.org")
            terminal.wait(for: "Width [1024, - for none]: ")
            terminal.type("640\n")
            #expect(terminal.end() == .exited(0))
            #expect(terminal.screen.hasSuffix("<640>\r\n"))
            let emptied = try self.terminal(daemon, "perform", plugin.identifier, "https://example.org")
            emptied.wait(for: "Width [1024, - for none]: ")
            emptied.type("-\n")
            #expect(emptied.end() == .exited(0) && emptied.screen.hasSuffix("<>\r\n"))
            let answered = try self.terminal(
                daemon, "perform", plugin.identifier, "https://example.org", "--answer", "width=")
            #expect(answered.end() == .exited(0) && answered.screen == "<>\r\n")
            let piped = try daemon.activityctl("perform", plugin.identifier, "https://example.org")
            #expect(piped == (.exited(0), "<1024>\n"))
        }
    }

    @Test func controlCAtAQuestionEndsItWithTheTerminalAsItWas() throws {
        try DaemonFixture.performing(.process, [Self.asking]) { daemon in
            let terminal = try terminal(
                daemon, "perform", "org.example.asking", "https://example.org", "--answer", "width=1")
            terminal.wait(for: "Password: ")
            terminal.pressControlC()
            #expect(terminal.end() == .exited(130))
            #expect(daemon.performFolders.isEmpty)
        }
    }

    @Test func progressIsOneLineThatGoesAway() throws {
        let plugin = Plugin.script(
            "long", "systemd-notify STATUS='Packing a.txt' X_PROGRESS=0.4; read go <\"$1\"; echo done",
            ["{gate}"])
        let asking = plugin.with([
            "form": [["id": "gate", "label": "Gate", "type": "text", "required": true]]
        ])
        try DaemonFixture.performing(.process, [asking]) { daemon in
            let gate = daemon.folder("gate")
            #expect(mkfifo(gate, 0o666) == 0)
            let terminal = try terminal(
                daemon, "perform", "org.example.long", "https://example.org", "--answer", "gate=" + gate)
            terminal.wait(for: "\r\u{1B}[K[########------------]  40 %  Packing a.txt")
            Files.write(gate, "go\n")
            #expect(terminal.end() == .exited(0))
            #expect(terminal.screen.hasSuffix("Packing a.txt\r\u{1B}[Kdone\r\n"), "\(terminal.screen)")
        }
    }

    @Test func controlCCancelsAndWaitsForTheEnd() throws {
        let script =
            "trap 'echo cleared; exit 1' TERM; systemd-notify STATUS=ready; while :; do sleep 0.1; done"
        try DaemonFixture.performing(.process, [Plugin.script("long", script)]) { daemon in
            let terminal = try terminal(daemon, "perform", "org.example.long", "https://example.org")
            terminal.wait(for: "ready")
            terminal.pressControlC()
            #expect(terminal.end() == .exited(130))
            #expect(terminal.screen.contains("cleared\r\n"))
            #expect(terminal.screen.contains("It was cancelled."))
        }
    }

    @Test func aSecondControlCLeaves() throws {
        let script =
            "trap 'systemd-notify STATUS=stubborn' TERM; systemd-notify STATUS=ready\n"
            + "while [ -e \"$0\" ]; do sleep 0.1; done"
        try DaemonFixture.performing(.process, [Plugin.script("long", script)]) { daemon in
            let terminal = try terminal(daemon, "perform", "org.example.long", "https://example.org")
            terminal.wait(for: "ready")
            terminal.pressControlC()
            terminal.wait(for: "stubborn")
            terminal.pressControlC()
            #expect(terminal.end() == .exited(130))
            #expect(terminal.screen.contains("It goes on; see \"activityctl follow process-"))
        }
    }

    @Test func whoFollowsLeavesItRunning() throws {
        let plugin = Plugin.script("long", "systemd-notify STATUS=ready; sleep 30")
        try DaemonFixture.performing(.process, [plugin]) { daemon in
            let performing = try Performing(daemon, plugin.identifier)
            let unit = try performing.started().unit
            let terminal = try terminal(daemon, "follow", unit)
            terminal.wait(for: "ready")
            terminal.pressControlC()
            #expect(terminal.end() == .exited(130))
            let again = try Performing(following: unit, daemon)
            #expect(try again.next()?.state != .finished)
            _ = try daemon.client().call("io.activityd.Sheet.Cancel", JSON.Object([("unit", .string(unit))]))
            #expect(try performing.ending().result == .cancelled)
        }
    }
}
