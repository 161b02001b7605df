// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPolicy
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

/// Files in which the scopes store clients' decisions.
@Suite("Storing decisions")
struct ScopeFilesTests {
    let scratch = Scratch()
    let identifier = "org.example.one"

    func files(_ scope: Scope, _ key: String = "elections") -> ScopeFiles {
        ScopeFiles(
            SearchPath(
                scope: scope, folders: [], systemFolder: "", registrationFolder: "", cacheFolder: "",
                stateFolders: (scope == .user ? [scratch("person")] : []) + [scratch("system")]), key: key)
    }

    func election(_ scope: Scope) -> AdminElection? {
        files(scope).election(of: identifier, FragmentCache(), known: nil)
    }

    static let ignore = AdminElection(.ignore)
    static let locked = AdminElection(.ignore, isLocked: true)

    @Test func `Each scope writes its own file, in its own mode`() throws {
        try files(.system).elect(identifier, Self.locked)
        try files(.user).elect(identifier, AdminElection(.use))
        #expect(scratch.mode("system/elections.json") == 0o644 && scratch.mode("system") == 0o755)
        #expect(scratch.mode("person/elections.json") == 0o600 && scratch.mode("person") == 0o700)
        #expect(election(.system) == Self.locked && election(.user) == AdminElection(.use))
    }

    @Test func `Default takes an election out, and with a lock writes one`() throws {
        try files(.system).elect(identifier, Self.locked)
        try files(.system).elect(identifier, AdminElection(.default))
        #expect(election(.system) == nil)
        try files(.system).elect(identifier, AdminElection(.default, isLocked: true))
        #expect(election(.system)?.isLocked == true)
        try files(.user).elect(identifier, AdminElection(.default))
        #expect(!scratch.exists("person"))
    }

    @Test(arguments: [
        "", "{", "[]", #"{"elections": []}"#, #"{"elections": {"a.b": 1, "a.b": 2}}"#, "\u{FEFF}{}",
    ])
    func `A corrupt file is kept aside by the next write, which goes on from what it said`(text: String)
        throws
    {
        for round in ["", "-2"] {
            scratch.write("person/elections.json", text)
            #expect(election(.user) == nil && scratch.names("person").contains("elections.json"))
            let known = ElectionDocument.document(["org.example.two": Self.locked])
            try files(.user).elect(identifier, Self.ignore, known: known)
            #expect(scratch.text("person/elections.json.corrupt" + round) == text)
            #expect(
                election(.user) == Self.ignore
                    && scratch.text("person/elections.json")?.contains("two") == true)
        }
    }

    @Test func `A folder or a link in the file's place is kept aside too`() throws {
        scratch.folder("person/elections.json/inner")
        symlink("/dev/null", scratch.folder("system") + "/elections.json")
        try files(.user).elect(identifier, Self.ignore)
        try files(.system).elect(identifier, Self.ignore)
        #expect(scratch.names("person/elections.json.corrupt") == ["inner"])
        #expect(election(.user) == Self.ignore && election(.system) == Self.ignore)
    }

    @Test func `A decision that is not confirmed is taken back`() throws {
        for before in [nil, #"{"elections": {"org.example.one": {"election": "use"}}}"#] {
            if let before { scratch.write("person/elections.json", before) }
            #expect(throws: StorageError.unconfirmed) {
                try files(.user).elect(identifier, Self.ignore) { () throws(StorageError) in
                    throw .unconfirmed
                }
            }
            #expect(scratch.text("person/elections.json") == before)
        }
    }

    @Test func `A bad entry or an unknown key is reported and stays in the file; the others count`() throws {
        scratch.write(
            "person/elections.json",
            """
            {"comment": "mine", "elections": {
              "org.example.bad": {"election": "never"}, "nolabels": {"election": "use"},
              "org.example.locked": {"election": "use", "locked": true},
              "org.example.good": {"election": "ignore", "since": 3}}}
            """)
        let fragment = FragmentCache().fragment(files(.user).own, .personalElections)
        #expect(fragment?.sentences.count == 5)
        let entries = ElectionDocument(fragment?.object ?? .init(), isPersons: true).entries
        #expect(entries == ["org.example.locked": AdminElection(.use), "org.example.good": Self.ignore])
        try files(.user).elect(identifier, Self.ignore)
        let text = try #require(scratch.text("person/elections.json"))
        for kept in ["comment", "never", "nolabels", "since", identifier] { #expect(text.contains(kept)) }
        #expect(scratch.names("person") == ["elections.json"])
    }

    @Test func `A file in place of the folder makes the write fail, and says so`() throws {
        scratch.write("person")
        let path = scratch("person/elections.json")
        #expect(throws: StorageError.storage(path: path, operation: "opened", errno: ENOTDIR)) {
            try files(.user).elect(identifier, Self.ignore)
        }
    }

    @Test(arguments: ["arrangement", "starred"])
    func `A list is replaced whole, an empty one takes the file away, and a corrupt one is kept aside`(
        key: String
    )
        throws
    {
        let (own, name) = (files(.user, key), key + ".json")
        func list() -> [String] { own.list(FragmentCache()) }
        try own.replace([])
        #expect(!scratch.exists("person"))
        try own.replace(["org.x.b", "org.x.a"])
        #expect(list() == ["org.x.b", "org.x.a"] && scratch.mode("person/" + name) == 0o600)
        try own.replace([])
        #expect(scratch.names("person") == [])
        for text in ["{", #"{"\#(key)": "org.x.a"}"#, #"{"\#(key)": [1]}"#] {
            scratch.write("person/" + name, text)
            #expect(list() == [])
            try own.replace(["org.x.c"])
            #expect(list() == ["org.x.c"] && scratch.text("person/\(name).corrupt") == text)
            Files.erase(scratch("person"))
        }
        scratch.write("person/" + name, #"{"\#(key)": ["org.x.a", "x", "org.x.a"], "other": 1}"#)
        #expect(list() == ["org.x.a"])
        let many = (0..<100).map { "\"\($0)\"" }.joined(separator: ",")
        scratch.write("person/" + name, #"{"\#(key)": [\#(many)]}"#)
        #expect(FragmentCache().fragment(own.own, .list(key))?.sentences.count == 17)
        let stars = ScopeFiles.stars(.user(environment: ["HOME": scratch("home")]))
        #expect(throws: StorageError.self) { try stars.replace((0..<100_000).map { "org.x.a\($0)" }) }
    }
}
