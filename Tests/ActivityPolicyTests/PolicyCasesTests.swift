// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import TestSupport
import Testing

@testable import ActivityPolicy

/// A machine's policy files as texts, merged without a disk.
private struct Machine {
    static let layout = PolicyLayout(
        layers: ["/etc/activityd", "/run/activityd", "/usr/lib/activityd"],
        elections: "/etc/activityd/elections.json", elected: "/var/lib/activityd/elections.json",
        masks: ["/etc/activities"])
    var files: [String: String] = [:]
    var keeper = PolicyKeeper()

    /// - Parameter files: by their paths without "/activityd"; "mask" stands for a link to /dev/null.
    init(_ files: [String: String]) {
        for (path, text) in files { self[path] = text }
    }

    subscript(path: String) -> String? {
        get { files[Self.full(path)] }
        set { files[Self.full(path)] = newValue }
    }

    private static func full(_ path: String) -> String {
        for layer in ["/etc", "/run", "/usr/lib", "/var/lib"] where path.hasPrefix(layer + "/") {
            return layer + "/activityd" + path.dropFirst(layer.count)
        }
        return path
    }

    func fragment(_ path: String) -> PolicyFragment? {
        let form: PolicyFragment.Form = path.contains("elections") ? .elections : .settings
        return files[path].map {
            $0 == "mask" ? PolicyFragment(mask: path, form) : PolicyFragment(path, form, Array($0.utf8))
        }
    }

    var scan: PolicyScan {
        let dropIns = Set(
            files.keys.filter { $0.contains(".d/") }.map { path in
                Self.layout.layers.reduce(path) {
                    $1 == path.prefix($1.count) ? String(path.dropFirst($1.count)) : $0
                }
            })
        let names = (["/activityd.json"] + dropIns.sorted()).map { name in
            Self.layout.layers.map { $0 + name }
        }
        return PolicyScan(
            (names + [[Self.layout.elections], [Self.layout.elected]]).map { paths in
                PolicyScan.Name(paths) {
                    keeper.document(at: $0) != nil
                } read: {
                    fragment($0)
                } isThere: {
                    files[$0] != nil
                }
            })
    }

    var policy: Policy { Policy(scan, [keeper], Self.layout) }

    mutating func scan(_ path: String, _ text: String?) -> Policy {
        self[path] = text
        let found = policy
        keeper.record(scan)
        return found
    }
}

private let lock = #"{"election": "ignore", "locked": true}"#
private let ignore = #"{"election": "ignore"}"#
private let use = #"{"election": "use"}"#

private func elections(_ entries: KeyValuePairs<String, String>) -> String {
    #"{"elections": {\#(entries.map { #""\#($0)": \#($1)"# }.joined(separator: ", "))}}"#
}

extension Policy {
    fileprivate func level(
        _ identifier: String, _ category: Manifest.WrittenCategory = .action, _ usesNetwork: Bool = true
    )
        -> Openness
    { openness(of: ActivityTraits(identifier, category: category, usesNetwork: usesNetwork)) }
}

/// Rows: files, and how open org.x.a and org.x.b are.
struct PolicyCasesTests {
    static let whole: [(String, [String: String], a: Openness, b: Openness)] = [
        ("nothing says anything", [:], .listed, .listed),
        (
            "drop-ins are read by name",
            [
                "/usr/lib/elections.d/10.json": elections(["org.x.a": lock, "org.x.b": use]),
                "/etc/elections.d/05.json": elections(["org.x.a": use, "org.x.b": ignore]),
            ],
            .closed, .listed
        ),
        (
            "of one name the first layer's counts",
            [
                "/usr/lib/elections.d/10.json": elections(["org.x.a": lock]),
                "/etc/elections.d/10.json": elections(["org.x.b": ignore]),
            ],
            .listed, .ignored
        ),
        (
            "elections.json comes first",
            [
                "/etc/elections.json": elections(["org.x.a": lock, "org.x.b": lock]),
                "/usr/lib/elections.d/10.json": elections(["org.x.a": use]),
            ],
            .listed, .closed
        ),
        (
            "an identifier wins over a pattern of a later file",
            [
                "/etc/elections.d/10.json": elections(["org.x.a": use]),
                "/etc/elections.d/20.json": elections(["org.x.*": lock]),
            ],
            .listed, .closed
        ),
        (
            "a mask takes a file's place",
            ["/usr/lib/elections.d/10.json": elections(["*": lock]), "/etc/elections.d/10.json": "mask"],
            .listed, .listed
        ),
        (
            "Elect's word comes last",
            [
                "/etc/elections.d/10.json": elections(["org.x.a": ignore]),
                "/var/lib/elections.json": elections(["org.x.a": use, "org.x.b": lock]),
            ],
            .listed, .closed
        ),
        (
            "except over a lock, by a pattern too",
            [
                "/etc/elections.d/10.json": elections(["network": lock, "org.x.b": use]),
                "/var/lib/elections.json": elections(["org.x.a": use]),
            ],
            .closed, .listed
        ),
        (
            "a closer ignore of a file's stays open to people where Elect locks a pattern",
            [
                "/etc/elections.d/10.json": elections(["org.x.a": ignore]),
                "/var/lib/elections.json": elections(["org.x.*": lock]),
            ],
            .ignored, .closed
        ),
        (
            "onlyActivities hides the others", ["/etc/activityd.json": #"{"onlyActivities": ["org.x.a"]}"#],
            .listed, .closed
        ),
        (
            "a later list takes its place",
            [
                "/etc/activityd.json": #"{"onlyActivities": ["org.x.a"]}"#,
                "/etc/activityd.json.d/10.json": #"{"onlyActivities": null}"#,
            ],
            .listed, .listed
        ),
        (
            "a note is none's to read",
            [
                "/etc/elections.d/10.json":
                    #"{"x-why": "audit", "elections": {"org.x.a": {"election": "ignore", "x-ticket": 5}}}"#
            ], .ignored, .listed
        ),
        (
            "a note among elections and among limits, where an identifier is none",
            [
                "/etc/elections.d/10.json": elections(["x-why": "5", "org.x.a": ignore, "x-y.b": lock]),
                "/etc/activityd.json": #"{"limits": {"x-why": "audit"}}"#,
            ], .ignored, .listed
        ),
        (
            "a wrong star leaves a file whole",
            ["/etc/activityd.json": #"{"starred": 5, "logLevel": 1, "onlyActivities": ["org.x.a"]}"#],
            .listed, .closed
        ),
    ]

    @Test(arguments: whole)
    func `Whole files`(_ row: (String, [String: String], a: Openness, b: Openness)) {
        let policy = Machine(row.1).policy
        #expect(policy.incomplete.isEmpty && policy.bounds.count == 1)
        #expect([policy.level("org.x.a"), policy.level("org.x.b")] == [row.a, row.b], "\(row.0)")
    }

    @Test(arguments: [
        ("org.kde.a", Manifest.WrittenCategory.share, true, Openness.listed),
        ("org.gnome.a", .share, true, .closed),
        ("org.gnome.a", .action, true, .closed), ("org.gnome.a", .share, false, .listed),
        ("org.gnome.a", .action, false, .forced), ("org.gnome.a", .transform, false, .ignored),
    ])
    func `Labels win over the network, that over a category, and that over all`(
        _ identifier: String, _ category: Manifest.WrittenCategory, _ usesNetwork: Bool, _ level: Openness
    ) {
        let policy = Machine([
            "/etc/elections.d/10.json": elections([
                "*": #"{"election": "default", "locked": true}"#, "category:share": use,
                "category:transform": ignore,
                "network": lock, "org.kde.*": use,
            ])
        ]).policy
        #expect(policy.level(identifier, category, usesNetwork) == level)
    }

    /// The file of the issue: a vendor's exception behind a lock, and each way to spoil the lock's file.
    @Test(arguments: [
        #"{"elections": {"org.x.*": \#(lock)}, "newer": 1}"#,
        #"{"elections": {"org.x.*": \#(lock), "org.x.b": 5}}"#,
        #"{"elections": {"org.x.*": \#(lock), "org..b": {"election": "use"}}}"#,
        #"{"elections": {"network": \#(lock)}, "newer": 1}"#, #"{"elections": {"*": \#(lock)}, "newer": 1}"#,
        #"{"elections": {"category:action": \#(lock)}, "newer": 1}"#, "{", "",
    ])
    func `What a fault lays bare behind a file opens nothing`(_ text: String) {
        var machine = Machine(["/usr/lib/elections.d/50.json": elections(["org.x.a": use])])
        #expect(
            machine.scan("/etc/elections.d/50.json", elections(["org.x.*": lock])).level("org.x.a") == .closed
        )
        #expect(machine.scan("/etc/elections.d/50.json", text).level("org.x.a") == .closed)
        // A daemon that starts now knows what its file holds, or nothing.
        machine.keeper =
            (try? PolicyKeeper(machine.keeper.object, isTrusted: true, Machine.layout)) ?? PolicyKeeper()
        #expect(machine.policy.level("org.x.a") == .closed)
        machine.keeper = PolicyKeeper()
        #expect(machine.policy.level("org.x.a") == (text.count > 1 ? .closed : .listed))
    }

    @Test func `A fault is told with its place, what waits, and the mask that lets it go`() {
        var machine = Machine(["/etc/elections.d/50.json": elections(["org.x.a": ignore])])
        _ = machine.scan("/usr/lib/elections.d/60.json", "{}")
        machine["/etc/elections.d/50.json"] = "{\"elections\": {\n  \"org.x.a\": \(use)}}"
        let policy = machine.scan("/usr/lib/elections.d/60.json", "{\n  \"elektions\": {}}")
        #expect(policy.level("org.x.a") == .ignored && policy.waits(ActivityTraits("org.x.a")))
        let waiting = policy.waiting(among: [ActivityTraits("org.x.a"), ActivityTraits("org.x.b")])
        #expect(
            policy.problems(waiting, Machine.layout).map(\.sentence) == [
                "/usr/lib/activityd/elections.d/60.json:2:3: Nothing reads the key \"elektions\". "
                    + "Was \"elections\" meant? "
                    + "Until it is corrected, or masked by `mkdir -p /etc/activityd/elections.d && "
                    + "ln -s /dev/null /etc/activityd/elections.d/60.json`, nothing opens. "
                    + "1 wait: org.x.a (/etc/activityd/elections.d/50.json:2)."
            ])
        let entries = policy.report(waiting).entries
        #expect(entries.map(\.waits) == [true, false] && entries.map(\.key) == ["org.x.a", "org.x.a"])
        #expect(policy.entry(about: ActivityTraits("org.x.a"))?.value == ["election": "ignore"])
        // Closing takes effect at once, and the mask drops the rest.
        #expect(
            machine.scan("/etc/elections.d/70.json", elections(["org.x.b": lock])).level("org.x.b") == .closed
        )
        #expect(machine.scan("/etc/elections.d/60.json", "mask").level("org.x.a") == .listed)
    }

    @Test(arguments: [
        ("60", "&& ln -s /dev/null /etc/activityd/elections.d/60.json`"),
        ("a;b $(c)", "&& ln -s /dev/null '/etc/activityd/elections.d/a;b $(c).json'`"),
        ("it's", #"&& ln -s /dev/null '/etc/activityd/elections.d/it'\''s.json'`"#),
        (
            "a\u{1B}b",
            "corrected, taken away, or masked by a link to /dev/null of the same name in /etc/activityd/elections.d,"
        ),
        (#"\n"#, "or masked by a link to /dev/null of the same name in /etc/activityd/elections.d,"),
    ])
    func `The advised mask is one word of a shell`(_ name: String, _ remedy: String) {
        var machine = Machine([:])
        let policy = machine.scan("/usr/lib/elections.d/\(name).json", #"{"elektions": {}}"#)
        let sentences = policy.problems(policy.waiting(among: []), Machine.layout).map(\.sentence)
        #expect(sentences.count == 1 && sentences[0].contains(remedy), "\(sentences)")
    }

    @Test func `Each fault has its place, and what waits is told once`() {
        var machine = Machine([
            "/etc/activityd.json.d/50.json": #"{"onlyActivities": ["org.x.b"]}"#,
            "/etc/elections.d/80.json": elections(["org.k.*": ignore]),
        ])
        _ = machine.scan("/usr/lib/elections.d/60.json", elections(["org.x.c": ignore]))
        machine["/etc/activityd.json.d/50.json"] = "{\n\"onlyActivities\": [\"org.x.b\", \"org.x.a\"]}"
        machine["/usr/lib/elections.d/60.json"] =
            "{\"elections\": {\n \"org.x.c\": {\n  \"election\": \"ignroe\"}}}"
        let policy = machine.scan("/usr/lib/elections.d/70.json", "{}")
        let waiting = policy.waiting(among: [ActivityTraits("org.x.a")])
        // By the list that it is in now.
        #expect(waiting.map(\.entry?.location) == ["/etc/activityd/activityd.json.d/50.json:2"])
        #expect(policy.report(waiting).entries.filter(\.waits).map(\.key) == ["onlyActivities"])
        // An activity that is not installed waits by its name, and a pattern by the other file's entry.
        machine["/etc/elections.d/80.json"] = elections(["org.k.*": use])
        let report = machine.policy.report(machine.policy.waiting(among: []))
        #expect(report.entries.filter(\.waits).map(\.key) == ["onlyActivities", "org.k.*"])
        machine["/usr/lib/elections.d/70.json"] = "{\"elections\": 5}"
        let sentences = machine.policy.problems(waiting, Machine.layout).map(\.sentence)
        #expect(sentences.count == 2 && sentences.filter { $0.contains("1 wait: org.x.a") }.count == 1)
        #expect(sentences[0].hasPrefix("/usr/lib/activityd/elections.d/60.json:3:3: "))
        #expect(sentences[1].hasPrefix("/usr/lib/activityd/elections.d/70.json:1:2: "))
    }

    @Test(arguments: [
        (#"{"limits": {"\n": 1, "frameBytes": 1}}"#, "1:13"), (#"{"starred": ["org.x.a", 5]}"#, "1:25"),
        (#"{"onlyActivities": ["org.x.a", "x y"]}"#, "1:32"), (#"{"logLevel": "loud"}"#, "1:2"),
        (#"{"starred": ["org.x.a", "org.x.*.y"]}"#, "1:25"),
    ])
    func `A fault inside a value has its own place`(_ text: String, _ place: String) {
        let fragment = PolicyFragment("/etc/activityd/activityd.json", .settings, Array(text.utf8))
        #expect(fragment.sentences.first?.hasPrefix("/etc/activityd/activityd.json:\(place): ") == true)
        #expect(fragment.isWhole == !text.contains("only"))
    }

    @Test func `No mask is advised where the file before it is faulty too`() {
        let machine = Machine(["/etc/elections.d/50.json": "{", "/usr/lib/elections.d/50.json": "{"])
        let remedies = machine.policy.problems([], Machine.layout).map {
            $0.sentence.split(separator: "Until it ").last
        }
        #expect(
            remedies == [
                "is corrected or taken away, nothing opens.",
                "or /etc/activityd/elections.d/50.json is corrected, nothing opens.",
            ])
    }

    @Test(arguments: [(nil, "or masked by `mkdir"), ("/usr/lib/activityd", "can be read or taken away")])
    func `A mask is advised where the fault is the file's, not a folder's`(
        _ folder: String?, _ remedy: String
    ) {
        let path = "/usr/lib/activityd/elections.d/60.json"
        let fragment = PolicyFragment(
            path, .elections, fault: "/x cannot be read.", about: folder, isUnknown: true)
        let policy = Policy(PolicyScan([PolicyScan.Name([fragment])]), [], Machine.layout)
        let problems = policy.problems([], Machine.layout)
        #expect(problems.map(\.fault) == [(folder == nil ? path + ": " : "") + "/x cannot be read."])
        #expect(problems.count == 1 && problems[0].sentence.contains(remedy), "\(problems)")
    }

    @Test func `What only a fault keeps closed names no file that is gone`() {
        let activity = ActivityTraits("org.x.a")
        var machine = Machine(["/etc/elections.d/50.json": elections(["org.x.a": lock])])
        let whole = machine.scan("/usr/lib/elections.d/60.json", "{}")
        #expect(whole.location(closing: activity) == "/etc/activityd/elections.d/50.json:1")
        machine["/usr/lib/elections.d/60.json"] = "{"
        // The lock is removed, or becomes an ordinary election.
        for text in [nil, elections(["org.x.a": use])] {
            machine["/etc/elections.d/50.json"] = text
            let policy = machine.policy
            #expect(policy.isLocked(activity, ofFiles: false))
            #expect(policy.location(closing: activity) == "/usr/lib/activityd/elections.d/60.json")
        }
    }

    @Test func `A value of a report is cut`() {
        let list = (0..<2_000).map { "\"org.x.a\($0)\"" }.joined(separator: ",")
        let machine = Machine(["/etc/activityd.json": "{\"onlyActivities\": [\(list)]}"])
        let text = machine.policy.report([]).entries[0].text
        #expect(text.unicodeScalars.count == 16_385 && text.hasSuffix("…"))
    }

    @Test func `Files by themselves close as they do apart, however many they are`() {
        var machine = Machine([
            "/etc/elections.d/10.json": elections(["org.x.a": ignore, "org.y.b": ignore]),
            "/etc/elections.d/20.json": elections(["org.x.*": lock]),
            "/etc/elections.d/30.json": elections(["org.z.*": lock, "org.z.c": ignore]),
            "/etc/activityd.json": "{",
        ])
        let levels = ["org.x.a", "org.y.b", "org.z.c"].map { machine.policy.level($0) }
        #expect(levels == [.closed, .ignored, .ignored])
        for number in 0..<3_000 {
            machine["/etc/elections.d/\(number).json"] = elections(["org.w.a\(number)": ignore])
        }
        let policy = machine.policy
        let time = ProcessorTime.of { #expect(policy.waiting(among: []).isEmpty) }
        #expect(policy.bounds.count < 10 && time < .seconds(5), "\(time)")
    }

    @Test(arguments: [
        ("netwrok", "network"), ("Network", "network"), ("category:shares", "category:share"),
        ("org.kde*", "org.kde.*"),
        ("kitchen", nil), ("*.kde", nil),
    ])
    func `A misspelt pattern has the right one beside it`(_ text: String, _ near: String?) {
        let machine = Machine([
            "/etc/elections.d/10.json": elections([text: use]),
            "/etc/activityd.json": #"{"onlyActivities": ["\#(text)"]}"#,
        ])
        let faults = machine.policy.incomplete.flatMap(\.sentences)
        #expect(faults.count == 2)
        for fault in faults {
            #expect(near.map { fault.hasSuffix(#" Was "\#($0)" meant?"#) } ?? !fault.contains("Was"))
        }
    }

    @Test(arguments: [
        (#"{"generators": "no"}"#, "personal"), (#"{"personalActivities": 0}"#, "generators"),
        (#"{"onlyActivities": "*"}"#, "personal generators only"),
        (#"{"onlyActivities": {}}"#, "personal generators only"),
        (#"{"onlyActivities": ["org.kde*", 5, "org.x.a"], "generators": []}"#, "personal only a"),
        (#"{"onlyActivities": [["*"]], "generators": false, "limits": 5}"#, "personal only"),
    ])
    func `A setting that cannot be used closes, and the others count`(_ text: String, _ expected: String) {
        let policy = Machine([
            "/usr/lib/activityd.json.d/10.json": #"{"onlyActivities": ["*"]}"#,
            "/etc/activityd.json.d/20.json": text,
        ]).policy
        let isOnly = policy.level("org.x.b") == .closed
        let words = [
            !policy.closed.contains(.personalActivities) ? "personal" : nil,
            !policy.closed.contains(.generators) ? "generators" : nil, isOnly ? "only" : nil,
            isOnly && policy.level("org.x.a") == .listed ? "a" : nil,
        ]
        #expect(words.compactMap(\.self).joined(separator: " ") == expected)
    }

    @Test(arguments: [
        (#""/etc/activityd/elections.d/10.json": {"elections": 5}"#, "elections"),
        (#""/etc/activityd/elections.d/10.json": {"elections": {"org.x.a": 5}}"#, "elections/org.x.a"),
        (
            #""/etc/activityd/elections.d/10.json": {"elections": {"category:print": {"election": "ignore"}}}"#,
            "elections/category:print"
        ),
        (#""/etc/activityd/activityd.json": {"newer": true}"#, "newer"),
        (#""/etc/activities": {"masks": [], "newer": 1}"#, "newer"),
        (
            #""closing": {"/etc/activityd/elections.json": [{"elections": {"org.x.a": 5}}]}"#,
            "elections/org.x.a"
        ),
        (#""closing": 5"#, "closing"), (#""/etc/a.json": 5"#, "~1etc~1a.json"), (#""whole": 5"#, "whole"),
    ])
    func `What another version has kept is read whole or not at all`(
        _ members: String, _ place: String
    ) throws {
        let object = try JSON.Object(json: JSON(parsing: "{\(members)}"))
        let mismatch = #expect(throws: JSON.Mismatch.self) {
            try PolicyKeeper(object, isTrusted: true, Machine.layout)
        }
        #expect(mismatch?.pointer.hasSuffix("/" + place) == true)
    }

    @Test func `A whole policy that another version has kept is read whole or not at all`() throws {
        var machine = Machine([:])
        _ = machine.scan("/etc/activityd.json", #"{"generators": false, "x-newer": 1}"#)
        let kept = String(decoding: JSON.object(machine.keeper.object).serialized, as: UTF8.self)
        let newer = kept.replacing("x-newer", with: "newer")
        #expect(kept != newer)
        #expect(
            try PolicyKeeper(JSON.Object(json: JSON(parsing: kept)), isTrusted: true, Machine.layout)
                == machine.keeper)
        let object = try JSON.Object(json: JSON(parsing: newer))
        #expect(throws: JSON.Mismatch.self) { try PolicyKeeper(object, isTrusted: true, Machine.layout) }
    }

    @Test func `Kept documents to which another version has added some are not understood`() throws {
        var machine = Machine(["/run/elections.d/60.json": elections(["org.x.a": use])])
        _ = machine.scan("/usr/lib/elections.d/70.json", "{}")
        let object = machine.keeper.object
        #expect(try PolicyKeeper(object, isTrusted: true, Machine.layout) == machine.keeper)
        let lock = try JSON(parsing: elections(["org.x.*": lock]))
        for (name, value) in [
            ("/etc/activityd/elections.d/50.json", lock), ("whole", nil), ("wholeWith", nil),
            ("wholeWith", ["sha512": ""]), ("format", ["version": 2]),
            ("/etc/activityd/inspect.d/10.json", ["inspect": false]),
        ] as [(String, JSON?)] {
            var other = object
            other.set(name, value)
            #expect(throws: JSON.Mismatch.self, "\(name)") {
                try PolicyKeeper(other, isTrusted: true, Machine.layout)
            }
        }
    }

    @Test func `A mask that is removed while a file is not whole masks on, and waits`() {
        func scan(_ masks: [String], _ text: String) -> PolicyScan {
            let files = [
                PolicyFragment(masksIn: "/etc/activities", names: masks),
                PolicyFragment("/etc/activityd/elections.d/10.json", .elections, Array(text.utf8)),
            ]
            return PolicyScan(files.map { PolicyScan.Name([$0]) })
        }
        var keeper = PolicyKeeper()
        keeper.record(scan(["org.x.a.activity"], "{}"))
        let masked = Policy(scan(["org.x.a.activity"], "{"), [keeper], Machine.layout)
        #expect(masked.level("org.x.a") == .closed && masked.waiting(among: []).isEmpty)
        let removed = Policy(scan([], "{"), [keeper], Machine.layout)
        #expect(
            removed.level("org.x.a") == .closed && removed.masks == ["/etc/activities": ["org.x.a.activity"]])
        #expect(removed.waiting(among: []).map(\.name) == ["org.x.a"])
    }

    @Test func `What closes everything is reported as in force, with its file`() {
        let path = "/etc/activityd/elections.json"
        let unknown = PolicyFragment(path, .elections, fault: "It cannot be read.", isUnknown: true)
        let main = PolicyFragment(
            "/etc/activityd/activityd.json", .settings, Array(#"{"generators": true}"#.utf8))
        let policy = Policy(
            PolicyScan([main, unknown].map { PolicyScan.Name([$0]) }), [PolicyKeeper()], Machine.layout)
        let entries = policy.report(policy.waiting(among: [])).entries
        let closing = entries.filter { $0.path == path }
        #expect(Set(closing.map(\.key)) == Set(PolicySwitch.allCases.map(\.rawValue) + ["onlyActivities"]))
        #expect(closing.allSatisfy { $0.overriddenBy == nil && !$0.waits })
        #expect(entries.filter(\.waits).map(\.path) == [main.path])
    }

    @Test func `A list is in force while what it newly allows waits`() {
        var machine = Machine(["/etc/activityd.json.d/50.json": #"{"onlyActivities": ["org.x.b"]}"#])
        _ = machine.scan("/usr/lib/elections.d/70.json", "{}")
        func report() -> PolicyReport {
            var report = machine.policy.report(machine.policy.waiting(among: [ActivityTraits("org.x.a")]))
            report.files = machine.files.keys.map { PolicyFile(path: $0, kind: .configuration, state: .used) }
            return report
        }
        let before = report()
        machine["/etc/activityd.json.d/50.json"] = #"{"onlyActivities": ["org.x.b", "org.x.a"]}"#
        machine["/usr/lib/elections.d/70.json"] = "{"
        #expect(report().entries.filter(\.waits).map(\.key) == ["onlyActivities"])
        #expect(report().changes(since: before).map(\.isInForce) == [true])
    }

    @Test func `The last file that has limits decides for all of them`() {
        var machine = Machine([
            "/etc/activityd.json.d/50.json": #"{"limits": {"connections": 300, "targetsUSec": 200000}}"#,
            "/etc/activityd.json.d/60.json": #"{"limits": {"connections": 400}}"#,
        ])
        #expect(machine.policy.settings.limits == ["connections": 400])
        machine["/etc/activityd.json.d/70.json"] = #"{"limits": 5}"#
        #expect(machine.policy.settings.limits == ["connections": 400])
        machine["/etc/activityd.json.d/70.json"] = #"{"limits": {"connections": "x"}}"#
        #expect(machine.policy.settings.limits == ["connections": 400])
    }

    @Test func `What closes everything leaves the masks that are known`() throws {
        let known = PolicyFragment(masksIn: "/etc/activities", names: ["io.activityd.inspect.activity"])
        var keeper = PolicyKeeper()
        keeper.record(PolicyScan([PolicyScan.Name([known])]))
        let unknown = [
            ("/etc/activities", PolicyFragment.Form.settings), ("/etc/activityd/elections.json", .elections),
        ]
        .map { PolicyFragment($0, $1, fault: "It cannot be read.", isUnknown: true) }
        let policy = Policy(PolicyScan(unknown.map { PolicyScan.Name([$0]) }), [keeper], Machine.layout)
        #expect(policy.closedBy == "/etc/activityd/elections.json" && policy.level("org.x.a") == .closed)
        #expect(policy.masks == ["/etc/activities": ["io.activityd.inspect.activity"]])
    }

    @Test func `One wrong entry of a long list costs no more than the list`() {
        let entries = (0..<30_000).map { "\"org.x.a\($0)\"" } + ["\"org.kde*\""]
        let text = Array("{\"onlyActivities\": [\(entries.joined(separator: ","))]}".utf8)
        let time = ProcessorTime.of {
            #expect(!PolicyFragment("/etc/activityd/activityd.json", .settings, text).isWhole)
        }
        #expect(time < .seconds(5), "\(time)")
    }

    @Test(arguments: [
        (#"{"starred": [""#, #""]}"#), (#"{""#, #"": 1}"#), (#"{"onlyActivities": [""#, #""]}"#),
        (#"{"limits": {""#, #"": 1}}"#),
    ])
    func `A sentence is short however long a name is`(_ before: String, _ after: String) {
        let text = before + String(repeating: "k", count: 900_000) + after
        let fragment = PolicyFragment("/etc/activityd/activityd.json", .settings, Array(text.utf8))
        #expect(fragment.sentences.count == 1 && fragment.sentences.allSatisfy { $0.utf8.count < 1_000 })
        #expect(fragment.sentences[0].contains(" … "))
    }

    @Test func `A title is set free by whole policies alone`() {
        let print = ActivityTraits("io.activityd.print")
        func frees(_ machine: Machine) -> Bool {
            machine.policy.elections().freesTitles(of: print, isMasked: false)
        }
        var machine = Machine(["/etc/elections.d/10.json": elections([print.identifier: lock])])
        #expect(frees(machine))
        _ = machine.scan("/etc/elections.d/20.json", "{}")
        machine["/etc/elections.d/20.json"] = "{"
        #expect(frees(machine))
        machine = Machine([
            "/etc/elections.d/10.json": elections([print.identifier: #"{"election": "ignroe"}"#])
        ])
        #expect(machine.policy.level(print.identifier) == .closed && !frees(machine))
    }

    @Test func `A change is told with its line, and a moved line is none`() {
        var machine = Machine([:])
        func report(_ text: String?) -> PolicyReport {
            machine["/etc/elections.d/10.json"] = text
            var report = machine.policy.report([])
            report.files = [
                PolicyFile(path: "/etc/activityd/elections.d/10.json", kind: .elections, state: .used)
            ]
            return report
        }
        let (none, first) = (report(nil), report(elections(["org.x.a": use])))
        #expect(
            first.changes(since: none).map(\.sentence) == [
                #"/etc/activityd/elections.d/10.json:1: "#
                    + #"the election of "org.x.a" is in force: {"election":"use"}"#
            ])
        #expect(report("\n" + elections(["org.x.a": use])).changes(since: first).isEmpty)
        #expect(report(elections([:])).changes(since: first).map(\.isInForce) == [false])
    }
}
