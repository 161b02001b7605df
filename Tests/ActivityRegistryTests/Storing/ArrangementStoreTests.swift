// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Storing the arrangement")
struct ArrangementStoreTests {
    let scratch = Scratch()
    var system: ArrangementStore {
        ArrangementStore(
            .keeping(in: scratch, .system), lastGood: LastGood(folder: scratch("system"), isPersons: false))
    }
    var user: ArrangementStore {
        ArrangementStore(
            .keeping(in: scratch, .user), lastGood: LastGood(folder: scratch("person"), isPersons: true))
    }

    @Test("the system's arrangement is the default for people without one")
    func fallsBack() throws {
        #expect(user.load().arrangement == [])
        try system.files.replace(["org.x.a", "org.x.b"])
        #expect(user.load().arrangement == ["org.x.a", "org.x.b"])
        try user.files.replace(["org.x.c"])
        #expect(user.load().arrangement == ["org.x.c"])
        #expect(system.load().arrangement == ["org.x.a", "org.x.b"])
        try user.files.replace(["org.x.b", "org.x.a"])
        #expect(user.load().arrangement == ["org.x.b", "org.x.a"])
        #expect(scratch.mode("person/arrangement.json") == 0o600)
        #expect(scratch.mode("system/arrangement.json") == 0o644)
        #expect(user.load().problems == [])
    }

    @Test("an empty arrangement takes the file away")
    func clears() throws {
        try system.files.replace([])
        #expect(!scratch.exists("system"))
        try system.files.replace(["org.x.a"])
        try user.files.replace(["org.x.b"])
        try user.files.replace([])
        #expect(scratch.names("person") == [])
        #expect(user.load().arrangement == ["org.x.a"])
    }

    @Test(
        "a corrupt arrangement counts as none, is reported, and is kept aside",
        arguments: ["{", #"{"arrangement": "org.x.a"}"#, #"{"arrangement": [1]}"#])
    func keepsCorruptAside(text: String) throws {
        try system.files.replace(["org.x.a"])
        scratch.write("person/arrangement.json", text)
        #expect(user.load().arrangement == ["org.x.a"])
        #expect(user.load().problems.count == 1)
        try user.files.replace([])
        #expect(scratch.names("person") == ["arrangement.json.corrupt"])
        scratch.write("person/arrangement.json", text)
        try user.files.replace(["org.x.b"])
        #expect(scratch.text("person/arrangement.json.corrupt") == text)
        #expect(user.load().arrangement == ["org.x.b"])
    }

    @Test("an admin's arrangement that breaks stays in force", arguments: ["{", #"{"arrangement": [1]}"#])
    func failsClosed(text: String) throws {
        let user = user
        try system.files.replace(["org.x.a"])
        #expect(user.load().arrangement == ["org.x.a"])
        scratch.write("system/arrangement.json", text)
        #expect(user.load().arrangement == ["org.x.a"])
        #expect(user.load().problems.count == 2)
    }

    @Test("what is no identifier, or comes twice, is reported and left out")
    func dropsEntries() {
        scratch.write("person/arrangement.json", #"{"arrangement": ["org.x.a", "x", "org.x.a"], "other": 1}"#)
        #expect(user.load().arrangement == ["org.x.a"])
        #expect(user.load().problems.count == 3)
    }
}
