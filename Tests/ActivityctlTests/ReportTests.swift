// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport
import Testing

@testable import activityctl

/// The lines about faults.
@Suite("Reports of faults")
struct ReportTests {
    private static let manifest = """
        {
          "identifier": "org.example.a",
          "title": "Do it!",
          "colour": "red"
        }
        """

    private static func checked(
        _ diagnostics: [Diagnostic], path: String = "org.example.a.activity", _ text: String = manifest
    ) -> CheckedBundle {
        let record = BundleRecord(identifier: "org.example.a", path: path, source: .custom)
        return CheckedBundle(
            path: path, bundle: Bundle(record, standing: .present, diagnostics: diagnostics),
            manifest: Array(text.utf8), icons: nil)
    }

    private static func lines(_ checked: CheckedBundle, isOn: Bool = false) -> [String] {
        var told: Set<Rule> = []
        return checked.lines(Paint(isOn: isOn), &told)
    }

    private static let punctuation = Diagnostic(
        .titlePunctuation, at: "/title", "The title ends in \"!\". Leave it off: a title is a name.")

    @Test func `A fault is shown where it stands, with its remedy and its source`() {
        #expect(
            Self.lines(Self.checked([Self.punctuation])) == [
                #"warning[title-punctuation]: The title ends in "!""#,
                " --> org.example.a.activity/manifest.json:3:12 (/title)", "  |",
                #"3 |   "title": "Do it!","#, "  |            ^^^^^^^^", "  |",
                "  = help: Leave it off: a title is a name.", "  = note: \(Rule.titlePunctuation.source)", "",
            ])
    }

    @Test func `What stands nowhere is about the folder, and what is no JSON where that ends`() {
        let folder = Diagnostic(.identifierFolder, "The folder has another name.")
        #expect(Self.lines(Self.checked([folder]))[1] == " --> org.example.a.activity")
        let broken = Diagnostic(.manifestJSON, at: "", "manifest.json is not JSON.")
        let place = Self.lines(Self.checked([broken], path: "a/", "{\n  \"a\": 1,\n}"))[1]
        #expect(place == " --> a/manifest.json:2:9")
    }

    @Test func `An unknown key is underlined, and not its value`() {
        let unknown = Diagnostic(.manifestUnknownKey, at: "/colour", "There is no key \"colour\".")
        let lines = Self.lines(Self.checked([unknown]))
        #expect(lines[3] == #"4 |   "colour": "red""# && lines[4] == "  |   ^^^^^^^^", "\(lines)")
    }

    @Test func `A semicolon parts fault and remedy, and a sign in quotes parts nothing`() {
        func parts(_ message: String) -> [String] {
            let report = DiagnosticReport(
                diagnostic: Diagnostic(.titleEmpty, message), location: "a", excerpt: nil, tellsSource: false)
            return report.lines(Paint(isOn: false)).filter { !$0.contains("-->") && !$0.isEmpty }
        }
        #expect(
            parts("It is empty; give it one.") == [
                "error[title-empty]: It is empty", "  = help: Give it one.",
            ])
        #expect(
            parts("\"Dr. No; or so\" is long. Cut it.") == [
                "error[title-empty]: \"Dr. No; or so\" is long", "  = help: Cut it.",
            ])
        #expect(parts("It is empty.") == ["error[title-empty]: It is empty"])
        #expect(parts("See a\u{1B}[2J. Go on.").allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test func `A rule's source is told once`() {
        var told: Set<Rule> = []
        let lines = (0..<2).flatMap { _ in
            Self.checked([Self.punctuation]).lines(Paint(isOn: false), &told)
        }
        #expect(lines.count { $0.hasPrefix("warning[title-punctuation]") } == 2)
        #expect(lines.count { $0.hasPrefix("  = note: ") } == 1)
    }

    @Test func `Faults are coloured on a terminal`() {
        let lines = Self.lines(Self.checked([Self.punctuation, Diagnostic(.titleEmpty, "No.")]), isOn: true)
        let head = "\u{1B}[1;33mwarning[title-punctuation]\u{1B}[0m\u{1B}[1m: The title"
        #expect(lines[0].hasPrefix(head))
        #expect(lines.contains { $0.hasPrefix("\u{1B}[1;31merror[title-empty]\u{1B}[0m") })
    }

    @Test func `Several bundles are summed up, each on a line`() {
        let empty = Diagnostic(.titleEmpty, at: "/title", "The title is empty.")
        let bundles = [
            Self.checked([], path: "a.activity"),
            Self.checked([empty, Self.punctuation], path: "b.activity"),
            Self.checked([Self.punctuation], path: "c.activity"),
        ]
        #expect(
            CheckedBundle.summary(of: bundles).lines == [
                "BUNDLE      OUTCOME", "a.activity  no faults", "b.activity  rejected: 1 error, 1 warning",
                "c.activity  1 warning",
            ])
        #expect(Tally(bundles).sentence == "3 bundles: 1 error, 2 warnings.")
        #expect(Tally([bundles[0]]).sentence == "1 bundle: no faults.")
    }

    @Test(arguments: Rule.allCases)
    func `Every rule is listed with its source, by the command and in the manual`(_ rule: Rule) {
        // Line breaks in the page do not matter, as man(1) fills the text.
        let page = Files.text(Checkout.path + "/man/activity-rules.7").replacing("\n", with: " ")
        let head = ".It Cm \(rule.rawValue) Pq \(rule.severity.rawValue)"
        let entry = "\(head) \(rule.summary) .br .Em \(rule.source) "
        #expect(page.contains(entry))
        let lines = [
            "\(rule.rawValue)  \(rule.severity.rawValue)", "    \(rule.summary)", "    \(rule.source)",
        ]
        #expect(Rules.lines(on: rule, Paint(isOn: false), width: nil) == lines)
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
