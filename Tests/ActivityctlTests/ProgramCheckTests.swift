// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport
import Testing

@testable import activityctl

@Suite("What check says of the programs that a bundle runs")
struct ProgramCheckTests {
    private let scratch = Scratch()

    /// The remarks on a bundle that runs `exec`, with `script` as its bin/run, each on a line.
    private func warnings(
        _ script: String?, exec: String = #"["bin/run", "%F"]"#, more: String = ""
    ) -> String {
        if let script { scratch.write("bin/run", script) }
        let text = """
            {
              "manifestVersion": 1, "identifier": "org.example.a", "title": "Do It", \(more)
              "icon": "icon.svg", "category": "action", "accepts": [ { "types": ["image/*"] } ],
              "perform": { "exec": \(exec) }
            }
            """
        let decoded = ManifestDecoder(isSystem: false, folder: nil).decode(Array(text.utf8))
        #expect(decoded.diagnostics.isEmpty)
        return ProgramCheck(decoded.manifest, in: scratch.path).remarks
            .map { $0.line(Paint(isOn: false)) + "\n" }.joined()
    }

    @Test(arguments: [
        "#!/bin/sh\n", "#! /bin/sh -eu\n", "#!/usr/bin/env sh\n", "#!/usr/bin/env -S bash -eu\n",
        "#!/usr/bin/env -S A=b sh\n", "#!/bin/sh", "\u{7F}ELF\u{02}\u{01}",
    ])
    func `Nothing of what works`(script: String) {
        #expect(warnings(script) == "")
    }

    @Test(
        arguments: [
            ("#!/usr/bin/no-such-thing\n", "is run by /usr/bin/no-such-thing, which is not on this machine"),
            ("#!/usr/bin/env no-such-thing\n", "is run by no-such-thing, which is not on this machine"),
            ("#!bin/sh\n", "is run by bin/sh, which is not on this machine"),
            ("#!/usr/bin/env sh -eu\n", "Write #!/usr/bin/env -S sh -eu."),
            ("echo hello\n", "does not begin with #! and an interpreter"), ("", "does not begin with #!"),
            ("#!\n", "does not begin with #!"), ("\u{FEFF}#!/bin/sh\n", "begins with a byte order mark"),
        ])
    func `An interpreter that is missing is named`(script: String, sentence: String) {
        let output = warnings(script)
        #expect(output.contains("warning[program-interpreter]") && output.contains(sentence), "\(output)")
        #expect(output.contains("(/perform/exec/0)"))
    }

    @Test func `Windows line endings are seen, and the interpreter despite them`() {
        let output = warnings("#!/bin/sh\r\necho hello\r\n")
        #expect(output.contains("warning[program-line-ends]") && !output.contains("program-interpreter"))
    }

    @Test func `A script's interpreter is required, unless every machine has it`() {
        let script = "#!/usr/bin/env -S python3 -B\n"
        let output = warnings(script)
        #expect(output.contains("bin/run is run by python3"), "\(output)")
        #expect(output.contains(#""programs": ["python3"]"#))
        let required = #""requires": { "programs": [["python2", "python3"]] },"#
        #expect(!warnings(script, more: required).contains("program-undeclared"))
    }

    @Test func `A program that several scripts are run by is told of once`() {
        let more = #""form": [{ "id": "a", "label": "A", "type": "choice", "optionsExec": ["bin/run"] }],"#
        let output = warnings("#!/usr/bin/python3\n", exec: #"["bin/run", "{a}", "%F"]"#, more: more)
        #expect(output.ranges(of: "warning[program-undeclared]").count == 1, "\(output)")
    }

    @Test(arguments: ["no-such-tool", "/usr/bin/no-such-tool"])
    func `A program from elsewhere is required`(name: String) {
        let output = warnings(nil, exec: #"["\#(name)", "%F"]"#)
        #expect(output.contains("warning[program-undeclared]"), "\(output)")
        #expect(output.contains(#"Write "requires": { "programs": ["no-such-tool"] }."#))
        let required = #""requires": { "programs": ["\#(name)"] },"#
        #expect(!warnings(nil, exec: #"["\#(name)", "%F"]"#, more: required).contains("program-undeclared"))
    }

    @Test(arguments: [#"["true"]"#, #"["true", "100%%", "--all"]"#])
    func `A program that is handed nothing is told of`(exec: String) {
        let output = warnings(nil, exec: exec)
        #expect(output.contains("warning[program-input]: true never receives"), "\(output)")
    }

    @Test(arguments: [
        (#"["true"], "stdin": "text""#, ""), (#"["true"], "stdin": "request""#, ""),
        (#"["true"], "workingDirectory": "item""#, ""), (#"["true", "--in=%u"], "each": true"#, ""),
        (#"["true", "{a}"]"#, #""form": [{ "id": "a", "label": "A", "type": "text" }],"#),
    ])
    func `One that is handed something is not`(exec: String, more: String) {
        #expect(!warnings(nil, exec: exec, more: more).contains("program-input"))
    }

    @Test func `A required program that is missing is told of`() {
        let required =
            #""requires": { "programs": ["sh", ["no-such-tool", "nor-this"], ["no-such-tool", "sh"]] },"#
        let output = warnings("#!/bin/sh\n", more: required)
        #expect(
            output.contains("warning[program-missing]: no-such-tool or nor-this is not on this machine"),
            "\(output)")
        #expect(output.contains("(/requires/programs/1)") && output.ranges(of: "program-missing").count == 1)
    }

    @Test func `A program in the bundle is named by its path`() {
        let output = warnings("#!/bin/sh\n", exec: #"["run", "%F"]"#)
        #expect(output.contains("Write bin/run."), "\(output)")
    }
}
