// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Storing stars")
struct StarStoreTests {
    let scratch = Scratch()

    func store(_ scope: Scope) -> StarStore {
        let path = SearchPath.keeping(in: scratch, scope)
        let lastGood = LastGood(
            folder: path.stateFolders[0], isPersons: scope == .user, system: scratch("system"))
        return StarStore(path, lastGood: lastGood)
    }

    @Test("a person's stars take the place of the system scope's, and those of the setting's")
    func layers() throws {
        let (system, user) = (store(.system), store(.user))
        #expect(user.load(under: ["org.x.a"]).starred == ["org.x.a"])
        try system.files.replace(["org.x.b"])
        #expect(user.load(under: ["org.x.a"]).starred == ["org.x.b"])
        try user.files.replace(["org.x.c", "io.x.copy"])
        #expect(user.load(under: ["org.x.a"]).starred == ["org.x.c", "io.x.copy"])
        #expect(system.load(under: ["org.x.a"]).starred == ["org.x.b"])
        #expect(scratch.mode("person/starred.json") == 0o600)
        #expect(scratch.mode("system/starred.json") == 0o644)
        try user.files.replace([])
        #expect(scratch.names("person") == [])
        #expect(user.load().starred == ["org.x.b"])
    }

    @Test("what the system scope wrote overrides the setting in the report")
    func reports() throws {
        let system = store(.system)
        try system.files.replace(["org.x.b"])
        var look = PolicyLook(system.path, system.lastGood)
        look.report.add(
            PolicyEntry(kind: .configuration, key: "starred", value: ["org.x.a"], path: "/etc/x.json"))
        _ = system.load(under: ["org.x.a"], &look)
        #expect(look.report.entries.map(\.overriddenBy) == [scratch("system/starred.json"), nil])
    }

    @Test(
        "a corrupt file counts as none, is reported, and is kept aside",
        arguments: ["{", #"{"starred": "org.x.a"}"#, #"{"starred": [1]}"#])
    func keepsCorruptAside(text: String) throws {
        let user = store(.user)
        scratch.write("person/starred.json", text)
        let found = user.load(under: ["org.x.a"])
        #expect(found.starred == ["org.x.a"] && found.problems.count == 1)
        try user.files.replace(["org.x.b"])
        #expect(scratch.text("person/starred.json.corrupt") == text)
        #expect(user.load().starred == ["org.x.b"])
    }

    @Test("what is no identifier, or comes twice, is reported and left out")
    func dropsEntries() {
        scratch.write("person/starred.json", #"{"starred": ["org.x.a", "x", "org.x.a"], "other": 1}"#)
        let found = store(.user).load()
        #expect(found.starred == ["org.x.a"] && found.problems.count == 3)
    }

    @Test("a file of more than a megabyte does not count, and none is written")
    func isBounded() throws {
        let (user, system) = (store(.user), store(.system))
        let many = (0..<100_000).map { "org.x.a\($0)" }
        #expect(throws: StorageError.self) { try user.files.replace(many) }
        #expect(scratch.names("person") == [])
        for folder in ["person", "system"] {
            let list = "[\"" + many.joined(separator: "\", \"") + "\"]"
            scratch.write(folder + "/starred.json", "{\"starred\": \(list)}")
        }
        let found = user.load(under: ["org.x.b"])
        #expect(found.starred == ["org.x.b"] && found.problems.count == 2)
        #expect(found.problems.allSatisfy { $0.contains("/starred.json is larger than 1048576 bytes.") })
        #expect(system.load(under: ["org.x.b"]).starred == ["org.x.b"])
    }

    @Test("of many faults a few are named")
    func countsFaults() {
        let list = (0..<100).map { "\"\($0)\"" }.joined(separator: ",")
        scratch.write("person/starred.json", "{\"starred\": [\(list)]}")
        let problems = store(.user).load().problems
        #expect(problems.count == 9 && problems.last?.hasSuffix("So it is with 92 more.") == true)
    }
}
