// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPolicy
import Glibc
import StrictJSON
import Systemd
import TestSupport
import Testing

@testable import ActivityDaemon
@testable import ActivityRegistry

/// The admin's and the person's files, combined.
struct SettingsTests {
    let scratch = Scratch()

    func load(_ admin: AdminSettings = AdminSettings(), person: JSON.Object) -> (
        settings: Settings, problems: [String]
    ) {
        let text = String(decoding: JSON.object(person).serialized, as: UTF8.self)
        scratch.write("activityd.json", text)
        return Settings.load(admin, [scratch("activityd.json")])
    }

    @Test func `Where people have nothing of their own they name no folder of system activities`() {
        let person = JSON.Object([
            ("systemBundles", .string(scratch.folder("mine"))), ("idleTimeoutUSec", nil),
        ])
        let kept = load(AdminSettings(locksSystemBundles: true), person: person)
        #expect(kept.settings.systemBundles == nil && kept.settings.idleTimeout == nil)
        #expect(kept.problems.count == 1 && kept.problems[0].contains("\"systemBundles\""))
        let free = load(person: person)
        #expect(free.settings.systemBundles == scratch("mine") && free.problems == [])
    }

    @Test func `A person's values come over the admin's, and a wrong one leaves that`() {
        var values = SettingValues()
        (values.idleTimeout, values.logLevel, values.limits) = (.some(nil), "err", ["connections": 300])
        let person = JSON.Object([
            ("logLevel", "debug"), ("idleTimeoutUSec", 1), ("limits", ["replyBytes": 1]), ("x-note", 1),
        ])
        let found = load(AdminSettings(values), person: person)
        #expect(found.settings.logLevel == .debug && found.settings.idleTimeout == nil)
        #expect(found.settings.limits.connections == 300 && found.problems.count == 2)
    }

    @Test func `A fault of a person's file has its place`() {
        scratch.write("activityd.json", "{\n \"generators\": false,\n \"limits\": {\n  \"frameBytes\": 1}}")
        let problems = Settings.load(AdminSettings(), [scratch("activityd.json")]).problems
        #expect(
            problems.map { $0.split(separator: " ")[0] }
                == [2, 4].map { line in
                    "\(scratch("activityd.json")):\(line):\(line == 2 ? 2 : 3):"[...]
                })
    }

    @Test func `A folder of system activities that is not there is named with file, line and column`() {
        scratch.write(
            "etc/activityd/activityd.json.d/10.json",
            "{\n \"logLevel\": \"err\",\n  \"systemBundles\": \"/nowhere\"}")
        let admin = AdminSettings(of: .system(root: scratch.path))
        let place = scratch("etc/activityd/activityd.json.d/10.json") + ":3:3: "
        #expect(Settings.load(admin, []).problems.map { $0.hasPrefix(place) } == [true])
        let own = load(person: JSON.Object([("systemBundles", "/nowhere")])).problems
        #expect(own.map { $0.hasPrefix(scratch("activityd.json") + ":1:2: ") } == [true], "\(own)")
    }

    @Test func `The limits' defaults are those of the table`() {
        let defaults = Limits()
        #expect(defaults.frameBytes == 1_048_576 && defaults.replyBytes == 8_388_608)
        #expect(defaults.connections == 1024 && defaults.connectionsPerUser == nil)
        #expect(defaults.iconCacheBytes == 16_777_216 && defaults.handOverUSec == 2_000_000)
        #expect(defaults.targetsUSec == 1_900_000)
    }

    @Test(arguments: ["/etc", "/usr/lib", "/run/"])
    func `The admin's file is not the person's too`(folder: String) {
        let environment = ["HOME": "/h", "XDG_CONFIG_HOME": folder]
        #expect(Daemon.configurationFiles(.user, environment) == [])
        #expect(Daemon.configurationFiles(.user, ["HOME": "/h"]) == ["/h/.config/activityd/activityd.json"])
    }

    @Test(arguments: [
        (#"{"targets": false, "personNames": null}"#, [PolicySwitch.targets, .personNames], 1),
        (#"{"rememberTargets": true}"#, [], 0), (#"{"personNames": "no"}"#, [.personNames], 1),
        (#"{"generators": false}"#, [], 1), (#"{"logLvl": 1}"#, [], 1),
        ("{", [.targets, .rememberTargets, .personNames], 1),
        ("[]", [.targets, .rememberTargets, .personNames], 1), ("{}", [], 0),
    ])
    func `A person turns off what is theirs, and what cannot be read is off`(
        text: String, closed: [PolicySwitch], problems: Int
    ) {
        scratch.write("activityd.json", text)
        let found = Settings.load(AdminSettings(), [scratch("activityd.json")])
        #expect(found.settings.closed == Set(closed) && found.problems.count == problems, "\(found.problems)")
    }

    @Test func `A person's file out of reach turns off what is theirs`() {
        symlink(scratch("nowhere"), scratch("activityd.json"))
        scratch.write("file", "")
        for path in ["activityd.json", "file/activityd.json"] {
            let found = Settings.load(AdminSettings(), [scratch(path)])
            #expect(found.settings.closed == PolicySwitch.personal && found.problems.count == 1)
        }
        let found = Settings.load(AdminSettings(), [scratch("missing/activityd.json")])
        #expect(found.settings.closed == [] && found.problems == [])
    }
}
