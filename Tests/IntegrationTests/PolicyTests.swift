// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

@testable import activityctl

/// The admin's policy files, on a simulated machine.
@Suite(.enabled(if: geteuid() == 0, "A mount namespace takes root."))
struct PolicyTests {
    private static let sepia = Plugin("org.example.sepia", "Sepia")
    private static let lock = #"{"elections": {"io.test.copy": {"election": "ignore", "locked": true}}}"#

    private static func run(
        _ scope: DaemonFixture.MachineScope, prepare: (DaemonFixture) -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try DaemonFixture.onMachine(scope, prepare: prepare, body)
    }

    private static func policy(_ daemon: DaemonFixture) throws -> Registry.PolicyReply {
        try Registry.PolicyReply(daemon.call("Registry.Policy"))
    }

    @Test func aDropInIsSeenComingChangingAndGoing() throws {
        try Self.run(.user) { daemon in
            let watch = try Watch(daemon)
            let file = daemon.folder("machine/etc/activityd/elections.d/10-copy.json")
            Files.write(file, Self.lock)
            try watch.wait { try !daemon.identifiers().contains("io.test.copy") }
            #expect(
                try daemon.refusal("Registry.Elect", ["identifier": "io.test.copy", "election": "use"]).name
                    == "io.activityd.Registry.LockedByAdmin")
            // In place, as an editor may write it.
            Files.write(
                file, "{\"elections\": {\n  \"io.test.*\": {\"locked\": false, \"election\": \"ignore\"}}}")
            try watch.wait { try daemon.identifiers().isEmpty }
            try daemon.elect("io.test.copy", "use")
            #expect(try daemon.identifiers() == ["io.test.copy"])
            unlink(file)
            try watch.wait { try daemon.identifiers().count == 4 }
            let told = daemon.log.split(separator: "\n").filter { $0.contains("in force") }
            let field = "POLICY_FILE=/etc/activityd/elections.d/10-copy.json"
            let path = "activityd: notice: /etc/activityd/elections.d/10-copy.json"
            #expect(
                told.map { $0.replacing(path, with: "").replacing(" the election of", with: "") } == [
                    #":1: "io.test.copy" is in force: {"election":"ignore","locked":true} "#
                        + #"\#(field) POLICY_LINE=1"#,
                    #":2: "io.test.*" is in force: {"election":"ignore"} \#(field) POLICY_LINE=2"#,
                    #": "io.test.copy" is no longer in force. \#(field)"#,
                    #": "io.test.*" is no longer in force. \#(field)"#,
                ])
        }
    }

    @Test func aMaskOutOfReachHidesAfterARestartToo() throws {
        let masks = "machine/etc/activities"
        func prepare(_ daemon: DaemonFixture) {
            Files.makeFolder(daemon.folder(masks))
            symlink("/dev/null", daemon.folder(masks + "/io.test.print.activity"))
        }
        try DaemonFixture.onMachine(.user, as: 12_345, prepare: prepare) { daemon in
            #expect(try !daemon.identifiers().contains("io.test.print"))
            chmod(daemon.folder(masks), 0o700)
            try daemon.call("io.systemd.service.Reload")
            try daemon.notifications.wait(for: "READY=1")
            #expect(try daemon.identifiers().contains("io.test.copy"))
            #expect(try !daemon.identifiers().contains("io.test.print"))
            // The person can write their own daemon's stored state, so it is not trusted after a restart.
            try daemon.crashAndRestart()
            #expect(try daemon.identifiers() == [])
            #expect(try daemon.status().problems?.contains { $0.hasPrefix("/etc/activities") } == true)
            chmod(daemon.folder(masks), 0o755)
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.identifiers().contains("io.test.copy"))
        }
    }

    @Test func whatTheSystemScopeKnowsOfAMaskIsEnoughForAPersonWhoLogsIn() throws {
        let masks = "machine/etc/activities"
        let known = #"{"/etc/activities": {"masks": ["io.test.print.activity"]}}"#
        func prepare(_ daemon: DaemonFixture) {
            Files.makeFolder(daemon.folder(masks))
            chmod(daemon.folder(masks), 0o700)
            Files.write(daemon.folder("machine/lib/activityd/last-good.json"), known)
        }
        try DaemonFixture.onMachine(.user, as: 12_345, prepare: prepare) { daemon in
            let identifiers = try daemon.identifiers()
            #expect(identifiers.contains("io.test.copy") && !identifiers.contains("io.test.print"))
        }
    }

    @Test func whatCannotBeKeptIsNamed() throws {
        try DaemonFixture.onMachine(
            .system, as: 12_345,
            prepare: { daemon in
                Files.write(daemon.folder("machine/etc/activityd/elections.d/10.json"), Self.lock)
            }
        ) { daemon in
            #expect(try daemon.status().problems == nil)
            Files.give(daemon.folder("machine/lib/activityd"), to: 0)
            Files.write(daemon.folder("machine/etc/activityd/elections.d/20.json"), Self.lock)
            try daemon.call("io.systemd.service.Reload")
            #expect(
                try daemon.status().problems?.contains {
                    $0.hasPrefix("/var/lib/activityd") && $0.contains("no next daemon knows")
                } == true)
            Files.give(daemon.folder("machine/lib/activityd"), to: 12_345)
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.status().problems == nil)
        }
    }

    @Test func aFilesNameBeginsNoLineOfTheLog() throws {
        let name = "a\nactivityd: notice: forged\u{1B}[2J.json"
        try Self.run(
            .user, prepare: { Files.write($0.folder("machine/etc/activityd/elections.d/" + name), "{") }
        ) { daemon in
            #expect(daemon.log.contains(#"elections.d/a\nactivityd: notice: forged\u{1B}[2J.json:1:2: "#))
            #expect(!daemon.log.contains("\nactivityd: notice: forged"))
            let (_, shown) = try ChildProcess.run(
                [ActivityctlProgram.path, "policy", "--socket", daemon.socket])
            #expect(shown.contains(#"elections.d/a\nactivityd: "#) && !shown.contains("\u{1B}"))
            #expect(shown.contains("# by default\n  personalActivities: true\n"))
        }
    }

    @Test func rootIsToldTheFileOfItsOwnLock() throws {
        try Self.run(
            .system,
            prepare: { Files.write($0.folder("machine/etc/activityd/elections.d/10.json"), Self.lock) }
        ) { daemon in
            let refusal = try daemon.refusal(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "use"])
            #expect(refusal.parameters.value("by") == "/etc/activityd/elections.d/10.json:1")
        }
    }

    @Test func aPersonsArrangementComesBeforeTheAdministrators() throws {
        let plugins = ["a", "b", "c"].map { Plugin("org.example." + $0, $0) }
        let file = #"{"arrangement": ["org.example.c", "org.example.b"]}"#
        try Self.run(
            .user,
            prepare: { daemon in
                for plugin in plugins { daemon.install(plugin) }
                Files.write(daemon.folder("machine/etc/activityd/arrangement.d/10.json"), file)
            }
        ) { daemon in
            func order() throws -> [String] {
                let (_, shown) = try ChildProcess.run(
                    [ActivityctlProgram.path, "list", "--socket", daemon.socket])
                return shown.split(separator: "\n").compactMap { line in
                    line.split(separator: " ").first { $0.hasPrefix("org.example.") }.map {
                        String($0.suffix(1))
                    }
                }
            }
            #expect(try order() == ["c", "b", "a"])
            try daemon.call("Registry.Arrange", ["identifiers": ["org.example.a"]])
            #expect(try order() == ["a", "c", "b"])
        }
    }

    @Test func theNextCallShowsWhatWasWritten() throws {
        try Self.run(.system) { daemon in
            for number in 0..<3 {
                Files.write(daemon.folder("machine/etc/activityd/elections.d/\(number).json"), Self.lock)
                let policy = try Self.policy(daemon)
                #expect(policy.files.count == number + 1)
            }
            Files.erase(daemon.folder("machine/etc/activityd/elections.d"))
            let policy = try Self.policy(daemon)
            #expect(policy.files.isEmpty)
        }
    }

    @Test func anExplanationSaysThatWhatClosesEverythingCannotBeRead() throws {
        let name = "a" + String(repeating: "\u{301}", count: 31)
        try Self.run(
            .user,
            prepare: {
                Files.write($0.folder("machine/etc/activityd/activityd.json.d/\(name).json"), "{}")
            }
        ) { daemon in
            let verdict = try daemon.explain([
                "content": [["type": "image/png"]], "identifier": "io.test.copy",
            ]).first
            let sentences =
                #"The administrator has locked it away. "activityctl status" names what cannot be read."#
            #expect(verdict?.message == sentences)
        }
    }

    @Test func anExplanationNamesTheFileAndThePattern() throws {
        let file = "/etc/activityd/elections.d/10.json"
        try Self.run(
            .user,
            prepare: {
                Files.write(
                    $0.folder("machine" + file),
                    #"{"elections": {"io.test.*": {"election": "ignore", "locked": true}}}"#)
            }
        ) { daemon in
            let verdict = try daemon.explain([
                "content": [["type": "image/png"]], "identifier": "io.test.copy",
            ]).first
            #expect(
                verdict?.message
                    == #"The administrator has locked it away. \#(file) says so, by "io.test.*"."#)
        }
    }

    @Test func theNetworkActivitiesAreForbiddenInOneLine() throws {
        let local = Plugin("org.example.local", "Local", ["perform": ["exec": ["true"], "network": false]])
        let lock = #"{"elections": {"network": {"election": "ignore", "locked": true}}}"#
        try Self.run(
            .user,
            prepare: { daemon in
                daemon.install(Self.sepia)
                daemon.install(local)
            }
        ) { daemon in
            let watch = try Watch(daemon)
            Files.write(daemon.folder("machine/etc/activityd/elections.d/50-network.json"), lock)
            try watch.wait { try daemon.identifiers() == ["org.example.local"] }
            let refusal = try daemon.refusal(
                "Registry.Elect", ["identifier": "org.example.sepia", "election": "use"])
            #expect(refusal.name == "io.activityd.Registry.LockedByAdmin")
            try daemon.elect("org.example.local", "use")
            #expect(try daemon.description("org.example.sepia").locked)
            let reply = try daemon.call("Registry.Register", ["files": Self.sepia.uploads])
            let diagnostics: [Diagnostic] = try reply.read("diagnostics")
            #expect(diagnostics.map(\.rule) == [.bundleHidden])
            #expect(try Self.refusalOfTrial(daemon) == "ignored-by-admin")
        }
    }

    /// Tries the activity from where it lies.
    private static func refusalOfTrial(_ daemon: DaemonFixture) throws -> JSON? {
        let path = sepia.write(into: daemon.folder("work"))
        let tried = try daemon.unperformed(
            "org.example.sepia", DaemonFixture.photo, ["bundle": .string(path)])
        #expect(tried.name == "NotApplicable")
        return tried.parameters["code"]
    }

    @Test func whatIsMaskedIsNotTriedEither() throws {
        try Self.run(.user, prepare: { $0.install(Self.sepia) }) { daemon in
            Files.makeFolder(daemon.folder("machine/etc/activities"))
            symlink("/dev/null", daemon.folder("machine/etc/activities/org.example.sepia.activity"))
            try daemon.call("io.systemd.service.Reload")
            #expect(try Self.refusalOfTrial(daemon) == "masked")
        }
    }

    @Test func aBrokenFileIsNamedAndWhatItSaidIsInForceAfterARestartToo() throws {
        try Self.run(
            .system,
            prepare: { daemon in
                Files.write(daemon.folder("machine/run/activityd/elections.d/10.json"), Self.lock)
            }
        ) { daemon in
            #expect(try !daemon.identifiers().contains("io.test.copy"))
            Files.write(daemon.folder("machine/run/activityd/elections.d/10.json"), "{")
            try daemon.call("io.systemd.service.Reload")
            try daemon.notifications.wait(for: "READY=1")
            func check() throws {
                #expect(try !daemon.identifiers().contains("io.test.copy"))
                let path = "/run/activityd/elections.d/10.json"
                #expect(try daemon.status().problems?.contains { $0.contains(path) } == true)
                let policy = try Self.policy(daemon)
                #expect(policy.files.map(\.path) == [path] && policy.files.map(\.state) == [.broken])
                #expect(policy.entries.map(\.key) == ["io.test.copy"])
            }
            try check()
            #expect(daemon.stop() == .exited(0))
            try daemon.start("--system")
            try check()
        }
    }

    @Test func aLockThatServesOutlastsAKill() throws {
        try Self.run(.system) { daemon in
            let file = daemon.folder("machine/run/activityd/elections.d/10.json")
            let watch = try Watch(daemon)
            Files.write(file, Self.lock)
            try watch.wait { try !daemon.identifiers().contains("io.test.copy") }
            #expect(daemon.stop(SIGKILL) == .killed(by: SIGKILL))
            Files.write(file, "{")
            try daemon.start("--system")
            #expect(try !daemon.identifiers().contains("io.test.copy"))
        }
    }

    /// As with the one above, but the lock is the daemon's own file.
    @Test func aLockThatWasAcknowledgedOutlastsAKill() throws {
        try Self.run(.system) { daemon in
            try daemon.call(
                "Registry.Elect", ["identifier": "io.test.copy", "election": "ignore", "lock": true])
            #expect(daemon.stop(SIGKILL) == .killed(by: SIGKILL))
            let file = daemon.folder("machine/lib/activityd/elections.json")
            #expect(Files.exists(file))
            Files.write(file, "{")
            try daemon.start("--system")
            #expect(try !daemon.identifiers().contains("io.test.copy"))
        }
    }

    @Test func anOpeningThatWaitsIsRefusedAndTakenBack() throws {
        try Self.run(.system) { daemon in
            let file = daemon.folder("machine/run/activityd/elections.d/10.json")
            Files.write(file, "{}")
            try daemon.elect("io.test.copy", "ignore")
            Files.write(file, "{\n  \"electons\": {}}")
            let opening: JSON = ["identifier": "io.test.copy", "election": "default"]
            let refused = try daemon.refusal("Registry.Elect", opening)
            #expect(try daemon.refusal("Registry.Elect", opening.setting("/check", true)) == refused)
            let closing: JSON = ["identifier": "io.test.print", "election": "ignore", "check": true]
            #expect(try daemon.call("Registry.Elect", closing)["changed"] == true)
            #expect(refused.name == "io.activityd.Registry.NotPermitted")
            let place = "/run/activityd/elections.d/10.json:2:3: "
            let mask = try #require(
                refused.parameters["reason"]?.text?.split(separator: "`").dropFirst().first.map(String.init))
            guard case .string(let reason)? = refused.parameters["reason"] else { return }
            #expect(reason.hasPrefix(place) && reason.hasSuffix("`\(mask)`, nothing opens."), "\(reason)")
            // Closing does not wait.
            try daemon.elect("io.test.print", "ignore")
            #expect(try !daemon.identifiers().contains("io.test.copy"))
            #expect(try !daemon.identifiers().contains("io.test.print"))
            // As it is printed, where the folder is missing.
            let machine = daemon.folder("machine")
            _ = try ChildProcess.run(["sh", "-ec", mask.replacing("/etc/", with: machine + "/etc/")])
            try daemon.elect("io.test.copy", "default")
            #expect(try daemon.identifiers().contains("io.test.copy"))
        }
    }

    @Test func toElectWhatAFileHasWaitingIsRefusedToo() throws {
        try Self.run(.system) { daemon in
            let files = daemon.folder("machine/etc/activityd/elections.d/")
            Files.write(files + "10.json", #"{"elections": {"io.test.copy": {"election": "ignore"}}}"#)
            try daemon.call("io.systemd.service.Reload")
            Files.write(files + "20.json", "{")
            Files.write(files + "10.json", #"{"elections": {"io.test.copy": {"election": "use"}}}"#)
            let election: JSON = ["identifier": "io.test.copy", "election": "use"]
            for ask in [election, election.setting("/check", true)] {
                let refused = try daemon.refusal("Registry.Elect", ask)
                #expect(refused.name == "io.activityd.Registry.NotPermitted")
                #expect(refused.parameters["reason"]?.text?.contains("/20.json:1:2: ") == true)
            }
        }
    }

    @Test func whatWaitsIsCountedAndTold() throws {
        try Self.run(.system) { daemon in
            let files = daemon.folder("machine/etc/activityd/elections.d/")
            Files.write(files + "10.json", Self.lock)
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.status().waiting == 0)
            Files.write(files + "20.json", "{")
            Files.write(files + "10.json", "{}")
            try daemon.call("io.systemd.service.Reload")
            let status = try daemon.status()
            #expect(status.waiting == 1)
            #expect(status.problems?.contains { $0.hasSuffix("1 wait: io.test.copy.") } == true)
            #expect(daemon.log.contains("1 wait: io.test.copy."))
            let metrics = StatusMetrics(status).text
            #expect(metrics.contains("activityd_policy_waiting{scope=\"system\"} 1\n"))
        }
    }

    @Test func aPersonElectsWhatAFileOnlyIgnores() throws {
        try Self.run(
            .user,
            prepare: { daemon in
                Files.write(
                    daemon.folder("machine/etc/activityd/elections.d/10.json"),
                    #"{"elections": {"io.test.copy": {"election": "ignore"}}}"#)
                Files.write(
                    daemon.folder("machine/lib/activityd/elections.json"),
                    #"{"elections": {"io.test.*": {"election": "ignore", "locked": true}}}"#)
            }
        ) { daemon in
            try daemon.elect("io.test.copy", "use")
            #expect(try daemon.identifiers() == ["io.test.copy"])
        }
    }

    @Test func whatADaemonMayNotReadClosesUntilItMay() throws {
        try DaemonFixture.onMachine(.system, as: 65_534) { daemon in
            #expect(try daemon.identifiers().count == 4)
            let watch = try Watch(daemon)
            let folder = daemon.folder("machine/run/activityd/")
            Files.write(folder + "new/10.json", Self.lock, mode: 0o600)
            rename(folder + "new", folder + "elections.d")
            try watch.wait { try daemon.identifiers().isEmpty }
            // Told after what is served, here and below; it never ends if it is not told.
            try waitTill { try daemon.status().problems?.count == 1 }
            let problem = try daemon.status().problems?[0] ?? ""
            #expect(problem.hasPrefix("/run/activityd/elections.d/10.json could not be opened: "))
            #expect(problem.hasSuffix(" no activity is listed, as it may allow none."))
            chmod(folder + "elections.d/10.json", 0o644)
            try watch.wait { try daemon.identifiers().count == 3 }
            #expect(try !daemon.identifiers().contains("io.test.copy"))
            try waitTill { try daemon.status().problems?.isEmpty != false }
        }
    }

    @Test func peopleHaveNothingOfTheirOwnWhereTheAdminSaysSo() throws {
        try Self.run(.user, prepare: { $0.install(Self.sepia) }) { daemon in
            let watch = try Watch(daemon)
            #expect(try daemon.identifiers().contains("org.example.sepia"))
            let file = daemon.folder("machine/etc/activityd/activityd.json.d/10.json")
            Files.write(file, #"{"personalActivities": false}"#)
            try watch.wait { try !daemon.identifiers().contains("org.example.sepia") }
            let error = try daemon.refusal("Registry.Register", ["files": Self.sepia.uploads])
            #expect(error.name == "io.activityd.Registry.NotPermitted")
            #expect(try Self.refusalOfTrial(daemon) == "ignored-by-admin")
            Files.makeFolder(daemon.folder("machine/etc/activities"))
            Plugin("org.example.everybody", "Everybody").write(into: daemon.folder("machine/etc/activities"))
            try watch.wait { try daemon.identifiers().contains("org.example.everybody") }
            unlink(file)
            try watch.wait { try daemon.identifiers().contains("org.example.sepia") }
        }
    }

    @Test func onlyWhatIsAllowedIsThere() throws {
        try Self.run(.user, prepare: { $0.install(Self.sepia) }) { daemon in
            let watch = try Watch(daemon)
            Files.write(
                daemon.folder("machine/run/activityd/activityd.json.d/10.json"),
                #"{"onlyActivities": ["io.test.copy", "org.example.*"]}"#)
            try watch.wait { try daemon.identifiers() == ["io.test.copy", "org.example.sepia"] }
            let print = try daemon.description("io.test.print")
            #expect(print.locked && print.decidedBy == .admin && print.state == .ignored)
            let error = try daemon.refusal(
                "Registry.Elect", ["identifier": "io.test.print", "election": "use"])
            #expect(error.name == "io.activityd.Registry.LockedByAdmin")
            let hidden: [Diagnostic] = try daemon.call(
                "Registry.Register", ["files": Plugin("org.other.a", "Enlarge").uploads]
            ).read("diagnostics")
            #expect(hidden.map(\.rule) == [.bundleHidden])
            let allowed = Plugin("org.example.b", "Reduce").uploads
            #expect(try daemon.call("Registry.Register", ["files": allowed])["diagnostics"] == [])
        }
    }

    @Test func theAdminsArrangementIsTheDefaultUnderThePersons() throws {
        let plugins = [Plugin("org.example.a", "Alpha"), Plugin("org.example.b", "Beta")]
        try Self.run(.user, prepare: { daemon in plugins.forEach { daemon.install($0) } }) { daemon in
            let watch = try Watch(daemon)
            func custom() throws -> [String] {
                try daemon.identifiers().suffix(2).map { String($0.suffix(1)) }
            }
            Files.write(
                daemon.folder("machine/etc/activityd/arrangement.d/10.json"),
                #"{"arrangement": ["org.example.b", "org.example.none"]}"#)
            try watch.wait { try custom() == ["b", "a"] }
            try daemon.arrange(["org.example.a"])
            #expect(try custom() == ["a", "b"])
            try daemon.arrange([])
            #expect(try custom() == ["b", "a"])
        }
    }

    @Test func theAdminsStarsAreTheDefaultUnderThePersons() throws {
        try Self.run(.user, prepare: { $0.install(Self.sepia) }) { daemon in
            let watch = try Watch(daemon)
            func starred() throws -> [String] {
                try daemon.list("image/png").activities.filter { $0.starred == true }.map(\.identifier)
            }
            let file = daemon.folder("machine/etc/activityd/activityd.json.d/10.json")
            Files.write(file, #"{"starred": ["org.example.sepia", "org.example.none"]}"#)
            try watch.wait { try starred() == ["org.example.sepia"] }
            try daemon.star(["io.test.copy"])
            #expect(try starred() == ["io.test.copy"])
            try daemon.star([])
            #expect(try starred() == ["org.example.sepia"])
        }
    }

    @Test func aLongPolicyComesInPortionsAndIsPrintedWithItsLines() throws {
        let names = (0..<5_000).map { "org.example.a\($0)" }
        let lines = names.map { "\"\($0)\": {\"election\": \"ignore\"}" }
        try Self.run(
            .system,
            prepare: { daemon in
                Files.write(
                    daemon.folder("machine/etc/activityd/elections.d/10.json"),
                    "{\"elections\": {\n" + lines.joined(separator: ",\n") + "\n}}\n")
            }
        ) { daemon in
            #expect(try daemon.refusal("Registry.Policy", [:]).name == "org.varlink.service.ExpectedMore")
            var found: [String] = []
            try daemon.client().stream("io.activityd.Registry.Policy") { reply in
                #expect(JSON.object(reply).serialized.count < 1 << 19)
                found += try Registry.PolicyReply(reply).entries.map(\.key)
                return true
            }
            #expect(found == names.sorted())
            let (end, output) = try ChildProcess.run(
                daemon.namespace + [ActivityctlProgram.path, "policy", "--socket", daemon.socket])
            #expect(end == .exited(0))
            #expect(output.contains("  org.example.a4999: {\"election\":\"ignore\"}  line 5001\n"))
        }
    }

    @Test func activityctlPrintsWhatIsInForceFromWhichFileAndLine() throws {
        try Self.run(
            .system,
            prepare: { daemon in
                let folder = "machine/etc/activityd/"
                Files.write(daemon.folder(folder + "elections.json"), Self.lock)
                Files.write(
                    daemon.folder(folder + "elections.d/10.json"),
                    "{\"elections\": {\n  \"io.test.copy\":\n    {\"election\": \"use\"}\n}}\n")
                Files.write(daemon.folder(folder + "elections.d/a\nb.json"), "[]")
            }
        ) { daemon in
            func activityctl(_ arguments: String...) throws -> String {
                let (end, output) = try ChildProcess.run(
                    daemon.namespace + [ActivityctlProgram.path, "policy", "--socket", daemon.socket]
                        + arguments)
                #expect(end == .exited(0), "\(output)")
                return output
            }
            let expected = """
                # /etc/activityd/elections.json
                  io.test.copy: {"election":"ignore","locked":true}  line 1
                # /etc/activityd/elections.d/10.json
                - io.test.copy: {"election":"use"}  line 2  waits
                # /etc/activityd/elections.d/a\\nb.json  (cannot be used as it is; "activityctl status" says why)
                # by default
                  personalActivities: true

                """
            #expect(try activityctl().hasPrefix(expected))
            let json = try JSON(parsing: activityctl("--json"))
            #expect(json["entries"]?.elements.last?["line"] == 2)
            #expect(json["files"]?.elements.count == 3)
        }
    }
}
