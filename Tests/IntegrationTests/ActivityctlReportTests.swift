// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport
import Testing

/// The reports of `check` about faults.
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

    @Test func `A fault of an icon names the icon's file, and says that it can be seen`() {
        let bundle = program.bundle("org.example.a")
        program.write(
            bundle + "/icon.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">"#
                + #"<rect width="4" height="4" fill="red"/></svg>"#
        )
        let ending = program("check", bundle)
        #expect(ending.status == 1)
        #expect(ending.output.contains("error[icon-colour]: icon.svg has "))
        #expect(ending.output.contains(" --> \(bundle)/icon.svg\n"))
        #expect(ending.output.contains("= help: Only the icon's alpha is used"))
        #expect(ending.output.contains("--report check.html"))
        #expect(!program("check", bundle, "--report", "check.html").output.contains("--report"))
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

    @Test func `The command lists every rule`() {
        let output = program("rules").output
        #expect(output.split(separator: "\n").count == 3 * Rule.allCases.count)
    }
}
