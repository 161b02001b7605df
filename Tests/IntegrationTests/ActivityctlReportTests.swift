// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import TestSupport
import Testing
import activityctl

/// How `check` tells what is wrong.
@Suite("Reports of faults")
struct ActivityctlReportTests {
    let program = ActivityctlProgram()

    @Test func `A fault is shown where it stands, with its remedy and its source`() {
        let bundle = program.bundle("org.example.a", title: "Do it!")
        let ending = program("check", bundle)
        #expect(
            ending.output == """
                warning[title-punctuation]: The title ends in "!"
                 --> \(bundle)/manifest.json:4:12 (/title)
                  |
                4 |   "title": "Do it!",\u{20}
                  |            ^^^^^^^^
                  |
                  = help: Leave it off: a title is a name and not a sentence.
                  = note: HIG, Activity: a short, localisable title

                1 bundle: 1 warning.

                """)
    }

    @Test func `An unknown key is underlined, and not its value`() {
        let bundle = program.bundle("org.example.a", more: #""colour": "red","#)
        let lines = program("check", bundle).output.split(separator: "\n")
        let mark = lines.firstIndex { $0.hasSuffix("^^^^^^^^") }
        #expect(mark.map { lines[$0 - 1].contains(#""colour""#) } == true)
    }

    @Test func `A fault of an icon names the icon's file, and says that it can be seen`() {
        let bundle = program.bundle("org.example.a")
        program.write(
            bundle + "/icon.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="4" height="4" fill="red"/></svg>"#
        )
        let ending = program("check", bundle)
        #expect(ending.status == 1)
        #expect(ending.output.contains("error[icon-colour]: icon.svg has "))
        #expect(ending.output.contains(" --> \(bundle)/icon.svg\n"))
        #expect(ending.output.contains("= help: Only the icon's alpha is used"))
        #expect(ending.output.contains("--report check.html"))
        #expect(!program("check", bundle, "--report", "check.html").output.contains("--report"))
    }

    @Test func `A rule's source is told once`() {
        let bundles = [
            program.bundle("org.example.a", title: "Do it!"),
            program.bundle("org.example.b", title: "Do it?"),
        ]
        let output = program("check", bundles[0], bundles[1]).output
        #expect(output.components(of: "warning[title-punctuation]") == 2)
        #expect(output.components(of: "= note:") == 1)
    }

    @Test func `Several bundles are summed up, each on a line`() {
        let bundles = [program.bundle("org.example.a"), program.bundle("org.example.b", title: "")]
        let output = program("check", bundles[0], bundles[1]).output
        #expect(
            output.hasSuffix(
                """

                BUNDLE                  OUTCOME
                org.example.a.activity  no faults
                org.example.b.activity  rejected: 1 error

                2 bundles: 1 error.

                """), "\(output)")
    }

    @Test func `On a terminal there is colour, in a pipe there is none`() {
        let bundle = program.bundle("org.example.a", title: "")
        #expect(!program("check", bundle).output.contains("\u{1B}["))
        program.environment["TERM"] = "xterm"
        let terminal = program.shell("script -qec '\(ActivityctlProgram.path) check \(bundle)' /dev/null")
        #expect(terminal.output.contains("\u{1B}[1;31merror[title-empty]\u{1B}[0m"))
        program.environment["NO_COLOR"] = "1"
        let plain = program.shell("script -qec '\(ActivityctlProgram.path) check \(bundle)' /dev/null")
        #expect(plain.output.contains("error[title-empty]: ") && !plain.output.contains("\u{1B}[1"))
    }

    @Test(arguments: Rule.allCases)
    func `Every rule is listed with its source, by the command and in the manual`(_ rule: Rule) {
        // Lines are filled in the page, and the reader's are filled again.
        let page = Files.text(Checkout.path + "/man/activity-rules.7").replacing("\n", with: " ")
        let head = ".It Cm \(rule.rawValue) Pq \(rule.severity.rawValue)"
        let entry = "\(head) \(rule.summary) .br .Em \(rule.source) "
        #expect(page.contains(entry))
        let listed = program("rules").output
        #expect(
            listed.contains(
                "\(rule.rawValue)  \(rule.severity.rawValue)\n    \(rule.summary)\n    \(rule.source)\n"))
    }

    // MARK: Excerpts

    private func excerpt(_ text: String, _ meant: String) throws -> SourceExcerpt {
        let start = try #require(text.firstRange(of: meant)).lowerBound
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: start)
        return SourceExcerpt(Array(text.utf8), offset..<offset + meant.utf8.count)
    }

    @Test func `The marks stand beneath what is meant, whatever the script`() throws {
        for before in ["", "abc ", "缩放 ", "é ", "\u{202E}", "\t"] {
            let lines = try excerpt("one\n" + before + "HERE after", "HERE").plain
            let column = try #require(lines[1].firstRange(of: "HERE"))
            let cells = CellWidth.of(lines[1][..<column.lowerBound])
            #expect(lines[2] == "  |" + String(repeating: " ", count: cells - 3) + "^^^^")
        }
    }

    @Test func `A long line is cut on both sides`() throws {
        let long = String(repeating: "x", count: 60_000)
        let lines = try excerpt(long + "HERE" + long, "HERE").plain
        #expect(lines[1].count < 120 && lines[1].contains("…") && lines[1].contains("HERE"))
    }

    @Test func `Of a value of several lines the first is marked`() throws {
        let lines = try excerpt("{\n  \"a\": [\n 1 ]\n}", "[\n 1 ]").plain
        #expect(lines == ["  |", "2 |   \"a\": [", "  |        ^"])
    }

    @Test func `An end that is missing is marked behind the text`() {
        #expect(SourceExcerpt(Array("{".utf8), 1..<2).plain == ["  |", "1 | {", "  |  ^"])
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
