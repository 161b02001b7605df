// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The folder that an activity with `"writes": ["state"]` keeps for itself.
extension PerformSandboxTests {
    private static let script = """
        echo "$STATE_DIRECTORY"; stat -c %a "$STATE_DIRECTORY"
        echo more >>"$STATE_DIRECTORY/kept"; cat "$STATE_DIRECTORY/kept"
        ls "$(dirname "$STATE_DIRECTORY")"; touch "$HOME/made" 2>/dev/null || echo alone
        """

    private static func keeping(_ name: String) -> Plugin {
        Plugin.script(name, script, [], ["writes": ["state"]])
    }

    private static func output(_ daemon: DaemonFixture, _ name: String, _ lines: String) -> String {
        let folder = daemon.folder("state/activityd/activities/org.example." + name)
        return "\(folder)\n700\n\(lines)org.example.\(name)\nalone\n"
    }

    @Test(arguments: Launching.allCases)
    func itsStateIsItsAloneAndLasts(_ launching: Launching) throws {
        let states = "\"${0%/bin/*}/../../../state/activityd/activities\""
        let reading = Plugin.script("reading", "ls \(states)", [], ["writes": []])
        try Self.prepared(launching, [Self.keeping("one"), Self.keeping("two"), reading]) { daemon in
            for lines in ["more\n", "more\nmore\n"] {
                for name in ["one", "two"] {
                    let end = try daemon.ending("org.example." + name)
                    #expect(end.output == Self.output(daemon, name, lines), "\(end)")
                }
            }
            let end = try daemon.ending(reading.identifier)
            #expect(end.result == .success && end.output == nil, "\(end)")
            // What is only tried may bear another's identifier.
            let bundle = JSON.string(daemon.configured + "/org.example.one.activity")
            let trial = try daemon.ending("org.example.one", DaemonFixture.photo, ["bundle": bundle])
            #expect(
                trial.output?.contains("/tmp/state\n700\nmore\n") == true
                    && trial.output?.contains("more\nmore") == false, "\(trial)")
        }
    }

    /// The bundle may be in a folder that this session does not read, or may come back.
    @Test func itsStateOutlastsAStartThatDoesNotFindItsBundle() throws {
        try Self.prepared(.process, [Self.keeping("one")]) { daemon in
            _ = try daemon.ending("org.example.one")
            daemon.stop()
            Files.erase(daemon.configured + "/org.example.one.activity")
            try daemon.start()
            #expect(try daemon.status().custom == 0)
            #expect(Files.exists(daemon.folder("state/activityd/activities/org.example.one/kept")))
        }
    }

    @Test func itsStateGoesWhenItIsUnregistered() throws {
        try Self.prepared(.process, []) { daemon in
            Self.keeping("one").write(into: daemon.registered)
            Self.keeping("two").write(into: daemon.registered)
            Self.keeping("two").write(into: daemon.configured)
            daemon.stop()
            try daemon.start()
            try daemon.waitTillJudged(3)
            for name in ["one", "two"] {
                _ = try daemon.ending("org.example." + name)
                try daemon.call("Registry.Unregister", ["identifier": .string("org.example." + name)])
            }
            let states = daemon.folder("state/activityd/activities")
            try daemon.waitTillGone(states + "/org.example.one")
            // The other one bears the identifier on.
            #expect(Files.exists(states + "/org.example.two/kept"))
        }
    }

    /// Files of root belong to the user nobody in a sandbox, and ssh rejects them.
    @Test(.enabled(if: getuid() == 0))
    func sshReadsTheMachinesSettings() throws {
        let asking = Plugin.script("asking", "ssh -G sandbox.invalid | grep '^user '", [], ["writes": []])
        func prepare(_ daemon: DaemonFixture) throws {
            let person = try UserManager.shared.get().uid
            Files.give(daemon.folder.path, to: person)
            let settings = daemon.folder("settings")
            Files.write(settings + "/10-user.conf", "Host sandbox.invalid\n    User included\n")
            symlink("10-user.conf", settings + "/20-link.conf")
            Files.give(settings, to: 0)
            daemon.prefix =
                [
                    "unshare", "--mount", "sh", "-c",
                    "mount --bind \"$1\" /etc/ssh/ssh_config.d && shift && exec \"$@\"", "sh", settings,
                ] + UserManager.become(person)
        }
        try DaemonFixture.performing(.process, [asking], prepare: prepare) { daemon in
            let end = try daemon.ending(asking.identifier)
            #expect(end.output == "user included\n", "\(end)")
        }
    }

    /// A narrowed activity never runs without its sandbox instead, and an open one still runs.
    @Test(.enabled(if: getuid() == 0, "The limit is another user's."))
    func noUserNamespaces() throws {
        let narrowed = Plugin.script("narrowed", "echo ran", [], ["network": false])
        let open = Plugin.script("open", "echo ran")
        func prepare(_ daemon: DaemonFixture) throws {
            let person = try UserManager.shared.get().uid
            Files.give(daemon.folder.path, to: person)
            daemon.prefix =
                UserManager.become(person) + [
                    "unshare", "--user", "--map-root-user", "sh", "-c",
                    "echo 0 >/proc/sys/user/max_user_namespaces; exec \"$@\"", "sh",
                ]
        }
        try DaemonFixture.performing(.process, [narrowed, open], prepare: prepare) { daemon in
            // Whoever calls is known in the namespace, too.
            let calls = [narrowed, open].map { plugin in
                (
                    method: "io.activityd.Sheet.Perform",
                    parameters: DaemonFixture.asking(plugin.identifier, DaemonFixture.photo)
                )
            }
            let replies = try daemon.calls(as: try UserManager.shared.get().uid, calls) ?? []
            try #require(replies.count == 2)
            #expect(replies[0]["error"] == "io.activityd.Sheet.NotPerformable")
            let reason = replies[0]["parameters"]?["reason"]?.text ?? ""
            #expect(
                reason.hasPrefix("This machine forbids user namespaces, of which the sandbox is made: bwrap"),
                "\(reason)")
            #expect(replies[1]["error"] == nil, "\(replies[1])")
        }
    }
}
