// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

/// The admin's files in three layers.
@Suite("Policy")
struct PolicyTests {
    let scratch = Scratch()

    var path: SearchPath { .system(root: scratch.path) }

    func policy(_ lastGood: LastGood? = nil) -> Policy {
        let lastGood = lastGood ?? LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        return Policy(path, lastGood)
    }

    func elect(_ file: String, _ elections: JSON) {
        scratch.write(file, String(decoding: (["elections": elections] as JSON).serialized, as: UTF8.self))
    }

    func decision(_ identifier: String) -> Elections.Decision { policy().elections.decision(for: identifier) }

    static let ignore: JSON = ["election": "ignore"]
    static let use: JSON = ["election": "use"]
    static let locked: JSON = ["election": "ignore", "locked": true]

    @Test func `Drop-ins are read by name, and of one name the first layer's counts`() {
        elect("usr/lib/activityd/elections.d/50-a.json", ["org.example.a": Self.locked])
        elect("usr/lib/activityd/elections.d/90-b.json", ["org.example.b": Self.ignore])
        elect("run/activityd/elections.d/60-c.json", ["org.example.b": Self.use, "org.example.c": Self.use])
        #expect(decision("org.example.a").isLocked)
        #expect(decision("org.example.b").election == .ignore)
        #expect(decision("org.example.c").election == .use)
        // The lock is taken back by a file of the same name, whatever that says.
        elect("etc/activityd/elections.d/50-a.json", [:])
        #expect(decision("org.example.a").by == nil)
    }

    @Test func `A later name overrides a lock of an earlier one, elections dot json comes first`() {
        elect("etc/activityd/elections.json", ["org.example.a": Self.locked, "org.example.b": Self.locked])
        elect("usr/lib/activityd/elections.d/10.json", ["org.example.a": Self.use])
        let taken = decision("org.example.a")
        #expect(taken.election == .use && !taken.isLocked && taken.by == .admin)
        #expect(decision("org.example.b").isLocked)
        let overridden = policy().report.entries.filter { $0.overriddenBy != nil }
        #expect(overridden.map(\.key) == ["org.example.a"])
        #expect(overridden.first?.overriddenBy == scratch("usr/lib/activityd/elections.d/10.json"))
    }

    @Test(arguments: [
        ("org.kde.spectacle.share", Election.use), ("org.kde.spectacle.other", .ignore),
        ("org.kde.other", .use), ("org.gnome.other", .ignore), ("org.kdenlive.other", .ignore),
    ])
    func `An identifier wins over a pattern, a longer pattern over a shorter`(
        _ identifier: String, _ election: Election
    ) {
        elect(
            "etc/activityd/elections.d/10.json",
            [
                "*": Self.ignore, "org.kde.*": Self.use, "org.kde.spectacle.*": Self.ignore,
                "org.kde.spectacle.share": Self.use,
            ])
        #expect(decision(identifier).election == election)
    }

    /// An activity's kind, and who decides about it.
    @Test(arguments: [
        ("org.kde.a", Manifest.WrittenCategory.share, true, Election.use),
        ("org.gnome.a", .share, true, .ignore),
        ("org.gnome.a", .action, true, .ignore), ("org.gnome.a", .share, false, .use),
        ("org.gnome.a", .action, false, .default), ("org.gnome.a", .transform, false, .ignore),
    ])
    func `Labels win over the network, that over a category, and that over all`(
        _ identifier: String, _ category: Manifest.WrittenCategory, _ usesNetwork: Bool, _ election: Election
    ) {
        elect(
            "etc/activityd/elections.d/10.json",
            [
                "*": ["election": "default", "locked": true], "category:share": Self.use,
                "category:transform": Self.ignore, "network": Self.locked, "org.kde.*": Self.use,
            ])
        let found = policy()
        #expect(found.problems == [])
        let activity = ActivityTraits(identifier, category: category, usesNetwork: usesNetwork)
        #expect(found.elections.decision(for: activity).election == election)
    }

    @Test func `A lock by a pattern holds against what a client elected by name`() throws {
        elect("var/lib/activityd/elections.json", ["org.example.a": Self.use])
        #expect(decision("org.example.a").election == .use)
        elect("etc/activityd/elections.d/10.json", ["network": Self.locked])
        let elections = policy().elections
        #expect(elections.decision(for: "org.example.a").isLocked)
        let local = ActivityTraits("org.example.a", usesNetwork: false)
        #expect(elections.decision(for: local).election == .use)
        // An exception of the admin's own.
        elect("etc/activityd/elections.d/10.json", ["network": Self.locked, "org.example.a": Self.use])
        #expect(decision("org.example.a").election == .use)
    }

    @Test func `A pattern in elections dot json names no bundle, and is no fault`() {
        elect("etc/activityd/elections.json", ["network": Self.ignore, "org.kde.*": Self.ignore])
        #expect(policy().named.values.allSatisfy { $0.isEmpty })
    }

    @Test(arguments: [
        (#"{"election": "ignore"}"#, true), (#"{"election": "no"}"#, true), ("1", true),
        (#"{"election": "use"}"#, false), (#"{"election": "default", "locked": true}"#, false),
    ])
    func `An unknown category closes each, where it may have been meant to`(
        _ election: String, _ closes: Bool
    ) {
        scratch.write(
            "etc/activityd/elections.d/10.json",
            #"{"elections": {"category:shares": \#(election), "category:share": {"election": "use"}}}"#)
        let found = policy()
        // Nothing decides about the inspector.
        for category in Manifest.WrittenCategory.allCases where category != .inspect {
            let decision = found.elections.decision(for: ActivityTraits("org.example.a", category: category))
            #expect((decision.election == .ignore && decision.isLocked) == closes)
        }
        #expect(found.problems.contains { $0.contains(#""category:shares" is not an identifier"#) })
    }

    @Test func `A list takes patterns of every kind, and an unknown one allows nothing`() {
        scratch.write(
            "etc/activityd/activityd.json.d/10.json",
            #"{"onlyActivities": ["category:share", "org.example.*", "category:shares", "networks"]}"#)
        let settings = policy().settings
        #expect(settings.allows("org.example.a") && !settings.allows("org.other.a"))
        #expect(settings.allows(ActivityTraits("org.other.a", category: .share)))
    }

    @Test(arguments: [
        ("netwrok", "network"), ("Network", "network"), ("category:shares", "category:share"),
        ("org.kde*", "org.kde.*"), ("kitchen", nil), ("*.kde", nil),
    ])
    func `A misspelt pattern has the right one beside it`(_ text: String, _ near: String?) {
        scratch.write(
            "etc/activityd/elections.d/10.json", #"{"elections": {"\#(text)": {"election": "use"}}}"#)
        scratch.write("etc/activityd/activityd.json.d/10.json", #"{"onlyActivities": ["\#(text)"]}"#)
        let problems = policy().problems.filter { $0.contains(#""\#(text)""#) }
        #expect(problems.count == 2)
        for problem in problems {
            #expect(
                near.map { problem.hasSuffix(#" Was "\#($0)" meant?"#) } ?? !problem.contains("Was"),
                "\(problem)")
        }
    }

    @Test func `A decision names the entry that it comes from`() {
        scratch.write(
            "etc/activityd/elections.d/10.json",
            #"{"elections": {"network": {"election": "ignore", "locked": true}, "org.example.b": {"election": "use"}}}"#
        )
        scratch.write("etc/activityd/activityd.json.d/10.json", #"{"onlyActivities": ["org.example.*"]}"#)
        let found = policy()
        func entry(_ identifier: String) -> PolicyEntry? {
            found.report.entry(about: ActivityTraits(identifier), under: found.elections)
        }
        #expect(entry("org.example.a")?.key == "network")
        #expect(entry("org.example.a")?.path == scratch("etc/activityd/elections.d/10.json"))
        #expect(entry("org.example.b")?.key == "org.example.b")
        #expect(entry("org.other.a")?.key == "onlyActivities")
    }

    @Test func `Restrictions of several versions hold together, over a restart too`() throws {
        let file = "etc/activityd/activityd.json.d/10.json"
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        for list in [#"["category:share"]"#, #"["org.example.*"]"#, #"["category:share"]"#] {
            scratch.write(file, #"{"unknown": 1, "onlyActivities": \#(list)}"#)
            _ = policy(lastGood)
        }
        try lastGood.save()
        scratch.write(file, "{")
        for settings in [policy(lastGood).settings, policy().settings] {
            #expect(settings.allowed.count == 2)
            #expect(settings.allows(ActivityTraits("org.example.a", category: .share)))
            #expect(!settings.allows("org.example.a"))
            #expect(!settings.allows(ActivityTraits("org.other.a", category: .share)))
        }
    }

    @Test func `What is whole takes the place of a list that was`() {
        scratch.write("usr/lib/activityd/activityd.json.d/10.json", #"{"onlyActivities": ["network"]}"#)
        scratch.write("etc/activityd/activityd.json.d/20.json", #"{"onlyActivities": ["org.example.*"]}"#)
        #expect(policy().settings.allows("org.example.a") && !policy().settings.allows("org.other.a"))
    }

    @Test(arguments: [
        "network*", "Network", "share:*", "org.kde*", "*.kde", "org.*.kde", "**", ".*", "org..*", "1.*",
        "org.kde.\u{212A}.*",
    ])
    func `What is no pattern is named and not used`(_ name: String) {
        elect("etc/activityd/elections.d/10.json", .object(JSON.Object([(name, Self.ignore)])))
        let found = policy()
        #expect(found.elections == Elections())
        #expect(found.problems.contains { $0.contains("nor a pattern") })
        #expect(found.report.files.map(\.state) == [.broken])
    }

    @Test func `A mask hides what is behind it, and one of nothing is no fault`() {
        elect("usr/lib/activityd/elections.d/10.json", ["org.example.a": Self.ignore])
        Files.makeFolder(scratch("etc/activityd/elections.d"))
        symlink("/dev/null", scratch("etc/activityd/elections.d/10.json"))
        symlink("/dev/null", scratch("etc/activityd/elections.d/20.json"))
        let found = policy()
        #expect(found.elections == Elections() && found.problems == [])
        #expect(found.report.files.map(\.state) == [.mask, .hidden, .mask])
    }

    @Test(arguments: ["{", "[]", #"{"elections": 1}"#, #"{"elections": {}, "elections": {}}"#, ""])
    func `A broken drop-in leaves what it said in force, and is named`(_ text: String) throws {
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        elect("etc/activityd/elections.d/10.json", ["org.example.a": Self.locked])
        _ = policy(lastGood)
        scratch.write("etc/activityd/elections.d/10.json", text)
        let found = policy(lastGood)
        #expect(found.elections.decision(for: "org.example.a").isLocked)
        #expect(found.problems.contains { $0.contains("10.json") })
        #expect(found.report.files.map(\.state) == [.broken])
        // The next process finds it too.
        try lastGood.save()
        #expect(policy().elections.decision(for: "org.example.a").isLocked)
        unlink(scratch("etc/activityd/elections.d/10.json"))
        _ = policy(lastGood)
        try lastGood.save()
        scratch.write("etc/activityd/elections.d/10.json", text)
        #expect(policy().elections == Elections())
    }

    @Test func `What is no file is named, and nothing waits for it`() {
        let folder = scratch.folder("etc/activityd/elections.d")
        mkfifo(folder + "/10.json", 0o644)
        symlink("20.json", folder + "/20.json")
        symlink("/nowhere", folder + "/30.json")
        Files.makeFolder(folder + "/40.json")
        Files.write(folder + "/50.json", "")
        truncate(folder + "/50.json", 100 << 20)
        elect("etc/activityd/elections.d/60.json", ["org.example.a": Self.ignore])
        let found = policy()
        #expect(found.problems.count == 5, "\(found.problems)")
        #expect(found.elections.decision(for: "org.example.a").election == .ignore)
        #expect(found.report.files.map(\.state) == Array(repeating: .broken, count: 5) + [.used])
    }

    @Test func `Names that are no drop-in's are passed over, and odd ones are names like others`() {
        for name in [".10.json", "10.json~", "10.json.dpkg-new", "README", ".json"] {
            elect("etc/activityd/elections.d/" + name, ["org.example.a": Self.ignore])
        }
        #expect(policy().elections == Elections())
        // U+212A is canonically equivalent to K, and another name all the same.
        for name in ["a\nb.json", "K.json", "\u{212A}.json"] {
            elect("etc/activityd/elections.d/" + name, ["org.example.a": Self.ignore])
            elect("usr/lib/activityd/elections.d/" + name, ["org.example.b": Self.ignore])
        }
        #expect(policy().report.files.map(\.state) == [.used, .hidden, .used, .hidden, .used, .hidden])
    }

    @Test func `A folder that is none leaves what its files said in force`() {
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        elect("run/activityd/elections.d/10.json", ["org.example.a": Self.locked])
        _ = policy(lastGood)
        Files.erase(scratch("run/activityd/elections.d"))
        scratch.write("run/activityd/elections.d", "")
        let found = policy(lastGood)
        #expect(found.elections.decision(for: "org.example.a").isLocked)
        #expect(found.problems.contains { $0.contains("run/activityd/elections.d") })
        unlink(scratch("run/activityd/elections.d"))
        #expect(policy(lastGood).elections == Elections())
        #expect(policy(lastGood).problems == [])
    }

    @Test func `Ten thousand drop-ins count, each`() {
        for number in 0..<10_000 {
            elect(
                "usr/lib/activityd/elections.d/\(number).json",
                .object(JSON.Object([("org.example.a\(number)", Self.ignore)])))
        }
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        let time = ProcessorTime.of { #expect(policy(lastGood).elections.admin.entries.count == 10_000) }
        #expect(time < .seconds(20), "\(time)")
    }

    @Test func `Arrangements follow one another, and an empty one begins anew`() {
        func arrange(_ file: String, _ list: String) {
            scratch.write(file, #"{"arrangement": [\#(list)]}"#)
        }
        arrange("usr/lib/activityd/arrangement.d/10.json", #""org.example.a", "org.example.b""#)
        arrange("etc/activityd/arrangement.d/20.json", #""org.example.c", "org.example.a""#)
        #expect(policy().arrangement == ["org.example.a", "org.example.b", "org.example.c"])
        arrange("etc/activityd/arrangement.d/15.json", "")
        #expect(policy().arrangement == ["org.example.c", "org.example.a"])
        arrange("var/lib/activityd/arrangement.json", #""org.example.d""#)
        let found = policy()
        #expect(found.arrangement == ["org.example.d"])
        #expect(
            found.report.entries.filter { $0.overriddenBy == nil }.map(\.path) == [
                scratch("var/lib/activityd/arrangement.json")
            ])
    }

    @Test func `What an empty arrangement has overridden is not told of those after it`() {
        func arrange(_ name: String, _ list: String) -> String {
            let file = "etc/activityd/arrangement.d/\(name).json"
            scratch.write(file, #"{"arrangement": [\#(list)]}"#)
            return scratch(file)
        }
        let first = arrange("10", #""org.example.a""#)
        let second = arrange("20", "")
        let third = arrange("30", "")
        let entries = policy().report.entries
        #expect(entries.map(\.path) == [first, second, third])
        #expect(entries.map(\.overriddenBy) == [second, third, nil])
    }

    @Test func `Starred activities are replaced by a later file, and those that cannot be read do not count`()
    {
        func star(_ file: String, _ value: String) {
            scratch.write("etc/activityd/activityd.json.d/\(file).json", #"{"starred": \#(value)}"#)
        }
        star("10", #"["org.example.a", "io.example.copy"]"#)
        #expect(policy().starred == ["org.example.a", "io.example.copy"])
        star("20", #"["org.example.b"]"#)
        #expect(policy().starred == ["org.example.b"])
        star("20", "null")
        #expect(policy().starred == [])
        #expect(policy().problems == [])
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        star("20", #"["org.example.c"]"#)
        #expect(policy(lastGood).starred == ["org.example.c"])
        star("20", #""org.example.d""#)
        let broken = policy(lastGood)
        #expect(broken.starred == ["org.example.c"] && !broken.problems.isEmpty)
        #expect(broken.settings.allowed == [] && broken.settings.closed.isEmpty)
        star("20", #"["org.example.d", "*", 5]"#)
        #expect(policy(lastGood).starred == ["org.example.c"])
        star("20", #"["org.example.d", "org.example.*"]"#)
        #expect(policy(lastGood).starred == ["org.example.d"])
    }

    @Test func `Long arrangements take time by their length`() {
        let list = (0..<30_000).map { JSON.string("org.example.a\($0)") }
        for name in ["10", "20"] {
            let document: JSON = ["arrangement": .array(list)]
            scratch.write(
                "etc/activityd/arrangement.d/\(name).json",
                String(decoding: document.serialized, as: UTF8.self))
        }
        let time = ProcessorTime.of { #expect(policy().arrangement.count == 30_000) }
        #expect(time < .seconds(20), "\(time)")
    }

    @Test func `Settings come from the first activityd dot json and all drop-ins`() {
        scratch.write("usr/lib/activityd/activityd.json", #"{"generators": false}"#)
        #expect(policy().settings.closed.contains(.generators))
        scratch.write("etc/activityd/activityd.json", #"{"logLevel": "debug"}"#)
        #expect(!policy().settings.closed.contains(.generators))
        scratch.write("run/activityd/activityd.json.d/10.json", #"{"personalActivities": false}"#)
        scratch.write("run/activityd/activityd.json.d/20.json", #"{"onlyActivities": ["io.activityd.*"]}"#)
        let found = policy()
        #expect(found.settings.closed.contains(.personalActivities))
        #expect(found.elections.decision(for: "io.activityd.print").by == nil)
        let other = found.elections.decision(for: "org.example.a")
        #expect(other.election == .ignore && other.isLocked && other.by == .admin)
        #expect(found.documents.count == 3)
        scratch.write("run/activityd/activityd.json.d/30.json", #"{"onlyActivities": null}"#)
        #expect(policy().elections.allowed.isEmpty)
    }

    @Test(arguments: PolicySwitch.allCases)
    func `A switch is off by false and by what is no boolean`(key: PolicySwitch) {
        for value in ["false", "0", "\"yes\"", "null"] {
            scratch.write("etc/activityd/activityd.json", "{\"\(key.rawValue)\": \(value)}")
            #expect(policy().settings.closed == [key], "\(value)")
        }
        scratch.write("etc/activityd/activityd.json", "{\"\(key.rawValue)\": true}")
        #expect(policy().settings.closed == [])
    }

    @Test(arguments: [
        (#"{"generators": "no"}"#, "personal"), (#"{"personalActivities": 0}"#, "generators"),
        (#"{"onlyActivities": "*"}"#, "personal generators only"),
        (#"{"onlyActivities": {}}"#, "personal generators only"),
        (#"{"onlyActivities": ["org.kde*"]}"#, "personal generators only"),
        (#"{"onlyActivities": ["org.kde*", 5, "org.example.a"], "generators": []}"#, "personal only a"),
        (#"{"onlyActivities": [["*"]], "generators": false, "limits": 5}"#, "personal only"),
    ])
    func `A setting that cannot be used closes, and the others count`(_ text: String, _ expected: String) {
        scratch.write("usr/lib/activityd/activityd.json.d/10.json", #"{"onlyActivities": ["*"]}"#)
        scratch.write("etc/activityd/activityd.json.d/20.json", text)
        let found = policy()
        let settings = found.settings
        let isOnly = !settings.allows("org.example.b")
        let words = [
            !settings.closed.contains(.personalActivities) ? "personal" : nil,
            !settings.closed.contains(.generators) ? "generators" : nil,
            isOnly ? "only" : nil, isOnly && settings.allows("org.example.a") ? "a" : nil,
        ]
        #expect(words.compactMap { $0 }.joined(separator: " ") == expected)
        #expect(found.report.files.map(\.state) == [.used, .broken])
        #expect(!found.problems.isEmpty && found.problems.allSatisfy { $0.contains("20.json: ") })
    }

    @Test func `A look reads again what has changed, and nothing else`() {
        var time = 0
        let files = StateFileCache { time }
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false, files: files)
        func reads() -> Int {
            let before = files.reads
            _ = policy(lastGood)
            return files.reads - before
        }
        elect("etc/activityd/elections.d/10.json", ["org.example.a": Self.use])
        elect("etc/activityd/elections.d/20.json", ["org.example.b": Self.use])
        // Another change may come within the same tick of the clock.
        time = Clocks.real()
        let missing = reads() - 2
        #expect(reads() == missing + 2)
        time = Clocks.real() + 10_000
        #expect(reads() == missing + 2)
        #expect(reads() == missing)
        elect("etc/activityd/elections.d/20.json", ["org.example.b": Self.ignore])
        time = Clocks.real() + 10_000
        #expect(reads() == missing + 1)
        #expect(policy(lastGood).elections.decision(for: "org.example.b").election == .ignore)
        #expect(policy(lastGood).elections.decision(for: "org.example.a").election == .use)
        // What is broken is read each time, and what is gone is forgotten.
        scratch.write("etc/activityd/elections.d/20.json", "{")
        #expect(reads() == missing + 1 && reads() == missing + 1)
        unlink(scratch("etc/activityd/elections.d/20.json"))
        #expect(reads() == missing)
        #expect(policy(lastGood).elections.decision(for: "org.example.b").by == nil)
    }
}
