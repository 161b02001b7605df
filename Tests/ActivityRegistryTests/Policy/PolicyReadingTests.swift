// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPolicy
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

/// Policy files and folders on a real disk: which are read, and with which result.
@Suite("Reading policy")
struct PolicyReadingTests {
    let scratch = Scratch(isInMemory: true)

    static let lock = #"{"elections": {"org.example.a": {"election": "ignore", "locked": true}}}"#
    static let use = #"{"elections": {"org.example.a": {"election": "use"}}}"#
    static let limits = #"{"personalActivities": false, "onlyActivities": ["org.example.*"]}"#
    static let folders = PolicyKind.allCases.map(\.folder)

    var system: SearchPath { .system(root: scratch.path) }
    var person: SearchPath { .user(environment: ["HOME": scratch("home")], root: scratch.path) }

    func look(_ memory: PolicyMemory? = nil) -> Decisions {
        Decisions(system, memory ?? PolicyMemory(of: system))
    }

    func isLocked(_ memory: PolicyMemory? = nil) -> Bool {
        look(memory).elections.decision(for: "org.example.a").isLocked
    }

    static let breakages: [(String, @Sendable (String) -> Void)] = [
        ("not JSON", { Files.write($0, "{") }), ("empty", { Files.write($0, "") }),
        ("Latin-1", { Files.write($0, Array(#"{"x-note": ""#.utf8) + [0xE4] + Array(#""}"#.utf8)) }),
        ("zeroes", { Files.write($0, Array("{}".utf8) + [0, 0]) }),
        ("a byte order mark", { Files.write($0, "\u{FEFF}{}") }),
        (
            "too long",
            {
                Files.write($0, "{}"); truncate($0, 100 << 20)
            }
        ), ("a pipe", { mkfifo($0, 0o644) }),
        ("a folder", { Files.makeFolder($0) }), ("a link to nothing", { symlink("/nowhere/at/all", $0) }),
        ("a link to itself", { symlink($0, $0) }),
    ]

    @Test(arguments: ["elections.d/50.json", "activityd.json.d/50.json"], breakages.indices)
    func `What is no file of policy opens nothing, over a restart too`(_ name: String, _ breakage: Int) throws
    {
        let file = scratch("run/activityd/" + name)
        let said = name.hasPrefix("elections") ? Self.lock : #"{"onlyActivities": ["org.example.b"]}"#
        for knows in [true, false] {
            scratch.write("usr/lib/activityd/" + name, said)
            let memory = PolicyMemory(of: system)
            if knows {
                Files.write(file, said)
                #expect(isLocked(memory))
                try memory.save()
                unlink(file)
            } else {
                // What lies behind counts.
                scratch.write("var/lib/activityd/last-good.json", "{}")
            }
            Self.breakages[breakage].1(file)
            for memory in [memory, PolicyMemory(of: system)] {
                let found = look(memory)
                #expect(found.elections.decision(for: "org.example.a").isLocked)
                #expect(found.problems([]).contains { $0.contains(name) && $0.contains("nothing opens") })
                #expect(found.report([]).files.first { $0.path == file }?.state == .broken)
            }
            unlink(file)
            Files.erase(file)
        }
        #expect(isLocked())
        unlink(scratch("usr/lib/activityd/" + name))
        #expect(!isLocked() && look().problems([]).isEmpty)
    }

    @Test func `Names that are no drop-in's are passed over, and odd ones are names like others`() {
        for name in [".10.json", "10.json~", "10.json.dpkg-new", "README", ".json"] {
            scratch.write("etc/activityd/elections.d/" + name, Self.lock)
        }
        #expect(!isLocked() && look().problems([]).isEmpty)
        // U+212A is canonically equivalent to K, but another name.
        for name in ["a\nb.json", "K.json", "\u{212A}.json"] {
            scratch.write("etc/activityd/elections.d/" + name, Self.lock)
            scratch.write("usr/lib/activityd/elections.d/" + name, Self.use)
        }
        #expect(look().report([]).files.map(\.state) == [.used, .hidden, .used, .hidden, .used, .hidden])
    }

    @Test(arguments: folders)
    func `A drop-in's name that cannot be kept is named, and closes everything`(_ folder: String) {
        let path = scratch.folder("etc/activityd/" + folder)
        let isClosed = folder != PolicyKind.arrangement.folder
        let name =
            Array((path + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xE4)] + ".json".utf8CString
        close(open(name, O_WRONLY | O_CREAT, 0o644))
        scratch.write("etc/activityd/\(folder)/a" + String(repeating: "\u{301}", count: 31) + ".json", "{}")
        let found = look()
        let problems = found.problems([])
        #expect(problems.contains { $0.contains(folder + "/\\xe4.json is not UTF-8. Rename it") })
        #expect(problems.contains { $0.contains("more than 30 combining marks in a row") })
        #expect(found.isClosed == isClosed && isLocked() == isClosed)
        #expect(found.policy.closed.contains(.generators) == isClosed)
    }

    @Test func `A link to /dev/null takes the place of a name that cannot be kept`() {
        for layer in ["usr/lib/activityd", "etc/activityd"] {
            let path = scratch.folder(layer + "/elections.d") + "/"
            let name =
                Array(path.utf8CString.dropLast()) + [CChar(bitPattern: 0xE4)] + ".json".utf8CString
            if layer == "etc/activityd" { symlink("/dev/null", name) } else { creat(name, 0o644) }
            #expect(look().isClosed == (layer != "etc/activityd"))
        }
        #expect(look().problems([]).isEmpty && look().report([]).files.isEmpty)
    }

    @Test func `A file whose faults close nothing counts as used`() {
        for (name, text, state) in [
            ("activityd.json", #"{"starred": ["org.x.*.y"]}"#, PolicyFileState.used),
            ("arrangement.d/10.json", #"{"arrangement": ["a"]}"#, .used),
            ("arrangement.d/20.json", "{", .broken),
        ] {
            scratch.write("etc/activityd/" + name, text)
            let file = look().report([]).files.first { $0.path == scratch("etc/activityd/" + name) }
            #expect(file?.state == state, "\(name)")
        }
        #expect(look().problems([]).count == 3)
    }

    @Test(arguments: folders)
    func `A folder that people cannot list closes, whatever is known of its files`(_ folder: String) throws {
        let text =
            ["activityd.json.d": Self.limits, "elections.d": Self.lock][folder] ?? #"{"arrangement": []}"#
        scratch.write("etc/activityd/" + folder + "/10.json", text)
        let memory = PolicyMemory(of: system)
        let known = look(memory).elections
        let isClosed = folder != PolicyKind.arrangement.folder
        for mode: mode_t in [geteuid() == 0 ? 0o700 : 0, 0o711] {
            chmod(scratch("etc/activityd/" + folder), mode)
            defer { chmod(scratch("etc/activityd/" + folder), 0o755) }
            #expect(readAsPerson().isClosed == (isClosed && (geteuid() == 0 || mode == 0)))
            try memory.save()
        }
        #expect(!readAsPerson().isClosed)
        for name in ["org.example.a", "net.example.a"] {
            #expect(readAsPerson().elections.decision(for: name) == known.decision(for: name))
        }
    }

    func readAsPerson() -> Decisions { Person.act { Decisions(person, PolicyMemory(of: person)) } }

    /// Who knows other files of the folder, and that all were whole.
    @Test(
        .enabled(if: geteuid() == 0, "Others cannot list a folder."),
        arguments: ["home/.local/state/activityd", "var/lib/activityd"])
    func `What is known of other files opens no folder that cannot be listed`(_ keeper: String) throws {
        scratch.write("run/activityd/elections.d/60.json", "{")
        let other = scratch("etc/activityd/elections.d/40.json")
        var kept = PolicyKeeper()
        kept.record(PolicyScan([PolicyScan.Name([PolicyFragment(other, .elections, Array("{}".utf8))])]))
        scratch.write(
            keeper + "/last-good.json", String(decoding: JSON.object(kept.object).serialized, as: UTF8.self))
        scratch.write("etc/activityd/elections.d/50.json", Self.lock)
        chmod(scratch("etc/activityd/elections.d"), 0o711)
        let found = readAsPerson()
        #expect(found.isClosed && found.elections.decision(for: "org.example.a").isLocked)
        #expect(found.policy.closedBy == scratch("etc/activityd/elections.d"))
    }

    @Test(.enabled(if: geteuid() == 0, "Others cannot enter a folder."))
    func `A folder that cannot be entered is told once`() {
        for folder in Self.folders { scratch.write("etc/activityd/" + folder + "/10.json", "{}") }
        chmod(scratch("etc/activityd"), 0o700)
        let found = readAsPerson()
        #expect(found.isClosed && found.problems([]).count == 1)
        #expect(
            found.problems([])[0].hasPrefix(
                scratch("etc/activityd") + " could not be opened: permission denied;"))
        #expect(found.problems([])[0].contains("no activity is listed"))
    }

    @Test(.enabled(if: geteuid() == 0, "Others cannot list a folder."))
    func `What is missing in a folder that cannot be listed is not gone`() {
        let file = scratch("etc/activityd/elections.d/10.json")
        Files.write(file, Self.lock)
        let memory = PolicyMemory(of: person)
        func isKnown(mode: mode_t) -> Bool {
            chmod(scratch("etc/activityd/elections.d"), mode)
            return Person.act {
                _ = Decisions(person, memory)
                return memory.document(at: file) != nil
            }
        }
        #expect(isKnown(mode: 0o755))
        unlink(file)
        #expect(isKnown(mode: 0o711) && !isKnown(mode: 0o755))
    }

    /// The link's path, the folder that it leads to, and where the elections lie in that.
    @Test(arguments: [
        ("etc/activityd/elections.d", "srv/elections.d", ""), ("etc/activityd", "srv/policy", "/elections.d"),
        ("etc", "srv/etc", "/activityd/elections.d"),
    ])
    func `A link that leads nowhere takes nothing away`(_ link: String, _ target: String, _ inside: String) {
        let memory = PolicyMemory(of: system)
        scratch.write(target + inside + "/10.json", Self.lock)
        Files.makeFolder(Folder.split(scratch(link)).folder)
        symlink(scratch(target), scratch(link))
        #expect(isLocked(memory))
        rename(scratch(target), scratch("elsewhere"))
        for _ in 0..<2 { #expect(isLocked(memory)) }
        let folder = scratch("etc/activityd/elections.d")
        #expect(look(memory).policy.incomplete.contains { $0.path == folder })
        rename(scratch("elsewhere"), scratch(target))
        #expect(isLocked(memory) && look(memory).problems([]).isEmpty)
        unlink(scratch(link))
        #expect(!isLocked(memory) && look(memory).problems([]).isEmpty)
    }

    @Test(arguments: ["etc/activityd/elections.d", "etc/activityd"])
    func `A mask in a folder that cannot be opened hides what is behind it`(_ folder: String) throws {
        let memory = PolicyMemory(of: system)
        scratch.write("run/activityd/elections.d/10.json", Self.lock)
        scratch.write("usr/lib/activityd/elections.d/20.json", Self.use)
        Files.makeFolder(scratch("etc/activityd/elections.d"))
        symlink("/dev/null", scratch("etc/activityd/elections.d/20.json"))
        #expect(isLocked(memory))
        try memory.save()
        rename(scratch(folder), scratch("aside"))
        symlink(scratch("loop"), scratch("loop"))
        symlink(scratch("loop"), scratch(folder))
        #expect(isLocked(memory) && isLocked())
        unlink(scratch(folder))
        #expect(!isLocked(memory))
    }

    @Test(arguments: ["loop", "file"])
    func `A folder of drop-ins that is no folder closes everything`(_ kind: String) {
        let folder = scratch("etc/activityd/elections.d")
        Files.makeFolder(scratch("etc/activityd"))
        if kind == "loop" {
            symlink("elections.d", folder)
        } else {
            scratch.write("etc/activityd/elections.d", "")
        }
        #expect(look().isClosed && look().policy.closedBy == folder)
    }

    @Test func `A list of which nothing can be used does not begin the arrangement anew`() {
        scratch.write("etc/activityd/arrangement.d/10.json", #"{"arrangement": ["org.example.a"]}"#)
        scratch.write("etc/activityd/arrangement.d/20.json", #"{"arrangement": ["a b"]}"#)
        #expect(look().arrangement == ["org.example.a"])
        scratch.write("etc/activityd/arrangement.d/30.json", #"{"arrangement": []}"#)
        #expect(look().arrangement.isEmpty)
    }

    @Test func `A mask that is taken away while another file is faulty holds on`() {
        let shelf = Shelf()
        let mask = shelf.scratch(Shelf.admin + "/io.activityd.print.activity")
        shelf.mask("io.activityd.print", in: Shelf.admin)
        let memory = PolicyMemory(of: shelf.path)
        func masks() -> [String] {
            Decisions(shelf.path, memory).policy.masks[shelf.scratch(Shelf.admin)] ?? []
        }
        #expect(masks() == ["io.activityd.print.activity"])
        shelf.scratch.write("etc/activityd/elections.d/10.json", "{")
        unlink(mask)
        #expect(masks() == ["io.activityd.print.activity"])
        unlink(shelf.scratch("etc/activityd/elections.d/10.json"))
        #expect(masks() == [])
    }

    @Test
    func
        `What was kept and cannot be read closes with a faulty file, and stays as it is until all are whole`()
        throws
    {
        let (file, kept) = ("etc/activityd/elections.d/10.json", scratch("var/lib/activityd/last-good.json"))
        scratch.write(file, Self.lock)
        let first = PolicyMemory(of: system)
        _ = look(first)
        try first.save()
        truncate(kept, off_t(Files.read(kept).count) - 1)
        let cut = Files.read(kept)
        scratch.write(file, "{")
        let second = PolicyMemory(of: system)
        func sentence() -> String? { look(second).problems([]).first { $0.hasPrefix(kept) } }
        #expect(look(second).isClosed && sentence()?.hasSuffix("take away the broken files.") == true)
        try second.save()
        #expect(Files.read(kept) == cut)
        // The state of a newer version is not understood either.
        Files.write(kept, #"{"version": 2}"#)
        let newer = look()
        let words = "newer version may have written it"
        #expect(newer.isClosed && newer.problems([]).contains { $0.contains(words) })
        Files.write(kept, cut)
        scratch.write(file, Self.lock)
        #expect(!look(second).isClosed)
        try second.save()
        scratch.write(file, "{")
        #expect(!look().isClosed && isLocked())
    }

    @Test func `What a person's daemon has kept closes too if it cannot be read`() throws {
        let state = scratch("home/.local/state/activityd")
        scratch.write("etc/activityd/elections.d/10.json", Self.lock)
        let memory = PolicyMemory(of: person)
        _ = Decisions(person, memory)
        try memory.save()
        scratch.write("etc/activityd/elections.d/10.json", "{")
        #expect(!Decisions(person, PolicyMemory(of: person)).isClosed)
        Files.write(state + "/last-good.json", "{")
        let next = PolicyMemory(of: person)
        #expect(Decisions(person, next).isClosed)
        unlink(state + "/last-good.json")
        next.beginScan()
        #expect(!Decisions(person, next).isClosed)
    }

    @Test func `Nothing is kept while another daemon writes in the folder`() throws {
        scratch.write("etc/activityd/elections.json", Self.lock)
        let memory = PolicyMemory(of: person)
        _ = Decisions(person, memory)
        let state = scratch("home/.local/state/activityd")
        try FolderLock.hold(state, mode: 0o700) { () throws(StorageError) in
            _ = #expect(throws: StorageError.locked(path: state + "/.lock")) { try memory.save() }
        }
        try memory.save()
        #expect(scratch.mode("home/.local/state/activityd/last-good.json") == 0o600)
    }

    @Test func `The start reads files alone, and believes no person`() {
        symlink("activities", scratch.folder("etc") + "/activities")
        scratch.write("etc/activityd/activityd.json", #"{"logLevel": "err", "targets": false}"#)
        var found = AdminSettings(of: person)
        #expect(
            found.values.logLevel == "err" && found.values.closed == [.targets] && !found.locksSystemBundles)
        // A folder of a person's serves only while all files are whole, as what waits may forbid it.
        scratch.write("etc/activityd/elections.d/10.json", "{")
        #expect(AdminSettings(of: person).locksSystemBundles && !AdminSettings(of: system).locksSystemBundles)
        unlink(scratch("etc/activityd/elections.d/10.json"))
        scratch.write("etc/activityd/activityd.json", "{")
        scratch.write("home/.local/state/activityd/last-good.json", #"{"whole": {}}"#)
        found = AdminSettings(of: person)
        #expect(found.locksSystemBundles && found.values.logLevel == nil)
        #expect(!AdminSettings(of: system).locksSystemBundles)
    }

    @Test func `A look reads again what has changed, and nothing else`() {
        var time = 0
        let files = FragmentCache { time }
        let memory = PolicyMemory(
            folder: scratch("var/lib/activityd"), isPersons: false, system.layout, files: files)
        func reads() -> Int {
            let before = files.reads
            _ = look(memory)
            return files.reads - before
        }
        scratch.write("etc/activityd/elections.d/10.json", Self.use)
        scratch.write("etc/activityd/elections.d/20.json", Self.use)
        // Another change may come within the same tick of the clock.
        time = Clocks.real()
        let missing = reads() - 2
        #expect(reads() == missing + 2)
        time = Clocks.real() + 10_000
        #expect(reads() == missing + 2 && reads() == missing)
        scratch.write("etc/activityd/elections.d/20.json", Self.lock)
        time = Clocks.real() + 10_000
        #expect(reads() == missing + 1 && isLocked(memory))
        // A broken file is read each time.
        scratch.write("etc/activityd/elections.d/20.json", "{")
        #expect(reads() == missing + 1 && reads() == missing + 1)
    }

    @Test func `A start reads each file once`() {
        scratch.write("etc/activityd/elections.d/10.json", Self.use)
        scratch.write("usr/lib/activityd/activityd.json", "{}")
        let files = FragmentCache { Clocks.real() + 10_000 }
        let settings = PolicyMemory(
            folder: scratch("var/lib/activityd"), isPersons: false, system.layout, files: files)
        _ = AdminSettings(system, settings)
        func reads(_ known: FragmentCache.Known) -> Int {
            let memory = PolicyMemory(of: system, known)
            _ = look(memory)
            return memory.files.reads
        }
        #expect(reads(files.known) == reads([:]) - 2)
    }

    @Test(arguments: [(16_385, 0), (17, 1_000_000)])
    func `A folder of too many drop-ins, or of too long ones, closes everything and is named`(
        _ count: Int, _ length: Int
    ) {
        let folder = scratch.folder("usr/lib/activityd/elections.d")
        for number in 0..<count {
            Files.write(folder + "/\(number).json", "{}" + String(repeating: " ", count: length))
        }
        let found = look()
        #expect(found.isClosed && isLocked())
        #expect(found.problems([]).count == 1 && found.problems([])[0].hasPrefix(folder + " has more than"))
        unlink(folder + "/0.json")
        #expect(!look().isClosed && look().problems([]).isEmpty)
    }

    @Test func `Ten thousand drop-ins count, each, also while one is faulty and nothing is known`() {
        for number in 0..<10_000 {
            scratch.write(
                "usr/lib/activityd/elections.d/\(number).json",
                #"{"elections": {"org.example.a\#(number)": {"election": "ignore"}}}"#)
        }
        for isFaulty in [false, true] {
            if isFaulty { scratch.write("etc/activityd/elections.d/x.json", "{") }
            let time = ProcessorTime.of {
                #expect(
                    look(PolicyMemory(folder: "", isPersons: true, system.layout)).elections.decision(
                        for: "org.example.a7"
                    )
                    .election == .ignore)
            }
            #expect(time < .seconds(20), "\(time)")
        }
    }

    // MARK: Lists

    @Test func `Arrangements follow one another, and an empty one begins anew`() {
        func arrange(_ file: String, _ list: String) { scratch.write(file, #"{"arrangement": [\#(list)]}"#) }
        arrange("usr/lib/activityd/arrangement.d/10.json", #""org.example.a", "org.example.b""#)
        arrange("etc/activityd/arrangement.d/20.json", #""org.example.c", "x", "org.example.a""#)
        #expect(look().arrangement == ["org.example.a", "org.example.b", "org.example.c"])
        #expect(look().problems([]).count == 1)
        arrange("etc/activityd/arrangement.d/15.json", "")
        scratch.write("etc/activityd/arrangement.d/30.json", "{")
        #expect(look().arrangement == ["org.example.c", "org.example.a"] && look().policy.incomplete.isEmpty)
        arrange("var/lib/activityd/arrangement.json", #""org.example.d""#)
        let entries = look().report([]).entries
        #expect(look().arrangement == ["org.example.d"])
        #expect(
            entries.filter { $0.overriddenBy == nil }.map(\.path) == [
                scratch("var/lib/activityd/arrangement.json")
            ])
        arrange("home/.local/state/activityd/arrangement.json", #""org.example.e""#)
        // A person's arrangement comes before the administrator's.
        #expect(Decisions(of: person).arrangement == ["org.example.e", "org.example.d"])
        arrange("home/.local/state/activityd/arrangement.json", #""org.example.d", "org.example.e""#)
        #expect(Decisions(of: person).arrangement == ["org.example.d", "org.example.e"])
    }

    @Test func `Stars of a person come over Star's of the system scope, and those over the setting`() {
        scratch.write("etc/activityd/activityd.json.d/10.json", #"{"starred": ["org.example.a", "*"]}"#)
        #expect(look().starred == ["org.example.a"] && look().policy.incomplete.isEmpty)
        scratch.write("var/lib/activityd/starred.json", #"{"starred": ["org.example.b"]}"#)
        #expect(look().starred == ["org.example.b"])
        #expect(
            look().report([]).entries.map(\.overriddenBy) == [scratch("var/lib/activityd/starred.json"), nil])
        let own = "home/.local/state/activityd/starred.json"
        for (text, stars) in [
            (#"{"starred": ["org.example.c"]}"#, "c"), (#"{"starred": [1]}"#, "b"), ("{", "b"),
        ] {
            scratch.write(own, text)
            #expect(Decisions(of: person).starred == ["org.example." + stars])
        }
        truncate(scratch(own), 2 << 20)
        let found = Decisions(of: person)
        #expect(found.starred == ["org.example.b"])
        #expect(found.problems([]).contains { $0.contains("/starred.json is larger than 1048576 bytes.") })
    }

    @Test func `Each file of elections is told of what no bundle is called, unless not all was read`() {
        scratch.write("etc/activityd/elections.json", Self.lock)
        scratch.write("home/.local/state/activityd/elections.json", Self.use)
        var load = Load()
        let named = Decisions(of: person).named
        #expect(load.misnamed(in: named).count == 2)
        load.gap = .device
        #expect(load.misnamed(in: named) == [])
    }
}
