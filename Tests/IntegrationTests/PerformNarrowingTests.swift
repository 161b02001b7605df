// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import StrictJSON
import Testing

/// What a narrowed activity of the system can do where there is no systemd for the user, tried from inside.
@Suite struct PerformNarrowingTests {
    private static let tries = """
        try() { name=$1; shift; if "$@" >/dev/null 2>&1; then echo "$name: yes"; else echo "$name: no"; fi; }
        try home touch "$HOME/made"
        try downloads touch "$HOME/Downloads/made"
        try folder mkdir "$HOME/Downloads/folder"
        try unnamed python3 -c "import os; os.open(os.environ['HOME'] + '/Downloads', os.O_TMPFILE | os.O_RDWR)"
        try truncate sh -c ': >"$HOME/kept"'
        try remove rm "$HOME/kept"
        try memory sh -c 'echo changed >"$SHARED"'
        try devices sh -c 'echo >/dev/null && : >/dev/zero && test -w /dev/full'
        try tmpdir touch "${TMPDIR:-/nonexistent}/made"
        try read cat "$HOME/kept"
        try internet python3 -c "import socket; socket.socket(socket.AF_INET)"
        try netlink python3 -c "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)"
        try local python3 -c "import socket; socket.socket(socket.AF_UNIX)"
        try progress python3 -c "import os, socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'STATUS=told', os.environ['NOTIFY_SOCKET'])"
        grep -q '^NoNewPrivs:.*1' /proc/self/status && echo "privileges: no" || echo "privileges: yes"
        """

    private static func tries(_ perform: KeyValuePairs<String, JSON>) throws -> [String: String] {
        var results: [String: String] = [:]
        try DaemonFixture.prepared { daemon in
            let home = daemon.folder("home")
            // Beneath /dev, where no program has to write but to a few devices.
            let shared = "/dev/shm/activityd-\(UInt32.random(in: 0 ... .max))"
            Files.write(shared, "kept")
            defer { unlink(shared) }
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.installStandardSystem()
            var object = JSON.Object([("exec", ["bin/run"])])
            for (name, value) in perform { object.set(name, value) }
            let plugin = Plugin("io.test.tries", "Try", position: 90).with([
                "perform": .object(object), "accepts": [["types": ["*/*"]]],
            ]).with(
                executable: "bin/run", "#!/bin/sh\nexport HOME='\(home)' SHARED='\(shared)'\n\(tries)\n")
            daemon.installSystem(plugin)
            daemon.folder.folder("home/Downloads")
            Files.write(home + "/kept", "kept")
            try daemon.start()
            let end = try daemon.ending("io.test.tries")
            #expect(end.result == .success && end.unit.hasPrefix("process-"))
            let lines = (end.output ?? "").split(separator: "\n").map { $0.split(separator: ": ") }
            results = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
        }
        return results
    }

    @Test func itWritesWhereItSaysAndNowhereElse() throws {
        let found = try Self.tries(["writes": ["downloads"]])
        let allowed: Set = [
            "downloads", "folder", "unnamed", "devices", "tmpdir", "read", "internet", "netlink", "local",
            "progress",
        ]
        #expect(Set(found.filter { $0.value == "yes" }.keys) == allowed)
        #expect(found.count == 15)
    }

    @Test func withoutTheNetworkThereAreOnlyTheMachinesOwnSockets() throws {
        let found = try Self.tries(["network": false])
        // Nothing keeps it from removing the file before it reads it.
        let refused: Set = ["internet", "netlink", "privileges", "tmpdir", "read"]
        #expect(Set(found.filter { $0.value == "no" }.keys) == refused)
    }

    @Test func theDaemonItselfIsNotNarrowed() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["PATH"] = "/usr/bin:/bin"
            daemon.installStandardSystem()
            daemon.installSystem(
                Plugin("io.test.narrow", "Try", position: 90).with([
                    "perform": ["exec": ["true"], "network": false, "writes": []],
                    "accepts": [["types": ["*/*"]]],
                ]))
            let free = Plugin.script("free", "echo free >\"$1/free\"", ["{home}"]).with([
                "form": [["id": "home", "label": "Home", "type": "text"]]
            ])
            daemon.install(free)
            try daemon.start()
            try daemon.waitTillJudged(2)
            #expect(try daemon.ending("io.test.narrow").result == .success)
            let home = daemon.folder("home")
            let answers: JSON = ["home": .string(home)]
            let end = try daemon.ending(free.identifier, DaemonFixture.photo, ["answers": answers])
            #expect(end.result == .success && Files.exists(home + "/free"))
        }
    }
}
