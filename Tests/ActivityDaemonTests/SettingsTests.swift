// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import ActivityDaemon
@testable import ActivityRegistry

/// The admin's and the person's files, combined.
struct SettingsTests {
    let scratch = Scratch()

    func load(admin: JSON.Object, person: JSON.Object) -> (settings: Settings, problems: [String]) {
        let text = String(decoding: JSON.object(person).serialized, as: UTF8.self)
        scratch.write("activityd.json", text)
        return Settings.load(
            [PolicyDocument(path: "/etc/activityd/activityd.json", object: admin)],
            [scratch("activityd.json")])
    }

    @Test func `Where people have nothing of their own they name no folder of system activities`() {
        let person = JSON.Object([
            ("systemBundles", .string(scratch.folder("mine"))), ("idleTimeoutUSec", nil),
        ])
        let kept = load(admin: JSON.Object([("personalActivities", false)]), person: person)
        #expect(kept.settings.systemBundles == nil && kept.settings.idleTimeout == nil)
        #expect(kept.problems.count == 1 && kept.problems[0].contains("\"systemBundles\""))
        let free = load(admin: JSON.Object(), person: person)
        #expect(free.settings.systemBundles == scratch("mine") && free.problems == [])
    }

    @Test func `What a person's daemon said before its restart only closes`() {
        let recalled = JSON.Object([("personalActivities", false), ("idleTimeoutUSec", nil)])
        let documents = [
            PolicyDocument(path: "/etc/activityd/activityd.json", object: recalled, onlyCloses: true)
        ]
        let found = Settings.load(documents, [])
        #expect(found.settings == Settings() && found.problems == [])
    }

    @Test(arguments: ["/etc", "/usr/lib", "/run/"])
    func `The admin's file is not the person's too`(folder: String) {
        let environment = ["HOME": "/h", "XDG_CONFIG_HOME": folder]
        #expect(Daemon.configurationFiles(.user, environment) == [])
        #expect(Daemon.configurationFiles(.user, ["HOME": "/h"]) == ["/h/.config/activityd/activityd.json"])
    }

    @Test func `A person's unknown keys are named here, the admin's by the registry`() {
        let unknown = JSON.Object([("logLvl", "info")])
        #expect(load(admin: unknown, person: JSON.Object()).problems == [])
        #expect(load(admin: JSON.Object(), person: unknown).problems.count == 1)
    }

    @Test(arguments: [
        (#"{"targets": false, "personNames": null}"#, [PolicySwitch.targets, .personNames], 1),
        (#"{"rememberTargets": true}"#, [], 0), (#"{"personNames": "no"}"#, [.personNames], 1),
        (#"{"generators": false}"#, [], 1), ("{", [.targets, .rememberTargets, .personNames], 1),
        ("[]", [.targets, .rememberTargets, .personNames], 1), ("{}", [], 0),
    ])
    func `A person turns off what is theirs, and what cannot be read is off`(
        text: String, closed: [PolicySwitch], problems: Int
    ) {
        scratch.write("activityd.json", text)
        let found = Settings.load([], [scratch("activityd.json")])
        #expect(found.settings.closed == Set(closed) && found.problems.count == problems, "\(found.problems)")
    }

    @Test func `A person's file out of reach turns off what is theirs`() {
        symlink(scratch("nowhere"), scratch("activityd.json"))
        scratch.write("file", "")
        for path in ["activityd.json", "file/activityd.json"] {
            let found = Settings.load([], [scratch(path)])
            #expect(found.settings.closed == PolicySwitch.personal && found.problems.count == 1)
        }
        let found = Settings.load([], [scratch("missing/activityd.json")])
        #expect(found.settings.closed == [] && found.problems == [])
    }

    @Test func `A switch that an admin has turned off is no setting of the daemon's`() {
        let found = load(admin: JSON.Object([("targets", false)]), person: JSON.Object([("targets", true)]))
        #expect(found.settings.closed.isEmpty && found.problems == [])
    }
}
