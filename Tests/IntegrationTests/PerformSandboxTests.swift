// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CLinux
import Glibc
import StrictJSON
import Testing
import Varlink

/// What a narrowed activity can do, tried from inside, as an ordinary user: root's own manager would show
/// nothing.
@Suite(
    .serialized,
    .disabled("Needs a systemd of somebody else than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct PerformSandboxTests {
    private static let tries = """
        try() { name=$1; shift; if "$@" >/dev/null 2>&1; then echo "$name: yes"; else echo "$name: no"; fi; }
        try home touch "$HOME/made"
        try downloads touch "$HOME/Downloads/made"
        try pictures touch "$HOME/Bilder/made"
        try bundle touch "$0"
        try tmp touch "$PLACE/made"
        try tmpdir touch "${TMPDIR:-/nonexistent}/made"
        try record touch "${NOTIFY_SOCKET%/*}/record.json"
        try network test "$(readlink /proc/self/ns/net)" = "$NET"
        try bus busctl --user list
        try systemd test -w "$RUN/systemd/private"
        try activityd test -w "$OWN/activityd/io.activityd"
        try progress systemd-notify STATUS=told
        try file cat "$1"
        """

    /// The namespace of the machine's network.
    private static func network() throws -> String {
        let (_, output) = try ChildProcess.run(["readlink", "/proc/self/ns/net"])
        return String(output.prefix { $0 != "\n" })
    }

    /// Performs the tries with these options.
    private static func tries(
        _ perform: KeyValuePairs<String, JSON>, isSystem: Bool = false
    ) throws -> (results: [String: String], end: Sheet.Progress) {
        var result: (results: [String: String], end: Sheet.Progress)?
        let identifier = isSystem ? "io.test.tries" : "org.example.tries"
        try DaemonFixture.prepared { daemon in
            let manager = try UserManager.shared.get()
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = manager.address
            if manager.uid != geteuid() { daemon.owner = manager.uid }
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.installStandardSystem()
            let variables =
                "HOME='\(daemon.folder("home"))' RUN='\(manager.runtimeFolder)' "
                + "OWN='\(daemon.folder("run"))' "
                + "PLACE='\(daemon.folder.path)' NET='\(try Self.network())'\n"
            var plugin = Plugin.script("tries", variables + tries, ["%F"], perform)
            if isSystem {
                plugin = Plugin(identifier, "Try", position: 90).with([
                    "perform": plugin.manifest["perform"] ?? .null,
                    "accepts": plugin.manifest["accepts"] ?? .null,
                ]).with(executable: "bin/run", "#!/bin/sh\n" + variables + tries + "\n")
                daemon.installSystem(plugin)
            } else {
                daemon.install(plugin)
            }
            Files.write(
                daemon.folder("config/user-dirs.dirs"), "# written\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n")
            daemon.folder.folder("home/Bilder")
            daemon.folder.folder("home/Downloads")
            try daemon.start()
            try daemon.waitTillJudged(1)
            let end = try daemon.ending(identifier, [["type": "text/plain", "text": "private"]])
            #expect(end.result == .success)
            let lines = (end.output ?? "").split(separator: "\n").map {
                $0.split(separator: ": ").map(String.init)
            }
            result = (Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) }), end)
        }
        return try #require(result)
    }

    @Test func withoutNarrowingEverythingIsThere() throws {
        let found = try Self.tries([:]).results
        for name in [
            "home", "downloads", "pictures", "tmp", "bus", "systemd", "activityd", "progress", "file",
        ] {
            #expect(found[name] == "yes", "\(name)")
        }
        #expect(found["tmpdir"] == "no")
    }

    @Test(
        arguments: [
            ([], []), (["downloads"], ["downloads"]), (["pictures"], ["pictures"]),
            (["downloads", "pictures"], ["downloads", "pictures"]),
            (["home"], ["home", "downloads", "pictures"]),
        ] as [([String], Set<String>)])
    func itWritesWhereItSaysAndNowhereElse(_ writes: [String], _ expected: Set<String>) throws {
        let (found, end) = try Self.tries(["writes": .array(writes.map { .string($0) })])
        for name in ["home", "downloads", "pictures", "bundle", "tmp", "record"] {
            #expect(found[name] == (expected.contains(name) ? "yes" : "no"), "\(name)")
        }
        for name in ["tmpdir", "progress", "file"] { #expect(found[name] == "yes", "\(name)") }
        for name in ["bus", "systemd", "activityd"] { #expect(found[name] == "no", "\(name)") }
        #expect(end.status == "told")
    }

    @Test func withoutTheNetworkThereIsNone() throws {
        let found = try Self.tries(["network": false]).results
        for name in ["network", "bus", "systemd", "activityd", "tmpdir"] {
            #expect(found[name] == "no", "\(name)")
        }
        for name in ["home", "tmp", "progress", "file"] { #expect(found[name] == "yes", "\(name)") }
    }

    /// The system's own keep the bus: by it the file manager shows and the desktop's settings change.
    @Test func theSystemsOwnKeepTheBus() throws {
        let found = try Self.tries(["network": false, "writes": []], isSystem: true).results
        #expect(found["bus"] == "yes")
        for name in ["network", "systemd", "activityd", "home", "tmp"] {
            #expect(found[name] == "no", "\(name)")
        }
    }

    /// A folder that is missing is made; what is made in it stays.
    @Test func aMissingFolderIsMade() throws {
        let saving = Plugin.script(
            "saving", "touch \"$1/Documents/made\"", ["{home}"], ["writes": ["documents"]]
        )
        .with(["form": [["id": "home", "label": "Home", "type": "text"]]])
        try DaemonFixture.performing(.systemd, [saving]) { daemon in
            let home = daemon.folder("home")
            let end = try daemon.ending(
                saving.identifier, DaemonFixture.photo, ["answers": ["home": .string(home)]])
            #expect(end.result == .success)
            #expect(Files.exists(home + "/Documents/made"))
            #expect(Files.mode(home + "/Documents") == 0o700)
        }
    }
}
