// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import StrictJSON
import TestSupport
import Testing

@Suite("Judging files that came in a message")
struct BundleValidatorTests {
    let validator = BundleValidator(neighbours: Neighbours(Fixtures.system))

    private func files(_ members: KeyValuePairs<String, JSON> = [:], _ more: [BundleFile] = [])
        -> [BundleFile]
    {
        [
            BundleFile(path: "manifest.json", bytes: Array(Fixtures.manifest("org.example.a", members).utf8)),
            BundleFile(path: "icon.png", bytes: Array(Fixtures.icon.utf8)),
        ] + more
    }

    private func rules(_ files: [BundleFile]) -> [Rule] {
        validator.candidate(files: files).diagnostics.map(\.rule)
    }

    @Test func `The manifest gives the identifier, and the icon goes to the judge`() {
        let candidate = validator.candidate(files: files())
        #expect(candidate.identifier == "org.example.a" && candidate.diagnostics == [])
        #expect(candidate.icons?.files == ["icon.png": Array(Fixtures.icon.utf8)])
        #expect(
            candidate.finished(with: IconFindings([Diagnostic(.iconEmpty, "empty")])).standing == .rejected)
    }

    @Test func `Files and a folder with the same bytes have the same findings`() {
        let scratch = Scratch()
        for file in files() {
            scratch.write("org.example.a.activity/" + file.path, String(decoding: file.bytes, as: UTF8.self))
        }
        let folder = validator.candidate(folder: scratch("org.example.a.activity"))
        #expect(folder.findingsKey == validator.candidate(files: files()).findingsKey)
        #expect(folder.manifest == validator.candidate(files: files()).manifest)
    }

    @Test(arguments: [true, false])
    func `The identifier that a generator makes of a file's name is nobody's name`(isGenerated: Bool) {
        let scratch = Scratch()
        for file in files(["title": "An Example"]) {
            scratch.write("org.example.a.activity/" + file.path, String(decoding: file.bytes, as: UTF8.self))
        }
        let validator = BundleValidator(neighbours: Neighbours(Fixtures.system), isGenerated: isGenerated)
        let found = validator.candidate(folder: scratch("org.example.a.activity")).diagnostics
        #expect(found.map(\.rule) == (isGenerated ? [] : [.titleBrand]))
    }

    @Test(arguments: ["/icon.png", "../icon.png", "a/./b", "a//b", "", "a/", "manifest.json"])
    func `A path that leaves the bundle, or comes twice, is refused`(path: String) {
        #expect(rules(files([:], [BundleFile(path: path, bytes: [])])) == [.bundlePath])
    }

    @Test func `More than 256 files are refused`() {
        let more = (0..<254).map { BundleFile(path: "data/\($0)", bytes: []) }
        #expect(rules(files([:], more)) == [])
        #expect(rules(files([:], more + [BundleFile(path: "one-more", bytes: [])])) == [.bundlePath])
    }

    @Test func `A missing program of options is named by its field`() {
        let live: JSON = ["id": "a", "label": "A", "type": "choice", "optionsExec": ["bin/list"]]
        let perform: JSON = ["exec": ["act"], "stdin": "request"]
        let candidate = validator.candidate(files: files(["form": [live], "perform": perform]))
        #expect(candidate.diagnostics.map(\.pointer) == ["/form/0/optionsExec/0"])
    }

    @Test func `No manifest, and no icon, are named`() {
        #expect(rules([]) == [.manifestMissing])
        #expect(rules([files()[0]]) == [.iconMissing])
    }

    @Test func `A program in the bundle must be there and be executable`() {
        let exec: JSON = ["exec": ["bin/run", "%F"]]
        func program(_ isExecutable: Bool) -> [BundleFile] {
            [BundleFile(path: "bin/run", bytes: [], isExecutable: isExecutable)]
        }
        #expect(rules(files(["perform": exec])) == [.bundlePath])
        #expect(rules(files(["perform": exec], program(false))) == [.bundlePath])
        #expect(rules(files(["perform": exec], program(true))) == [])
    }

    @Test func `A program beside the manifest has a folder to go to`() {
        let candidate = validator.candidate(files: files(["perform": ["exec": ["./run.py", "%F"]]]))
        #expect(candidate.diagnostics.map(\.rule) == [.bundlePath])
        #expect(candidate.diagnostics.first?.message.contains("Put the program into a folder there") == true)
    }

    @Test(arguments: [
        ("title", "Drucken", Rule.titleReserved), ("identifier", "io.activityd.print", .identifierReserved),
        ("title", "Print all pages", .recreatesBuiltin),
    ])
    func `What is the system's stays the system's`(key: String, value: String, rule: Rule) {
        let members = KeyValuePairs(dictionaryLiteral: (key, JSON.string(value)))
        #expect(rules(files(members)).contains(rule))
    }

    @Test func `A replacement is no duplicate of what it replaces`() {
        let one = validator.candidate(files: files()).finished()
        let validator = BundleValidator(neighbours: Neighbours(Fixtures.system + [one]))
        #expect(validator.candidate(files: files()).diagnostics == [])
        let other = files(["identifier": "org.example.b"])
        #expect(validator.candidate(files: other).diagnostics.map(\.rule) == [.titleDuplicate])
    }
}
