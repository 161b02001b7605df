// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

/// Policy and bundles that come into force as a whole.
@Suite("Applied folders")
struct AppliedFolderTests {
    let scratch = Scratch(isInMemory: true)

    var applied: AppliedFolder { AppliedFolder(root: scratch.path) }
    var link: String { scratch("etc/activityd/applied") }
    var versions: [String] { Files.names(in: scratch("etc/activityd/versions")).filter { $0 != ".lock" } }

    static func file(_ path: String, _ text: String, isExecutable: Bool = false) -> BundleFile {
        BundleFile(path: path, bytes: Array(text.utf8), isExecutable: isExecutable)
    }

    static func policy(_ text: String) -> [BundleFile] {
        [
            file("elections.d/10.json", text), file("activities/a.b.activity/manifest.json", "{}"),
            file("activities/a.b.activity/bin/run", "#!/bin/sh", isExecutable: true),
        ]
    }

    func apply(_ files: [BundleFile]) throws -> AppliedFolder.Outcome {
        try applied.apply(files) { _ in true }
    }

    @Test func `A version takes the place of the one before, which stays`() throws {
        #expect(try apply(Self.policy("1")) == .applied(version: 1))
        #expect(Files.text(link + "/elections.d/10.json") == "1")
        #expect(Files.mode(link + "/activities/a.b.activity/bin/run") == 0o755)
        #expect(Files.mode(link + "/elections.d/10.json") == 0o644)
        #expect(try apply(Self.policy("2")) == .applied(version: 2))
        #expect(try apply(Self.policy("3")) == .applied(version: 3))
        #expect(Files.text(link + "/elections.d/10.json") == "3")
        #expect(versions == ["2", "3"])
    }

    @Test func `Equal content is unchanged, and anything else in it is not`() throws {
        _ = try apply(Self.policy("1"))
        #expect(try apply(Self.policy("1")) == .unchanged)
        #expect(versions == ["1"])
        Files.write(link + "/elections.d/20.json", "{}")
        #expect(!applied.holds(Self.policy("1")))
        unlink(link + "/elections.d/20.json")
        chmod(link + "/activities/a.b.activity/bin/run", 0o644)
        #expect(!applied.holds(Self.policy("1")))
        chmod(link + "/activities/a.b.activity/bin/run", 0o755)
        #expect(applied.holds(Self.policy("1")))
        #expect(!applied.holds(Array(Self.policy("1").dropLast())))
    }

    @Test(arguments: ["elections.d", "activities/a.b.activity/bin", "."])
    func `A folder that others may write is not what was applied`(_ inside: String) throws {
        _ = try apply(Self.policy("1"))
        chmod(link + "/" + inside, 0o777)
        #expect(!applied.holds(Self.policy("1")))
        #expect(try apply(Self.policy("1")) == .applied(version: 2))
        #expect(Files.mode(link + "/" + inside) == 0o755)
    }

    @Test(.enabled(if: geteuid() == 0, "takes root"), arguments: ["elections.d", "elections.d/10.json"])
    func `What another user owns is not what was applied`(_ inside: String) throws {
        _ = try apply(Self.policy("1"))
        chown(link + "/" + inside, 1_234, 0)
        #expect(!applied.holds(Self.policy("1")))
        #expect(try apply(Self.policy("1")) == .applied(version: 2) && applied.holds(Self.policy("1")))
    }

    @Test(arguments: ["9223372036854775807", "-3", "0", "01", "+1", "1/", "1e3"])
    func `A link to what no version is named is not replaced`(_ name: String) throws {
        scratch.folder("etc/activityd/versions/" + name)
        symlink("versions/" + name, link)
        #expect(throws: StorageError.linkInTheWay(path: link)) { try apply(Self.policy("1")) }
    }

    @Test(arguments: ["+1", "01", "1 ", "-1"])
    func `A folder that is no version is none to bring back, and stays`(_ name: String) throws {
        scratch.folder("etc/activityd/versions/" + name)
        scratch.folder("etc/activityd/versions/2")
        symlink("versions/2", link)
        #expect(try applied.former() == nil)
        #expect(try applied.undo() == nil)
        #expect(try apply(Self.policy("1")) == .applied(version: 3))
        #expect(versions.contains(name))
    }

    @Test func `Only a folder is led to`() throws {
        _ = try apply(Self.policy("1"))
        _ = try apply(Self.policy("2"))
        Files.erase(scratch("etc/activityd/versions/1"))
        scratch.write("etc/activityd/versions/1", "")
        #expect(throws: StorageError.self) { try applied.undo() }
        #expect(applied.holds(Self.policy("2")))
    }

    @Test func `What the admin's own hides is named with what hides it`() throws {
        func hidden(_ folder: String) -> [String] {
            PolicyLayers.hidden(
                in: folder, bundles: ["activities/a.b.activity", "activities/c.d.activity"],
                root: scratch.path
            ).map { "\($0.path) \($0.by)" }
        }
        _ = try apply(Self.policy("{}") + [Self.file("arrangement.d/10.json", "{}")])
        // Behind it.
        scratch.write("usr/lib/activityd/elections.d/10.json", "{}")
        scratch.folder("run/activities/a.b.activity")
        #expect(hidden(link).isEmpty)
        // One that could never be used hides nothing.
        scratch.write("etc/activityd/elections.d/10.json", "{ broken")
        #expect(hidden(link).isEmpty)
        scratch.write("etc/activityd/elections.d/10.json", "{}")
        scratch.folder("etc/activityd/arrangement.d")
        symlink("/dev/null", scratch("etc/activityd/arrangement.d/10.json"))
        scratch.folder("etc/activities")
        symlink("/dev/null", scratch("etc/activities/a.b.activity"))
        let expected = [
            "elections.d/10.json " + scratch("etc/activityd/elections.d/10.json"),
            "arrangement.d/10.json " + scratch("etc/activityd/arrangement.d/10.json"),
            "activities/a.b.activity " + scratch("etc/activities/a.b.activity"),
        ]
        #expect(Set(hidden(link)) == Set(expected))
        // So it is for a copy that is to be applied.
        #expect(Set(hidden(scratch("etc/activityd/versions/1"))) == Set(expected))
    }

    @Test func `What is not sound leaves all as it was`() throws {
        _ = try apply(Self.policy("1"))
        var judged = ""
        let outcome = try applied.apply(Self.policy("2")) { path in
            judged = Files.text(path + "/elections.d/10.json")
            return false
        }
        #expect(outcome == .refused && judged == "2")
        #expect(versions == ["1"] && Files.text(link + "/elections.d/10.json") == "1")
    }

    @Test func `Undoing brings the version before back, once`() throws {
        #expect(try applied.former() == nil)
        #expect(try applied.undo() == nil)
        _ = try apply(Self.policy("1"))
        #expect(try applied.undo() == nil)
        _ = try apply(Self.policy("2"))
        #expect(try applied.former() == 1)
        #expect(try applied.undo() == 1)
        #expect(Files.text(link + "/elections.d/10.json") == "1")
        #expect(try applied.undo() == nil)
        _ = try apply(Self.policy("3"))
        #expect(versions.count == 2 && Files.text(link + "/elections.d/10.json") == "3")
        #expect(try applied.undo() != nil)
        #expect(Files.text(link + "/elections.d/10.json") == "1")
    }

    /// As a kill or a loss of power leaves it, at each step.
    @Test func `What an interrupted apply leaves is not in force, and goes with the next`() throws {
        _ = try apply(Self.policy("1"))
        let folder = scratch("etc/activityd/versions")
        Files.write(folder + "/.staging-new-applied-7/elections.d/10.json", "half")
        Files.write(folder + "/2/elections.d/10.json", "whole")
        symlink("versions/2", folder + "/.staging-new-applied-8")
        #expect(applied.holds(Self.policy("1")))
        #expect(try applied.former() == nil)
        #expect(try apply(Self.policy("2")) == .applied(version: 2))
        #expect(versions == ["1", "2"] && Files.text(link + "/elections.d/10.json") == "2")
    }

    @Test func `Of many at once each is whole, and the last one is in force`() async throws {
        let applied = applied
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do { _ = try applied.apply(Self.policy("\(number)")) { _ in true } } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        #expect(versions.count == 2)
        #expect((0..<8).contains { applied.holds(Self.policy("\($0)")) })
    }

    @Test func `What another has put in the link's place is not replaced`() throws {
        scratch.folder("etc/activityd")
        symlink("elsewhere", link)
        #expect(throws: StorageError.linkInTheWay(path: link)) { try apply(Self.policy("1")) }
        unlink(link)
        scratch.write("etc/activityd/applied/elections.d/10.json", "{}")
        #expect(throws: StorageError.linkInTheWay(path: link)) { try apply(Self.policy("1")) }
        #expect(Files.names(in: link) == ["elections.d"])
    }

    @Test func `Daemons read it behind the admin's own files and before all others`() throws {
        func elect(_ election: String) -> String { #"{"elections": {"a.b": {"election": "\#(election)"}}}"# }
        scratch.write("usr/lib/activityd/elections.d/10.json", elect("ignore"))
        _ = try apply([Self.file("elections.d/10.json", elect("use"))])
        func decision() -> Election {
            Policy(of: .system(root: scratch.path)).elections.decision(for: "a.b").election
        }
        #expect(decision() == .use)
        scratch.write("etc/activityd/elections.d/10.json", elect("default"))
        #expect(decision() == .default)
    }

    // MARK: The folder that is given

    func fault(_ path: String, _ trust: Trust = .standard(.system)) -> String? {
        do {
            _ = try PolicySource(path, trust: trust)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `A folder is read whole, without what begins with a dot`() throws {
        scratch.write("policy/.git/config", "")
        scratch.write("policy/elections.d/.10.json.swp", "")
        scratch.write("policy/elections.d/10.json", "{}")
        scratch.write("policy/activities/a.b.activity/manifest.json", "{}")
        scratch.write("policy/activities/a.b.activity/.hidden/tool", "")
        chmod(scratch("policy/activities/a.b.activity/.hidden/tool"), 0o700)
        let source = try PolicySource(scratch("policy"), trust: .standard(.system))
        #expect(source.bundles == ["activities/a.b.activity"] && source.policyFiles == 1)
        #expect(
            source.files.map(\.path) == [
                "activities/a.b.activity/.hidden/tool", "activities/a.b.activity/manifest.json",
                "elections.d/10.json",
            ])
        #expect(source.files.map(\.isExecutable) == [true, false, false])
    }

    @Test(arguments: [
        "README.md", "elections.json", "elections.d/10.jsn", "elections.d/more/10.json", "activities/README",
        "activities/a.b/manifest.json", "other.d/10.json",
    ])
    func `What nothing would read is named`(_ path: String) {
        scratch.write("policy/" + path, "{}")
        #expect(fault(scratch("policy"))?.contains("Nothing would read it") == true)
    }

    @Test(arguments: [
        ("election.d/10.json", "Was \"elections.d\" meant?"), ("notes/a", "but activityd.json.d, "),
        ("elections.d/10.conf", "end in .json"), ("activities/resize/manifest.json", "<identifier>.activity"),
    ])
    func `What nothing would read is told its right name`(_ path: String, _ advice: String) {
        scratch.write("policy/" + path, "{}")
        let found = fault(scratch("policy")) ?? ""
        #expect(found.contains(advice), "\(found)")
    }

    @Test func `Links and pipes are refused, and nothing waits for one`() {
        let folder = scratch.folder("policy/elections.d")
        let bundle = scratch.folder("policy/activities/a.b.activity")
        for (path, make) in [
            (folder + "/10.json", { symlink("/etc/hostname", $0) }),
            (folder + "/10.json", { mkfifo($0, 0o644) }),
            (bundle + "/run", { symlink("/bin/sh", $0) }),
            (scratch("policy/arrangement.d"), { symlink("/etc", $0) }),
        ] as [(String, (String) -> CInt)] {
            #expect(make(path) == 0)
            #expect(fault(scratch("policy"))?.contains("is a link, or no regular file") == true)
            unlink(path)
        }
        #expect(fault(scratch("policy")) == nil)
        #expect(fault(scratch("nothing")) != nil)
    }

    @Test func `What another person owns or may write is refused`() {
        scratch.write("policy/elections.d/10.json", "{}")
        let file = scratch("policy/elections.d/10.json")
        chmod(file, 0o666)
        #expect(fault(scratch("policy"))?.contains("chmod o-w") == true)
        chmod(file, 0o644)
        chmod(scratch("policy/elections.d"), 0o777)
        #expect(fault(scratch("policy"))?.contains("chmod o-w") == true)
        chmod(scratch("policy/elections.d"), 0o755)
        #expect(fault(scratch("policy"), Trust(owners: [4_000_000]))?.contains("belongs to user") == true)
        #expect(fault(scratch("policy")) == nil)
    }

    @Test(arguments: [
        ("elections.d/10.json", "{"),
        ("elections.d/10.json", #"{"elections": {"a b": {"election": "use"}}}"#),
        ("elections.d/10.json", #"{"election": {}}"#), ("arrangement.d/10.json", #"{"arrangement": "a.b"}"#),
        ("arrangement.d/10.json", #"{"arrangement": ["a.b", "a.b"]}"#),
        ("activityd.json.d/10.json", #"{"generators": "no"}"#),
        ("activityd.json.d/10.json", #"{"logLevel": "debug"}"#),
        ("activityd.json.d/10.json", #"{"onlyActivities": ["*x"]}"#),
    ])
    func `Policy that a daemon could not use is named by its file`(_ path: String, _ text: String) {
        scratch.write("policy/" + path, text)
        let problems = Policy.problems(in: scratch("policy"))
        #expect(problems.first?.hasPrefix(path) == true, "\(problems)")
        #expect(!problems.contains { $0.contains(scratch.path) })
    }
}
