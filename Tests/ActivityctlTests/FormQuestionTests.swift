// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import StrictJSON
import Testing
import activityctl

@Suite("Questions of a form on a terminal")
struct FormQuestionTests {
    private func question(_ type: String, _ more: KeyValuePairs<String, JSON> = [:]) throws -> FormQuestion {
        var field = JSON.Object([
            ("id", "x"), ("label", "Label"), ("type", .string(type)), ("required", true),
        ])
        for (name, value) in more { field.set(name, value) }
        return FormQuestion(try Sheet.Field(field))
    }

    private static let paper: JSON = [
        ["value": "a", "label": "First"], ["value": "b", "label": "\u{1B}[2J"],
    ]

    @Test func aPromptOffersWhatAnEmptyLineMeans() throws {
        #expect(try question("text").prompt == "Label: ")
        #expect(try question("text", ["required": false]).prompt == "Label [none]: ")
        #expect(try question("text", ["default": "a b"]).prompt == "Label [a b]: ")
        let optional: KeyValuePairs<String, JSON> = ["required": false, "default": "a b"]
        #expect(try question("text", optional).prompt == "Label [a b, - for none]: ")
        #expect(try question("password", optional).prompt == "Label [none]: ")
        #expect(try question("date").prompt == "Label (such as 2026-11-21): ")
        #expect(try question("url", ["hint": "the page"]).prompt == "Label (the page): ")
        #expect(try question("toggle").prompt == "Label [y/n]: ")
        #expect(try question("toggle", ["default": "true"]).prompt == "Label [Y/n]: ")
        #expect(try question("toggle", ["default": "false"]).prompt == "Label [y/N]: ")
        #expect(try question("password", ["default": "secret"]).prompt == "Label: ")
        let choice = try question("choice", ["options": Self.paper, "default": "b"])
        #expect(choice.prompt == "  1  First\n  2  \\u{1B}[2J\nLabel [2]: ")
    }

    @Test(arguments: [
        ("text", "  a b \r", "a b"), ("number", "1.5", "1.5"), ("number", "-3", "-3"),
        ("date", "2028-02-29", "2028-02-29"),
        ("toggle", "Y", "true"), ("toggle", "no", "false"), ("toggle", "true", "true"), ("choice", "2", "b"),
        ("choice", "a", "a"), ("password", " a ", " a "), ("pin", "0012", "0012"),
        ("multiline", "a\n b\n", "a\n b"), ("url", "http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("url", "mailto:ada@example.org", "mailto:ada@example.org"), ("url", "org.app://1", "org.app://1"),
        ("url", "tel:110", "tel:110"), ("url", "HTTP://a@[::1]:80?b", "HTTP://a@[::1]:80?b"),
        ("url", "file:///a%20b", "file:///a%20b"), ("url", "urn:isbn:1", "urn:isbn:1"),
        ("url", "im:4930123456", "im:4930123456"),
    ])
    func whatIsTypedIsAnAnswer(_ type: String, _ typed: String, _ answer: String) throws {
        let question = try question(type, type == "choice" ? ["options": Self.paper] : [:])
        #expect(question.answer(typed) == .given(answer))
    }

    @Test(arguments: [
        ("number", "1,5"), ("number", "many"), ("date", "2027-02-29"), ("date", "today"),
        ("toggle", "perhaps"), ("url", "127.0.0.1:8765"), ("url", "example.org"), ("url", "nas:5000/a"),
        ("url", "example.org:80"), ("url", "//example.org"), ("url", ":"), ("url", "a b://c"),
        ("url", "http:/127.0.0.1:8765"), ("url", "https:example.org"), ("url", "http://"),
        ("url", "https:///a"),
        ("url", "http://:80/"), ("url", "http://a@/"), ("url", "https://example.org/a b"),
        ("url", "https://example.org/\u{A0}a"), ("url", "https://example.org/\u{1B}a"), ("url", "tel.:110"),
        ("choice", "0"), ("choice", "3"), ("choice", "\(Int.min)"),
        ("choice", "c"), ("text", ""), ("text", "  "), ("password", ""),
    ])
    func whatIsNoAnswerIsAskedAgain(_ type: String, _ typed: String) throws {
        let question = try question(type, type == "choice" ? ["options": Self.paper] : [:])
        guard case .fault(let sentence) = question.answer(typed) else {
            return #expect(Bool(false), "\(typed) was taken")
        }
        #expect(sentence.hasSuffix("."))
    }

    @Test func anEmptyLineIsTheDefaultOrNothing() throws {
        #expect(try question("number", ["default": "1024"]).answer("") == .given("1024"))
        #expect(try question("text", ["required": false]).answer(" ") == .none)
    }

    @Test func aDashIsNothingWhereThereIsADefault() throws {
        let optional: KeyValuePairs<String, JSON> = ["required": false, "default": "tea"]
        #expect(try question("text", optional).answer("-") == .none)
        #expect(try question("multiline", optional).answer("-\n") == .none)
        #expect(try question("password", optional).answer("-") == .given("-"))
        #expect(try question("text", ["default": "tea"]).answer("-") == .given("-"))
        #expect(try question("text", ["required": false]).answer("-") == .given("-"))
    }
}

@Suite("How what was performed is told")
struct ActivityctlEndingTextTests {
    @Test(
        arguments: [
            (0.0, nil, 80, "[--------------------]   0 %"),
            (0.999, "a", 80, "[###################-]  99 %  a"),
            (1.0, "", 80, "[####################] 100 %"), (1e308, nil, 80, "[####################] 100 %"),
            (-1e308, nil, 80, "[--------------------]   0 %"), (nil, "Reading", 80, "Reading"),
            (nil, "a\u{1B}[2J\nb", 80, "a\\u{1B}[2J\\nb"),
            (nil, "缩放图片", 8, "缩放图片"), (nil, "缩放图片", 7, "缩放图…"),
            (0.5, "a long status", 34, "[##########----------]  50 %  a l…"),
        ] as [(Double?, String?, Int, String)])
    func progressFitsItsLine(_ fraction: Double?, _ status: String?, _ width: Int, _ line: String) {
        #expect(ProgressLine.text(fraction: fraction, status: status, width: width) == line)
        #expect(CellWidth.of(line) <= width)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("It broke.\n", "It broke.", nil), ("\n \n", "Half", " \n"),
            ("It broke.\n", "Half", "It broke.\n"), ("one\n\nIt broke.", "It broke.", "one\nIt broke.\n"),
            ("It broke.\r\n\r\n", "It broke.", nil), ("1 %\r2 %\r\nno\r\n", "no", "1 %\r2 %\nno\n"),
        ] as [(String?, String?, String?)])
    func errorsArePrintedWhereTheReasonIsNotAll(_ errors: String?, _ reason: String?, _ printed: String?) {
        var progress = Sheet.Progress(state: .finished, unit: "process-7")
        (progress.result, progress.errors, progress.reason) = (.failure, errors, reason)
        #expect(OutcomeReport(progress).errors == printed)
    }

    @Test func anEndingSaysWhatBecameOfIt() {
        var progress = Sheet.Progress(state: .finished, unit: "app-activityd-a.b\\x2dc@1.service")
        progress.result = .success
        #expect(OutcomeReport(progress).status == 0 && OutcomeReport(progress).sentence == nil)
        progress.result = .cancelled
        #expect(OutcomeReport(progress).status == 130 && OutcomeReport(progress).advice == nil)
        (progress.result, progress.exitStatus) = (.failure, 3)
        #expect(OutcomeReport(progress).status == 1)
        var several = progress
        (several.runs, several.reason) = (Sheet.Runs(failed: 2, all: 3), "no luck")
        #expect(OutcomeReport(several).sentence == "2 of 3 failed (no luck).")
        #expect(OutcomeReport(progress).sentence == "It failed with exit status 3.")
        #expect(
            OutcomeReport(progress).advice
                == "See \"journalctl --user -u 'app-activityd-a.b\\x2dc@1.service'\".")
        progress.unit = "process-7"
        #expect(OutcomeReport(progress).advice == nil)
        (progress.exitStatus, progress.signal, progress.reason) = (
            nil, "SIGTERM", "It took longer than it may."
        )
        #expect(OutcomeReport(progress).sentence == "It was ended by SIGTERM (It took longer than it may).")
    }
}

@Suite("What an activity may touch")
struct ActivityctlReachTests {
    private func reach(_ perform: JSON, _ form: JSON = []) throws -> ActivityReach {
        let manifest: JSON = [
            "manifestVersion": 1, "identifier": "org.example.a", "title": "Do It", "icon": "icon.png",
            "category": "action", "accepts": [["types": ["*/*"]]], "perform": perform, "form": form,
        ]
        return ActivityReach(
            ManifestDecoder(isSystem: false, folder: nil).decode(manifest.serialized).manifest)
    }

    @Test func itSaysWhatRunsAndWhereItMayWrite() throws {
        let narrow = try reach(["exec": ["bin/a"], "network": false, "writes": ["downloads", "home"]])
        #expect(narrow.runs == "bin/a, a program of its own")
        #expect(narrow.network == "nothing" && narrow.writes == "your Downloads folder, your home folder")
        #expect(narrow.answers == nil)
        let wide = try reach(["exec": ["lp", "%F"]])
        #expect(wide.runs == "lp" && wide.writes == "everything you can write")
        #expect(wide.network == "everything you can reach")
        #expect(try reach(["exec": ["lp"], "writes": []]).writes == "nothing")
        #expect(try reach(["exec": ["lp"], "writes": ["state"]]).writes == "a folder of its own")
        let link = try reach(["uri": "sms:?body={text}"])
        #expect(link.runs == "opens sms:?body={text}")
        #expect(link.network == "what the program that opens the link reaches")
    }

    @Test func itSaysWhatRunsBeforeItIsPerformed() throws {
        func live(_ id: String, _ program: String) -> JSON {
            [
                "id": .string(id), "label": "L", "type": "choice", "optionsExec": [.string(program), "x"],
            ]
        }
        let form: JSON = [live("one", "bin/list"), live("other", "lpstat")]
        let reach = try reach(["exec": ["lp"], "stdin": "request"], form)
        #expect(reach.asksPrograms == "one from bin/list, a program of its own; other from lpstat")
        let link = try self.reach(["uri": "https://example.org/{one}{other}"], form)
        #expect(link.network == "everything you can reach")
        #expect(try self.reach(["exec": ["lp"]]).asksPrograms == nil)
    }

    @Test func itSaysWhereAnswersGo() throws {
        let form: JSON = [
            ["id": "width", "label": "W", "type": "number"], ["id": "key", "label": "K", "type": "password"],
        ]
        let exec = try reach(["exec": ["bin/a", "--width={width}"], "stdin": "request"], form)
        let arguments = "width to the program's arguments (every user can see them)"
        #expect(exec.answers == arguments + "; key to the program's standard input")
        let link = try reach(
            ["uri": "https://{server}/"], [["id": "server", "label": "S", "type": "text", "required": true]])
        #expect(link.answers == "server to the link")
    }
}
