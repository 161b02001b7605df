// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

/// Decisions stay in force where they cannot be read, and only there.
@Suite("Policy that cannot be read")
struct PolicyFaultTests {
    let scratch = Scratch()

    static let limits = #"{"personalActivities": false, "onlyActivities": ["org.example.*"]}"#
    static let lock = #"{"elections": {"org.example.a": {"election": "ignore", "locked": true}}}"#

    func makeLastGood() -> LastGood { LastGood(folder: scratch("var/lib/activityd"), isPersons: false) }

    func policy(_ lastGood: LastGood, _ path: SearchPath? = nil) -> Policy {
        let path = path ?? .system(root: scratch.path)
        return Policy(path, lastGood)
    }

    @Test func `Settings in a folder that cannot be opened stay in force, and are named`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/activityd.json", Self.limits)
        scratch.write("usr/lib/activityd/activityd.json", "{}")
        let before = policy(lastGood).settings
        #expect(before.closed.contains(.personalActivities) && !before.allowed.isEmpty)
        Files.erase(scratch("etc/activityd"))
        symlink("activityd", scratch("etc/activityd"))
        for _ in 0..<2 {
            let found = policy(lastGood)
            #expect(found.settings == before)
            #expect(found.problems.contains { $0.contains("etc/activityd/activityd.json") })
            let files = found.report.files.filter { $0.kind == .configuration }
            #expect(files.map(\.state) == [.broken, .hidden])
        }
        unlink(scratch("etc/activityd"))
        #expect(policy(lastGood).settings == PolicySettings())
        #expect(policy(lastGood).problems == [])
    }

    @Test(arguments: ["etc/activityd/elections.d", "etc/activityd"])
    func `A mask in a folder that cannot be opened hides what is behind it`(_ folder: String) throws {
        var lastGood = makeLastGood()
        func isLocked() -> Bool { policy(lastGood).elections.decision(for: "org.example.a").isLocked }
        let open = #"{"elections": {"org.example.a": {"election": "use"}}}"#
        scratch.write("run/activityd/elections.d/10.json", Self.lock)
        scratch.write("usr/lib/activityd/elections.d/20.json", open)
        Files.makeFolder(scratch("etc/activityd/elections.d"))
        symlink("/dev/null", scratch("etc/activityd/elections.d/20.json"))
        #expect(isLocked())
        try lastGood.save()
        rename(scratch(folder), scratch("aside"))
        symlink("loop", scratch("loop"))
        symlink(scratch("loop"), scratch(folder))
        #expect(isLocked())
        lastGood = makeLastGood()
        #expect(isLocked())
        unlink(scratch(folder))
        #expect(!isLocked())
    }

    /// The link's path, what is moved away beneath it, and where the elections lie in that.
    @Test(arguments: [
        ("etc/activityd/elections.d", "srv/elections.d", ""), ("etc/activityd", "srv/policy", "/elections.d"),
        ("etc", "srv/etc", "/activityd/elections.d"),
    ])
    func `A link that leads nowhere takes nothing away`(_ link: String, _ target: String, _ inside: String) {
        let lastGood = makeLastGood()
        func isLocked() -> Bool { policy(lastGood).elections.decision(for: "org.example.a").isLocked }
        scratch.write(target + inside + "/10.json", Self.lock)
        Files.makeFolder(Folder.split(scratch(link)).folder)
        symlink(scratch(target), scratch(link))
        #expect(isLocked())
        rename(scratch(target), scratch("elsewhere"))
        for _ in 0..<2 {
            #expect(isLocked())
            #expect(policy(lastGood).problems.contains { $0.contains(scratch(link) + " is a symbolic link") })
        }
        rename(scratch("elsewhere"), scratch(target))
        #expect(isLocked() && policy(lastGood).problems == [])
        unlink(scratch(link))
        #expect(!isLocked() && policy(lastGood).problems == [])
    }

    @Test func `A file in a folder whose link leads nowhere was not taken away either`() {
        let lastGood = makeLastGood()
        scratch.write("srv/elections.json", Self.lock)
        scratch.folder("etc")
        symlink(scratch("srv"), scratch("etc/activityd"))
        #expect(policy(lastGood).elections.decision(for: "org.example.a").isLocked)
        rename(scratch("srv"), scratch("elsewhere"))
        #expect(policy(lastGood).elections.decision(for: "org.example.a").isLocked)
    }

    @Test func `Each of two lists that hold beside each other is in force, and decides`() {
        scratch.write(
            "etc/activityd/activityd.json", #"{"onlyActivities": ["org.example.*"], "targets": true}"#)
        let broken =
            #"{"onlyActivities": ["org.example.a", "net.example.*"], "targets": false, "generators": 1}"#
        scratch.write("etc/activityd/activityd.json.d/10.json", broken)
        func fileAgainst(_ identifier: String) -> String? {
            let found = policy(makeLastGood())
            return found.report.entry(about: ActivityTraits(identifier), under: found.elections)?.path
        }
        let overridden = policy(makeLastGood()).report.entries.filter { $0.overriddenBy != nil }
        #expect(overridden.map(\.key) == ["targets"])
        #expect(overridden.map(\.path) == [scratch("etc/activityd/activityd.json")])
        #expect(fileAgainst("org.example.a") == nil)
        #expect(fileAgainst("net.example.a") == scratch("etc/activityd/activityd.json"))
        #expect(fileAgainst("org.example.b") == scratch("etc/activityd/activityd.json.d/10.json"))
        scratch.write("etc/activityd/activityd.json.d/20.json", #"{"onlyActivities": ["net.example.*"]}"#)
        let lists = policy(makeLastGood()).report.entries.filter { $0.key == "onlyActivities" }
        #expect(lists.map { $0.overriddenBy == nil } == [false, false, true])
        #expect(fileAgainst("org.example.a") == scratch("etc/activityd/activityd.json.d/20.json"))
    }

    @Test(arguments: ["activityd.json", "activityd.json.d/10.json"])
    func `A mistyped key leaves in force what the file said, and is named at every look`(_ name: String) {
        let lastGood = makeLastGood()
        let file = "etc/activityd/" + name
        scratch.write(file, Self.limits)
        let before = policy(lastGood).settings
        scratch.write(file, #"{"personalActivites": false, "onlyActivites": ["x.y"], "generators": false}"#)
        for _ in 0..<2 {
            let found = policy(lastGood)
            #expect(
                found.settings.allowed == before.allowed
                    && found.settings.closed.contains(.personalActivities))
            // What it says besides counts.
            #expect(found.settings.closed.contains(.generators))
            #expect(
                found.problems.contains { $0.hasSuffix("\"onlyActivites\". Was \"onlyActivities\" meant?") })
            #expect(found.report.files.map(\.state) == [.broken])
        }
        scratch.write(file, #"{"generators": false, "logLevel": "info", "limits": {}}"#)
        #expect(
            !policy(lastGood).settings.closed.contains(.personalActivities) && policy(lastGood).problems == []
        )
    }

    @Test func `A mistyped key of an election has the right one beside it`() {
        scratch.write(
            "etc/activityd/elections.d/10.json",
            #"{"elections": {"org.example.*": {"election": "ignore", "lock": true}}}"#)
        let problem = policy(makeLastGood()).problems.first
        #expect(
            problem?.contains("\"lock\" of org.example.*. Was \"locked\" meant?") == true, "\(problem ?? "")")
    }

    @Test func `A file that never was whole has no previous contents in force`() {
        let lastGood = makeLastGood()
        for name in ["a", "b"] {
            scratch.write(
                "etc/activityd/elections.d/10.json",
                #"{"elections": {"org.example.\#(name)": {"election": "ignore"}, "*.kde": {"election": "use"}}}"#
            )
            _ = policy(lastGood)
        }
        let found = policy(lastGood)
        #expect(
            ["org.example.a", "org.example.b"].allSatisfy {
                found.elections.decision(for: $0).election == .ignore
            })
        #expect(
            found.problems.contains {
                $0.hasSuffix("10.json: what it has closed stays closed until it is corrected.")
            })
        #expect(!found.problems.contains { $0.contains("previous contents") })
    }

    @Test func `A file that always had an unknown key outlasts its next fault like others`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/activityd.json", #"{"newer": 1, "personalActivities": false}"#)
        let found = policy(lastGood)
        #expect(found.settings.closed.contains(.personalActivities) && found.problems.count == 1)
        scratch.write("etc/activityd/activityd.json", "{")
        #expect(policy(lastGood).settings.closed.contains(.personalActivities))
    }

    @Test func `What was taken away does not come back with a broken file of its name`() throws {
        let system = makeLastGood()
        let person = SearchPath.user(
            environment: ["HOME": scratch("home")], root: scratch.path)
        scratch.write("etc/activityd/activityd.json", Self.limits)
        _ = policy(system)
        try system.save()
        let persons = LastGood(
            folder: scratch("home/.local/state/activityd"), isPersons: true,
            system: scratch("var/lib/activityd"))
        #expect(policy(persons, person).settings.closed.contains(.personalActivities))
        unlink(scratch("etc/activityd/activityd.json"))
        #expect(policy(system).settings == PolicySettings())
        try system.save()
        #expect(policy(persons, person).settings == PolicySettings())
        scratch.write("etc/activityd/activityd.json", #"{"logLevel": "info",}"#)
        #expect(policy(system).settings == PolicySettings())
        #expect(policy(persons, person).settings == PolicySettings())
    }

    @Test func `Where what was kept cannot be read, a file that broke closes, and what was kept stays`()
        throws
    {
        let (file, kept) = ("etc/activityd/elections.d/10.json", scratch("var/lib/activityd/last-good.json"))
        scratch.write(file, Self.lock)
        let first = makeLastGood()
        _ = policy(first)
        try first.save()
        truncate(kept, off_t(Files.read(kept).count) - 1)
        let cut = Files.read(kept)
        scratch.write(file, "{")
        let second = makeLastGood()
        let found = policy(second)
        expectClosed(found, "elections.d")
        #expect(found.problems.contains { $0.hasPrefix(kept) })
        try second.save()
        #expect(Files.read(kept) == cut)
        // Nothing depends on it any more.
        scratch.write(file, Self.lock)
        #expect(!policy(second).isClosed)
        try second.save()
        scratch.write(file, "{")
        let third = policy(makeLastGood())
        #expect(!third.isClosed && third.problems.count == 2)
    }

    /// Files or folders with masks, and an unreadable record of each.
    static let unreadable = [
        ("activityd/activityd.json", "5"), ("activityd/activityd.json", #"{"onlyActivities": {}}"#),
        ("activityd/activityd.json", #"{"personalActivities": "no"}"#),
        ("activityd/elections.d/10.json", "[]"), ("activityd/elections.d/10.json", #"{"elections": 5}"#),
        ("activityd/elections.d/10.json", #"{"elections": {"io.activityd.print": 5}}"#),
        ("activities", "null"), ("activities", "{}"), ("activities", #"{"masks": {}}"#),
        ("activities", #"{"masks": ["io.activityd.print.activity", 5]}"#),
    ]

    @Test(arguments: unreadable, ["", "closing"])
    func `A part of what was kept that cannot be read closes`(
        _ kept: (name: String, value: String), _ key: String
    ) {
        let path = scratch("etc/" + kept.name)
        let member = #""\#(path)": \#(kept.value)"#
        scratch.write(
            "var/lib/activityd/last-good.json",
            key.isEmpty ? "{\(member)}" : #"{"\#(path)": {"masks": []}, "closing": {\#(member)}}"#)
        Files.makeFolder(Folder.split(path).folder)
        if kept.name == "activities" { symlink("activities", path) } else { Files.write(path, "{") }
        let found = policy(makeLastGood())
        let settings = found.settings
        #expect(
            !settings.allows("io.activityd.print") || settings.closed.contains(.personalActivities)
                || found.elections.decision(for: "io.activityd.print").isLocked)
    }

    @Test func `A person's daemon that runs goes by what the system's daemon has seen since, too`() throws {
        let file = "etc/activityd/elections.d/10.json"
        let person = SearchPath.user(environment: ["HOME": scratch("home")], root: scratch.path)
        let persons = LastGood(
            folder: scratch("home/.local/state/activityd"), isPersons: true,
            system: scratch("var/lib/activityd"))
        scratch.write(file, "{}")
        #expect(!policy(persons, person).elections.decision(for: "org.example.a").isLocked)
        let system = makeLastGood()
        scratch.write(file, Self.lock)
        _ = policy(system)
        try system.save()
        scratch.write(file, "{")
        #expect(policy(persons, person).elections.decision(for: "org.example.a").isLocked)
    }

    @Test func `What broke while another file hid it is as it was`() {
        let lastGood = makeLastGood()
        let behind = "usr/lib/activityd/elections.d/10.json"
        scratch.write(behind, Self.lock)
        _ = policy(lastGood)
        scratch.write("etc/activityd/elections.d/10.json", "{}")
        #expect(!policy(lastGood).elections.decision(for: "org.example.a").isLocked)
        scratch.write(behind, "{")
        unlink(scratch("etc/activityd/elections.d/10.json"))
        #expect(policy(lastGood).elections.decision(for: "org.example.a").isLocked)
    }

    static let folders = PolicyKind.allCases.map(\.folder)

    /// Expects everything closed where the content of a file is unknown; an arrangement closes nothing.
    func expectClosed(_ found: Policy, _ folder: String) {
        let isClosed = folder != PolicyKind.arrangement.folder
        #expect(found.isClosed == isClosed)
        #expect(found.settings.allows("io.activityd.print") != isClosed)
        #expect(found.elections.decision(for: "io.activityd.print").isLocked == isClosed)
        #expect(
            found.problems.contains { $0.contains("No activity is listed until it can be read") } == isClosed)
        if folder == PolicyKind.configuration.folder {
            #expect(
                found.settings.closed.contains(.generators)
                    && found.settings.closed.contains(.personalActivities))
        }
    }

    @Test(arguments: folders)
    func `A drop-in whose name is not UTF-8 is named, and closes`(_ folder: String) {
        let path = scratch.folder("etc/activityd/" + folder)
        var name = Array((path + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xE4)]
        name += ".json".utf8CString
        close(open(name, O_WRONLY | O_CREAT, 0o644))
        let found = policy(makeLastGood())
        #expect(found.problems.contains { $0.contains(folder + "/\\xe4.json is not UTF-8. Rename it") })
        expectClosed(found, folder)
    }

    @Test(arguments: folders)
    func `A folder that people cannot list closes, unless it is known what its files say`(_ folder: String)
        throws
    {
        let text = [Self.limits, Self.lock, #"{"arrangement": []}"#][
            try #require(Self.folders.firstIndex(of: folder))]
        scratch.write("etc/activityd/" + folder + "/10.json", text)
        let system = makeLastGood()
        let known = policy(system)
        chmod(scratch("etc/activityd/" + folder), geteuid() == 0 ? 0o700 : 0)
        defer { chmod(scratch("etc/activityd/" + folder), 0o700) }
        let person = SearchPath.user(environment: ["HOME": scratch("home")], root: scratch.path)
        func look() -> Policy {
            let lastGood = LastGood(
                folder: scratch("home/.local/state/activityd"), isPersons: true,
                system: scratch("var/lib/activityd"))
            return Person.act { policy(lastGood, person) }
        }
        let found = look()
        expectClosed(found, folder)
        #expect(!found.problems.contains { $0.contains("in force") })
        try system.save()
        let later = look()
        #expect(later.settings == known.settings && later.elections.admin == known.elections.admin)
        #expect(later.problems.contains { $0.contains("10.json: its previous contents stay in force") })
    }

    @Test(arguments: [
        #"{"elections": {"org.example.a": {"election": "ignore", "lockd": true}}}"#,
        #"{"elections": {"org.example.a": {"election": "ignore"}}, "election": {}}"#,
    ])
    func `What an earlier file says takes no lock from a faulty one`(faulty: String) {
        func isLocked() -> Bool {
            policy(makeLastGood()).elections.decision(for: "org.example.a").isLocked
        }
        scratch.write("etc/activityd/elections.d/10.json", faulty)
        #expect(isLocked())
        scratch.write(
            "etc/activityd/elections.d/05.json", #"{"elections": {"org.example.a": {"election": "ignore"}}}"#)
        #expect(isLocked())
    }

    @Test func `What a faulty file said before it had its fault is no more locked than then`() {
        let lastGood = makeLastGood()
        let said = #"{"elections": {"org.example.a": {"election": "ignore"}}}"#
        for name in ["05", "10"] { scratch.write("etc/activityd/elections.d/\(name).json", said) }
        _ = policy(lastGood)
        scratch.write("etc/activityd/elections.d/10.json", String(said.dropLast()) + #", "x": 1}"#)
        let decision = policy(lastGood).elections.decision(for: "org.example.a")
        #expect(decision.election == .ignore && !decision.isLocked)
    }

    @Test func `A lock in a faulty file holds through its next fault, until it is corrected`() {
        let lastGood = makeLastGood()
        func isLocked(by text: String) -> Bool {
            scratch.write("etc/activityd/elections.d/10.json", text)
            return policy(lastGood).elections.decision(for: "org.example.a").isLocked
        }
        let said = #"{"elections": {"org.example.a": {"election": "ignore"}}}"#
        #expect(!isLocked(by: said))
        #expect(isLocked(by: String(Self.lock.dropLast()) + #", "x": 1}"#))
        #expect(isLocked(by: String(said.dropLast()) + #", "x": 1}"#))
        #expect(!isLocked(by: said))
    }

    @Test(arguments: folders)
    func `A drop-in's name that could not be kept is named, and closes`(_ folder: String) throws {
        let name = "a" + String(repeating: "\u{301}", count: 31) + ".json"
        scratch.write("etc/activityd/\(folder)/\(name)", "{}")
        let lastGood = makeLastGood()
        let found = policy(lastGood)
        expectClosed(found, folder)
        #expect(found.problems.contains { $0.contains("more than 30 combining marks in a row") })
        try lastGood.save()
        #expect(policy(makeLastGood()).problems == found.problems)
    }

    @Test func `The start looks at no mask`() {
        Files.makeFolder(scratch("etc"))
        symlink("activities", scratch("etc/activities"))
        scratch.write("var/lib/activityd/last-good.json", "{")
        #expect(policy(makeLastGood()).documents.count == 1)
        #expect(Policy.settings(of: .system(root: scratch.path)) == [])
    }

    @Test func `A link that masks stays a mask while its way is out of reach, and is named`() throws {
        let shelf = Shelf()
        shelf.putSystem("io.activityd.print", "Print")
        shelf.scratch.folder("opt")
        symlink("/dev/null", shelf.scratch("opt/null"))
        shelf.scratch.folder(Shelf.admin)
        let mask = shelf.scratch(Shelf.admin + "/io.activityd.print.activity")
        symlink(shelf.scratch("opt/null"), mask)
        chmod(shelf.scratch("opt"), geteuid() == 0 ? 0o700 : 0)
        defer { chmod(shelf.scratch("opt"), 0o700) }
        let lastGood = makeLastGood()
        let (found, load) = Person.act { (policy(lastGood, shelf.path), shelf.settled()) }
        #expect(found.masks[shelf.scratch(Shelf.admin)] == ["io.activityd.print.activity"])
        #expect(load.serving == [])
        #expect(load.problems.contains { $0.hasPrefix(mask) && $0.contains("counts as a mask") })
    }

    @Test func `What stands beside the settings is not forgotten with them`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/elections.json", Self.lock)
        _ = policy(lastGood)
        scratch.write("etc/activityd/elections.json", "{")
        for _ in 0..<2 { #expect(policy(lastGood).elections.decision(for: "org.example.a").isLocked) }
    }
}
