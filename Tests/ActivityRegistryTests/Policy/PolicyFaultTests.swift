// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

/// What was decided stays so where it cannot be read, and only there.
@Suite("Policy that cannot be read")
struct PolicyFaultTests {
    let scratch = Scratch()

    static let limits = #"{"personalActivities": false, "onlyActivities": ["org.example.*"]}"#
    static let lock = #"{"elections": {"org.example.a": {"election": "ignore", "locked": true}}}"#

    func makeLastGood() -> LastGood { LastGood(folder: scratch("var/lib/activityd"), isPersons: false) }

    func policy(_ lastGood: LastGood, _ path: SearchPath? = nil) -> Policy {
        let path = path ?? .system(root: scratch.path)
        return Policy(
            path, ElectionStore(path, lastGood: lastGood), ArrangementStore(path, lastGood: lastGood),
            lastGood
        ) { _ in }
    }

    @Test func `Settings in a folder that cannot be opened stay in force, and are named`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/activityd.json", Self.limits)
        scratch.write("usr/lib/activityd/activityd.json", "{}")
        let before = policy(lastGood).settings
        #expect(!before.hasPersonalActivities && before.allowed != nil)
        Files.erase(scratch("etc/activityd"))
        symlink("activityd", scratch("etc/activityd"))
        for _ in 0..<2 {
            let found = policy(lastGood)
            #expect(found.settings == before)
            #expect(found.problems.contains { $0.contains("etc/activityd could not be opened") })
            let files = found.report.files.filter { $0.kind == .configuration }
            #expect(files.map(\.state) == [.broken, .hidden])
        }
        unlink(scratch("etc/activityd"))
        #expect(policy(lastGood).settings == PolicySettings())
        #expect(policy(lastGood).problems == [])
    }

    /// The link's path, what is moved away beneath it, and where the elections lie in that.
    @Test(arguments: [
        ("etc/activityd/elections.d", "srv/elections.d", ""), ("etc/activityd", "srv/policy", "/elections.d"),
        ("etc", "srv/etc", "/activityd/elections.d"),
        ("etc/activityd/applied", "etc/activityd/versions/1", "/elections.d"),
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

    @Test(arguments: ["activityd.json", "activityd.json.d/10.json"])
    func `A mistyped key leaves in force what the file said, and is named at every look`(_ name: String) {
        let lastGood = makeLastGood()
        let file = "etc/activityd/" + name
        scratch.write(file, Self.limits)
        let before = policy(lastGood).settings
        scratch.write(file, #"{"personalActivites": false, "onlyActivites": ["x.y"], "generators": false}"#)
        for _ in 0..<2 {
            let found = policy(lastGood)
            #expect(found.settings.allowed == before.allowed && !found.settings.hasPersonalActivities)
            // What it says besides counts.
            #expect(!found.settings.hasGenerators)
            #expect(
                found.problems.contains { $0.hasSuffix("\"onlyActivites\". Was \"onlyActivities\" meant?") })
            #expect(found.report.files.map(\.state) == [.broken])
        }
        scratch.write(file, #"{"generators": false, "logLevel": "info", "limits": {}}"#)
        #expect(policy(lastGood).settings.hasPersonalActivities && policy(lastGood).problems == [])
    }

    @Test func `A mistyped key of an election has the right one beside it`() {
        scratch.write(
            "etc/activityd/elections.d/10.json",
            #"{"elections": {"org.example.*": {"election": "ignore", "lock": true}}}"#)
        let problem = policy(makeLastGood()).problems.first
        #expect(
            problem?.contains("\"lock\" of org.example.*. Was \"locked\" meant?") == true, "\(problem ?? "")")
    }

    @Test func `A file that always had an unknown key outlasts its next fault like others`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/activityd.json", #"{"newer": 1, "personalActivities": false}"#)
        let found = policy(lastGood)
        #expect(!found.settings.hasPersonalActivities && found.problems.count == 1)
        scratch.write("etc/activityd/activityd.json", "{")
        #expect(!policy(lastGood).settings.hasPersonalActivities)
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
        #expect(!policy(persons, person).settings.hasPersonalActivities)
        unlink(scratch("etc/activityd/activityd.json"))
        #expect(policy(system).settings == PolicySettings())
        #expect(policy(persons, person).settings == PolicySettings())
        scratch.write("etc/activityd/activityd.json", #"{"logLevel": "info",}"#)
        #expect(policy(system).settings == PolicySettings())
        #expect(policy(persons, person).settings == PolicySettings())
    }

    @Test func `What stands beside the settings is not forgotten with them`() {
        let lastGood = makeLastGood()
        scratch.write("etc/activityd/elections.json", Self.lock)
        _ = policy(lastGood)
        scratch.write("etc/activityd/elections.json", "{")
        for _ in 0..<2 { #expect(policy(lastGood).elections.decision(for: "org.example.a").isLocked) }
    }
}
