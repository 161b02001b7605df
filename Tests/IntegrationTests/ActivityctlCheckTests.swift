// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@Suite("Checking and beginning bundles")
struct ActivityctlCheckTests {
    let program = ActivityctlProgram()

    @Test(arguments: [
        "org.example.resize", "org.example.print", "org.example.do-it_now", "a.b", "org.my.own",
    ])
    func `What new writes breaks no rule, but is told to be a beginning`(identifier: String) {
        let new = program("new", identifier)
        #expect(new.status == 0 && new.output.contains("activityctl check \(identifier).activity"))
        let check = program("check", "\(identifier).activity")
        #expect(check.status == 0 && !check.output.contains("error"), "\(check.output)")
        #expect(check.output.ranges(of: "warning[").count == check.output.ranges(of: "[placeholder]").count)
        #expect(program("check", "--strict", "\(identifier).activity").status == 1)
    }

    @Test func `What is there is not overwritten`() {
        _ = program("new", "org.example.a")
        program.write("org.example.a.activity/manifest.json", "mine")
        #expect(program("new", "org.example.a").status == 1)
        #expect(program.read("org.example.a.activity/manifest.json") == "mine")
    }

    @Test func `A fault is placed in the manifest`() {
        let bundle = program.bundle("org.example.a", title: "")
        let ending = program("check", bundle)
        #expect(ending.status == 1)
        #expect(ending.output.contains("error[title-empty]: "))
        #expect(ending.output.contains(" --> \(bundle)/manifest.json:4:12 (/title)\n"))
        #expect(ending.output.hasSuffix("\n1 bundle: 1 error.\n"))
    }

    @Test func `So is what is said of a program`() {
        let bundle = program.bundle("org.example.a")
        let manifest = program.read(bundle + "/manifest.json")
        program.write(bundle + "/manifest.json", manifest.replacing(#""true""#, with: #""no-such-tool""#))
        let output = program("check", bundle).output
        #expect(output.contains("warning[program-undeclared]: A machine without no-such-tool"), "\(output)")
        #expect(output.contains(" --> \(bundle)/manifest.json:7:"))
    }

    @Test func `What is no JSON is placed too`() {
        let bundle = program.bundle("org.example.a")
        program.write(bundle + "/manifest.json", "{\n  \"a\": 1,\n}")
        #expect(program("check", bundle).output.contains(" --> \(bundle)/manifest.json:2:9\n"))
        program.write(bundle + "/manifest.json", "{\n  “a”: 1\n}")
        #expect(program("check", bundle).output.contains("2 |   “a”: 1\n"))
    }

    @Test func `The bundle may stand behind what it is judged with`() {
        let bundle = program.bundle("org.example.a")
        program.write("a.png", "x")
        program.write("b.txt", "x")
        let ending = program("check", "--with", "a.png", "--with", "b.txt", bundle)
        #expect(ending.status == 0 && ending.output.contains("2 items"), "\(ending.output)")
    }

    @Test func `Warnings count only if strict`() {
        let bundle = program.bundle("org.example.a", title: "Do it!")
        #expect(program("check", bundle).status == 0)
        #expect(program("check", bundle, "--strict").status == 1)
    }

    @Test func `A folder of any name is judged by the manifest's identifier`() throws {
        let bundle = program.bundle("org.example.a")
        try #require(rename("\(program.folder)/\(bundle)", program.folder + "/source") == 0)
        let check = program("check", "source", "--with", "https://example.org")
        #expect(check.status == 0 && check.output.contains("warning[identifier-folder]"), "\(check)")
        #expect(check.output.contains("org.example.a  type-not-accepted"), "\(check)")
        program.makeFolder("other.activity")
        try #require(rename(program.folder + "/source", program.folder + "/other.activity") == 0)
        #expect(program("check", "other.activity").output.contains("error[identifier-folder]"))
    }

    @Test func `Several bundles come as one JSON array, paths as given`() throws {
        let bundles = [program.bundle("org.example.a"), "./" + program.bundle("org.example.b", title: "")]
        let ending = program("check", bundles[0], bundles[1], "--json")
        guard case .array(let elements) = try JSON(parsing: ending.output) else {
            return #expect(Bool(false))
        }
        let objects = try elements.map { try JSON.Object(json: $0) }
        #expect(objects.map { $0.value("path") } == bundles.map { .string($0) })
        #expect(objects.map { $0.value("identifier") } == ["org.example.a", "org.example.b"])
        #expect(objects[0].value("diagnostics") == [])
        #expect(objects.allSatisfy { $0.names.count == 3 } && ending.status == 1)
    }

    @Test func `With files it says what Explain would`() {
        let bundle = program.bundle("org.example.a")
        program.write("a.txt", "hello")
        let refused = program("check", bundle, "--with", "a.txt")
        #expect(refused.status == 0 && refused.output.contains("org.example.a  type-not-accepted"))
        let listed = program("check", bundle, "--with", "a.txt", "--with", "https://example.org", "--json")
        #expect(listed.output.contains("\"code\":\"type-not-accepted\""))
    }

    @Test func `With a text too`() {
        let bundle = program.bundle("org.example.a")
        let refused = program("check", bundle, "--text", "words")
        #expect(refused.status == 0 && refused.output.contains("\"words\" (text/plain)"), "\(refused)")
        #expect(refused.output.contains("org.example.a  type-not-accepted"))
        // Beside a link the text is its caption.
        let captioned = program("check", bundle, "--with", "https://example.org", "--text", "a").output
        #expect(captioned.contains("1 item: https://example.org"), "\(captioned)")
    }

    @Test(arguments: ["nowhere", "file"])
    func `What is no folder is so for each command`(path: String) {
        program.write("file", "")
        let check = program("check", path)
        #expect(
            check.status == 1 && check.output.contains("error[bundle-path]: \(path) is not a folder\n"),
            "\(check)")
        #expect(check.output.contains("Give the folder that holds manifest.json."))
        for command in [["register"], ["register", "--link"], ["try"]] {
            let ending = program.run(command + [path] + (command == ["try"] ? ["--text", "a"] : []))
            #expect(
                ending.status == 1 && ending.errors.contains("Error: \(path) is not a folder.\n"), "\(ending)"
            )
        }
    }

    @Test func `A missing program comes before the content`() {
        let bundle = program.bundle(
            "org.example.a", more: #""requires": { "programs": ["no-such-program"] },"#)
        #expect(program("check", bundle, "--with", "https://example.org").output.contains("program-missing"))
    }

    @Test func `A bundle among the system's is judged as one of them`() {
        program.makeFolder("system")
        let bundle = program.bundle("system/io.activityd.print", title: "Print", more: #""position": 1,"#)
        #expect(program("check", bundle, "--bundles", "system").output == "1 bundle: no faults.\n")
        #expect(program("check", bundle).output.contains("position-custom"))
        let other = program.bundle("org.example.a", title: "print")
        #expect(program("check", other, "--bundles", "system").output.contains("error[title-reserved]"))
    }

    @Test func `What a bundle says cannot write to the terminal`() {
        let bundle = program.bundle("org.example.a", more: "\"\\u001b[2J\\u202e\": 1,")
        let ending = program("check", bundle)
        #expect(ending.output.contains("manifest-unknown-key") && !ending.output.contains("\u{1B}"))
        #expect(!program("check", bundle, "--json").output.contains("\u{202E}"))
    }

    @Test func `Without activity-draw no icon passes, and no verdict is shipped`() {
        program.environment["ACTIVITYD_DRAW"] = program.folder + "/nothing"
        #expect(program("check", program.bundle("org.example.a")).output.contains("error[icon-unreadable]"))
        program.makeFolder("system")
        _ = program.bundle("system/io.activityd.print", title: "Print", more: #""position": 1,"#)
        #expect(program("ship-verdicts", "system").status == 1)
        #expect(program.read("system/verdicts.json").isEmpty)
    }
}
