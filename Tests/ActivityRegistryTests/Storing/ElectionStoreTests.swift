// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Storing elections")
struct ElectionStoreTests {
    let scratch = Scratch()
    let identifier = "org.example.one"

    var system: ElectionStore {
        ElectionStore(
            .keeping(in: scratch, .system), lastGood: LastGood(folder: scratch("system"), isPersons: false))
    }
    var user: ElectionStore {
        ElectionStore(
            .keeping(in: scratch, .user), lastGood: LastGood(folder: scratch("person"), isPersons: true))
    }

    func write(_ file: String, _ entry: String?) {
        guard let entry else { return }
        scratch.write("\(file)/elections.json", #"{"elections": {"\#(identifier)": \#(entry)}}"#)
    }

    static let use = #"{"election": "use"}"#
    static let ignore = #"{"election": "ignore"}"#
    static let lockedUse = #"{"election": "use", "locked": true}"#
    static let lockedIgnore = #"{"election": "ignore", "locked": true}"#
    static let lockedDefault = #"{"election": "default", "locked": true}"#

    /// Entries of the three files, and the decision: election, lock, who.
    static let cases: [(String?, String?, String?, Election, Bool, Decider?)] = [
        (nil, nil, nil, .default, false, nil),
        (ignore, nil, nil, .ignore, false, .admin),
        (ignore, use, nil, .use, false, .admin),
        (use, ignore, nil, .ignore, false, .admin),
        (ignore, nil, use, .use, false, .person),
        (nil, ignore, use, .use, false, .person),
        (nil, nil, ignore, .ignore, false, .person),
        (lockedIgnore, nil, use, .ignore, true, .admin),
        (lockedIgnore, use, use, .ignore, true, .admin),
        (lockedIgnore, lockedUse, nil, .ignore, true, .admin),
        (use, lockedIgnore, use, .ignore, true, .admin),
        (nil, lockedDefault, ignore, .default, true, .admin),
        (nil, lockedUse, lockedIgnore, .use, true, .admin),
        (nil, nil, lockedIgnore, .ignore, false, .person),
    ]

    @Test(
        "the later of the admin's files wins, a lock over it, and the person over an admin without a lock",
        arguments: cases)
    func decides(
        etc: String?, state: String?, person: String?, election: Election, isLocked: Bool, by: Decider?
    ) {
        write("etc", etc)
        write("system", state)
        write("person", person)
        let decision = user.load().elections.decision(for: identifier)
        #expect(decision.election == election)
        #expect(decision.isLocked == isLocked)
        #expect(decision.by == by)
    }

    @Test("the system scope does not read the person's file")
    func leavesPersonOut() {
        write("person", Self.ignore)
        #expect(system.load().elections.decision(for: identifier).by == nil)
        #expect(system.paths == [scratch("etc/elections.json"), scratch("system/elections.json")])
        #expect(user.paths.last == scratch("person/elections.json"))
    }

    @Test func `Each file is told of what no bundle is called, unless not all was read`() {
        write("etc", Self.lockedIgnore)
        write("person", Self.use)
        var load = Load()
        let problems = load.misnamed(in: user.load().named)
        #expect(
            problems.map { $0.split(separator: ":")[0] }
                == ["etc", "person"].map { scratch($0 + "/elections.json")[...] })
        #expect(problems.allSatisfy { $0.contains(identifier) })
        load.gap = .device
        #expect(load.misnamed(in: user.load().named) == [])
    }

    @Test("each scope writes its own file, in its own mode")
    func writesOwnFile() throws {
        write("etc", Self.use)
        try system.elect("org.example.two", .ignore, lock: true)
        #expect(scratch.mode("system/elections.json") == 0o644)
        #expect(scratch.mode("system") == 0o755)
        try user.elect(identifier, .ignore)
        #expect(scratch.mode("person/elections.json") == 0o600)
        #expect(scratch.mode("person") == 0o700)
        let reading = user.load()
        let (elections, problems) = (reading.elections, reading.problems)
        #expect(problems == [])
        #expect(elections.admin["org.example.two"] == AdminElection(.ignore, isLocked: true))
        #expect(elections.person == [identifier: .ignore])
        #expect(scratch.text("etc/elections.json")?.contains("two") == false)
    }

    @Test("default takes an election out, and with a lock writes one")
    func takesBack() throws {
        try system.elect(identifier, .ignore, lock: true)
        try system.elect("org.example.two", .ignore)
        try system.elect(identifier, .default)
        #expect(Set(system.load().elections.admin.entries.keys) == ["org.example.two"])
        #expect(system.load().problems == [])
        try system.elect(identifier, .default, lock: true)
        #expect(system.load().elections.decision(for: identifier).isLocked)
        try user.elect("org.example.three", .default)
        #expect(!scratch.exists("person"))
    }

    @Test("a lock keeps the person from electing, and one in /etc the system scope too")
    func holdsLocks() throws {
        write("system", Self.lockedIgnore)
        let state = scratch("system/elections.json")
        #expect(user.lock(on: identifier) == state)
        #expect(user.refusal(of: identifier, lock: false) == .lockedByAdmin(identifier))
        #expect(system.lock(on: identifier) == nil)
        try system.elect(identifier, .use)
        #expect(user.lock(on: identifier) == nil)
        write("etc", Self.lockedIgnore)
        let etc = scratch("etc/elections.json")
        for store in [system, user] {
            #expect(store.lock(on: identifier) == etc)
            #expect(store.refusal(of: identifier, lock: false) == .lockedByAdmin(identifier))
        }
    }

    @Test("only the system scope locks")
    func refusesPersonsLock() {
        guard case .notPermitted? = user.refusal(of: identifier, lock: true) else {
            Issue.record("a person's lock is not refused")
            return
        }
        #expect(system.refusal(of: identifier, lock: true) == nil)
    }

    @Test(
        "a corrupt file counts as empty, is reported, and is kept aside by the next write",
        arguments: [
            "", "{", "[]", #"{"elections": []}"#, "{\"elections\": {\"a.b\": 1, \"a.b\": 2}}", "\u{FEFF}{}",
        ])
    func keepsCorruptAside(text: String) throws {
        scratch.write("person/elections.json", text)
        let reading = user.load()
        let (elections, problems) = (reading.elections, reading.problems)
        #expect(elections == Elections())
        #expect(problems.count == 1)
        #expect(problems.first?.contains(scratch("person/elections.json.corrupt")) == true)
        #expect(scratch.names("person") == ["elections.json"])
        try user.elect(identifier, .ignore)
        #expect(scratch.text("person/elections.json.corrupt") == text)
        #expect(user.load().elections.person == [identifier: .ignore])
        #expect(user.load().problems == [])
        scratch.write("person/elections.json", "again")
        try user.elect(identifier, .use)
        let kept = ["elections.json", "elections.json.corrupt", "elections.json.corrupt-2"]
        #expect(scratch.names("person") == kept)
    }

    @Test("a folder or a link in the file's place is kept aside too")
    func keepsObstaclesAside() throws {
        scratch.folder("person/elections.json/inner")
        symlink("/dev/null", scratch.folder("system") + "/elections.json")
        #expect(user.load().problems.count == 2)
        try user.elect(identifier, .use)
        try system.elect(identifier, .use)
        #expect(scratch.names("person/elections.json.corrupt") == ["inner"])
        #expect(user.load().problems == [])
    }

    @Test("a corrupt file in /etc stops nothing and stays as it is; a link there is followed")
    func readsConfiguration() throws {
        scratch.write("etc/elections.json", "{")
        #expect(system.load().problems.first?.contains(".corrupt") == false)
        try system.elect(identifier, .ignore)
        #expect(scratch.text("etc/elections.json") == "{")
        unlink(scratch("etc/elections.json"))
        scratch.write("elsewhere.json", #"{"elections": {"org.example.two": {"election": "ignore"}}}"#)
        symlink(scratch("elsewhere.json"), scratch("etc/elections.json"))
        #expect(system.load().elections.admin.entries.count == 2)
    }

    @Test("a decision is taken back though another part of the file cannot be used")
    func takesBackBesideFault() throws {
        let store = system
        try store.elect(identifier, .ignore)
        try store.elect("org.example.other", .ignore)
        #expect(store.load().problems == [])
        let text = try #require(scratch.text("system/elections.json"))
        scratch.write("system/elections.json", text.dropLast(2) + #", "note": 1}"#)
        #expect(throws: StorageError.unconfirmed) {
            try store.elect(identifier, .default) { () throws(StorageError) in throw .unconfirmed }
        }
        #expect(store.holds(.ignore, lock: false, for: identifier))
        try store.elect(identifier, .default) { () throws(StorageError) in
            #expect(store.holds(.default, lock: false, for: identifier))
        }
        #expect(store.load().elections.admin.entries.keys.sorted() == ["org.example.other"])
    }

    @Test("what a file said last is not written while another daemon writes in its folder")
    func keepsOutOfAnothersWay() throws {
        let lastGood = LastGood(folder: scratch("person"), isPersons: true)
        let store = ElectionStore(.keeping(in: scratch, .system), lastGood: lastGood)
        write("etc", Self.lockedIgnore)
        _ = store.load()
        let titles = EstablishedTitles(folder: scratch("person"), audience: .owner)
        titles.take([identifier: "One"])
        try FolderLock.hold(scratch("person"), mode: 0o700) { () throws(StorageError) in
            let locked = StorageError.locked(path: scratch("person/.lock"))
            #expect(throws: locked) { try lastGood.save() }
            _ = #expect(throws: locked) { try titles.save() }
        }
        #expect(scratch.names("person") == [".lock"])
        try lastGood.save()
        try titles.save()
        #expect(scratch.names("person") == [".lock", "established-titles.json", "last-good.json"])
    }

    static let broken = [
        "{", "[]", #"{"elections": []}"#, #"{"elections": {"org.example.one": {"election": "ignroe"}}}"#,
        #"{"elections": {"org example one": {"election": "ignore"}}}"#,
        #"{"electons": {"org.example.one": {"election": "ignore", "locked": true}}}"#,
        #"{"elections": {"org.example.one": {"election": "ignore", "loked": true}}}"#,
    ]

    @Test(
        "an admin's file that breaks leaves what it said in force, for the next process too",
        arguments: broken)
    func failsClosed(text: String) throws {
        let lastGood = LastGood(folder: scratch("person"), isPersons: true)
        let store = ElectionStore(.keeping(in: scratch, .user), lastGood: lastGood)
        write("etc", Self.lockedIgnore)
        #expect(store.load().problems == [])
        try lastGood.save()
        scratch.write("etc/elections.json", text)
        for store in [store, user] {
            let reading = store.load()
            let (elections, problems) = (reading.elections, reading.problems)
            #expect(elections.admin == [identifier: AdminElection(.ignore, isLocked: true)])
            #expect(!problems.isEmpty && problems.allSatisfy { $0.contains(scratch("etc/elections.json")) })
            #expect(store.lock(on: identifier) != nil)
        }
        unlink(scratch("etc/elections.json"))
        #expect(user.load().elections.admin == [:])
    }

    @Test("a new lock counts beside an entry that cannot be used")
    func takesWhatIsRight() {
        let store = user
        write("etc", Self.lockedIgnore)
        #expect(store.load().problems == [])
        scratch.write(
            "etc/elections.json",
            """
            {"elections": {"org.example.one": {"election": "ignroe"},
              "org.example.two": {"election": "ignore", "locked": true}}}
            """)
        let admin = store.load().elections.admin
        #expect(admin[identifier]?.isLocked == true && admin["org.example.two"]?.isLocked == true)
    }

    @Test("a link that leads nowhere, or a file for a folder, is no removal", arguments: [true, false])
    func tellsFaultFromRemoval(isLink: Bool) {
        let store = user
        write("etc", Self.lockedIgnore)
        #expect(store.load().problems == [])
        Files.erase(scratch("etc"))
        if isLink {
            symlink("/nowhere/at/all", scratch.folder("etc") + "/elections.json")
        } else {
            scratch.write("etc", "no folder")
        }
        #expect(store.load().elections.admin[identifier]?.isLocked == true)
        #expect(store.load().problems.count == 2)
    }

    @Test("a person without a state of their own goes by what the system scope keeps")
    func fallsBackToTheSystems() throws {
        let kept = LastGood(folder: scratch("system"), isPersons: false)
        write("etc", Self.lockedIgnore)
        let system = ElectionStore(.keeping(in: scratch, .system), lastGood: kept)
        #expect(system.load().problems == [])
        try kept.save()
        scratch.write("etc/elections.json", "{")
        let fresh = ElectionStore(
            .keeping(in: scratch, .user),
            lastGood: LastGood(folder: scratch("person"), isPersons: true, system: scratch("system")))
        #expect(fresh.load().elections.admin[identifier]?.isLocked == true)
    }

    @Test("a decision counts as held only where the scope's own file makes it")
    func holdsWhatItDecided() throws {
        try system.elect(identifier, .ignore, lock: true)
        #expect(system.holds(.ignore, lock: true, for: identifier))
        #expect(!system.holds(.default, lock: false, for: identifier))
        try system.elect(identifier, .default)
        #expect(system.holds(.default, lock: false, for: identifier))
    }

    @Test("what Elect writes over a broken file keeps what it said before, and the broken file aside")
    func writesOverLastGood() throws {
        let lastGood = LastGood(folder: scratch("system"), isPersons: false)
        let store = ElectionStore(.keeping(in: scratch, .system), lastGood: lastGood)
        try store.elect(identifier, .ignore, lock: true)
        #expect(store.load().problems == [])
        scratch.write("system/elections.json", "{")
        try store.elect("org.example.two", .ignore)
        #expect(Set(store.load().elections.admin.entries.keys) == [identifier, "org.example.two"])
        #expect(scratch.text("system/elections.json.corrupt") == "{")
    }

    @Test("a decision that is not confirmed is taken back")
    func takesBackUnconfirmed() throws {
        for before in [nil, Self.use] {
            write("person", before)
            let text = scratch.text("person/elections.json")
            #expect(throws: StorageError.unconfirmed) {
                try user.elect(identifier, .ignore) { () throws(StorageError) in throw .unconfirmed }
            }
            #expect(scratch.text("person/elections.json") == text)
        }
    }

    @Test("a bad entry or an unknown key is reported and stays in the file; the others count")
    func keepsWhatItDoesNotKnow() throws {
        scratch.write(
            "person/elections.json",
            """
            {"comment": "mine", "elections": {
              "org.example.bad": {"election": "never"}, "nolabels": {"election": "use"},
              "org.example.locked": {"election": "use", "locked": true},
              "org.example.good": {"election": "ignore", "since": 3}}}
            """)
        let reading = user.load()
        let (elections, problems) = (reading.elections, reading.problems)
        #expect(elections.person == ["org.example.locked": .use, "org.example.good": .ignore])
        #expect(problems.count == 5)
        #expect(problems.allSatisfy { $0.hasPrefix(scratch("person/elections.json")) })
        try user.elect(identifier, .ignore)
        let text = try #require(scratch.text("person/elections.json"))
        for kept in ["comment", "never", "nolabels", "since", identifier] { #expect(text.contains(kept)) }
        #expect(scratch.names("person") == ["elections.json"])
    }

    @Test("a file in place of the folder makes the write fail, and says so")
    func reportsStorage() throws {
        scratch.write("person")
        #expect(user.load().problems.count == 1)
        let path = scratch("person/elections.json")
        #expect(throws: StorageError.storage(path: path, operation: "opened", errno: ENOTDIR)) {
            try user.elect(identifier, .ignore)
        }
    }
}
