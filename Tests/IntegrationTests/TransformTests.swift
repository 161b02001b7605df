// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Transforms with systemd and without, and of a daemon that is killed, as an ordinary user.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct TransformTests {
    @Test(arguments: Launching.allCases)
    func theContentIsThatOfTheCopies(_ launching: Launching) throws {
        try PerformSandboxTests.prepared(launching, [Plugin.upper, Plugin.whole]) { daemon in
            let content = daemon.writtenContent()
            let one = try daemon.prepare([Plugin.upper], content)
            #expect(one.state == .finished && one.result == .success, "\(one)")
            let items = try #require(one.content)
            #expect(items.map(\.representation.name) == ["a.txt", "b c.txt", nil])
            #expect(items.map(\.representation.isTemporary) == [true, true, false])
            #expect(items.map(\.representation.type) == ["text/plain", "text/plain", "image/png"])
            #expect(items.prefix(2).map { Files.text(DaemonFixture.path($0)) } == ["ONE\n", "TWO\n"])
            #expect(Files.text(daemon.folder("home/a.txt")) == "one\n")

            let both = try #require(try daemon.prepare([Plugin.upper, Plugin.whole], content).content)
            #expect(both.map(\.representation.type) == ["application/x-whole", "image/png"])
            #expect(
                Files.text(DaemonFixture.path(both[0])) == "ONE\nTWO\n" && both[0].representation.size == 8)
            // Of the first step nothing is left.
            let folder = DaemonFixture.path(both[0]).split(separator: "/").dropLast(2).reduce(into: "") {
                $0 += "/" + $1
            }
            #expect(Files.names(in: folder) == [".lock", "1"])

            // The same is made once, as long as the files are the same.
            #expect(try daemon.prepare([Plugin.upper], content).content == items)
            // So are the copies, even one that a program has written to and that is of its size.
            Files.write(DaemonFixture.path(items[0]), "HER\n")
            let again = try #require(try daemon.prepare([Plugin.upper], content).content)
            #expect(again[0] != items[0] && Files.text(DaemonFixture.path(again[0])) == "ONE\n")
            Files.write(DaemonFixture.path(items[0]), "ONE\n")
            Files.write(daemon.folder("home/a.txt"), "three\n")
            let other = try #require(try daemon.prepare([Plugin.upper], content).content)
            #expect(other[0] != items[0] && Files.text(DaemonFixture.path(other[0])) == "THREE\n")
            #expect(Files.text(DaemonFixture.path(items[0])) == "ONE\n")
        }
    }

    /// It is closed to all but its items, its bundle and the system's programs.
    @Test(arguments: Launching.allCases)
    func itSeesNothingButItsItems(_ launching: Launching) throws {
        let looking = Plugin.transform(
            "looking",
            """
            try() { if "$@" >/dev/null 2>&1; then echo "$*"; fi; }
            { try test -r "${1%/*}/c.png"; try test -r /etc/passwd; try test -d "${1%/*}/Downloads"
              try test -e "${ACTIVITY_OUTPUT%/*/*/*}/performs"; try touch "$1"; try touch "$0"; try touch /x; try touch /usr/x
              test -e /run/notify || echo notify; test -x /etc/alternatives/awk || echo awk
              test "$(readlink /proc/self/ns/net)" != "$NET" || echo network
              env | sed 's/=.*//' | grep -vxE 'PATH|LANG|LANGUAGE|HOME|TZ|PWD|NOTIFY_SOCKET|ACTIVITY_OUTPUT|_|OLDPWD|SHLVL'
            } >"$ACTIVITY_OUTPUT/${1##*/}"
            touch "${TMPDIR:-/tmp}/own" && cp "$2" "$ACTIVITY_OUTPUT"
            """)
        try PerformSandboxTests.prepared(launching, [looking]) { daemon in
            let end = try daemon.prepare([looking], daemon.writtenContent())
            let items = try #require(end.content, "\(end)")
            #expect(
                Files.text(DaemonFixture.path(items[0])) == "", "\(Files.text(DaemonFixture.path(items[0])))")
        }
    }

    /// Any user can read arguments with ps.
    @Test func noArgumentOfAnyProgramNamesAFile() throws {
        let slow = Plugin.transform(
            "slow", "touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765", makes: "application/x-slow"
        )
        .with(
            executable: "bin/run",
            "#!/bin/sh\nwhile read -r line; do :; done; touch \"$ACTIVITY_OUTPUT/a\"; exec sleep 98765\n")
        try PerformSandboxTests.prepared(.process, [slow]) { daemon in
            let content = daemon.writtenContent()
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare", ["content": content, "options": DaemonFixture.chosen([slow])],
                [("more", true)])
            let store = daemon.folder("cache/activityd/copies")
            try waitTill { daemon.preparedCopies.contains { Files.exists("\(store)/\($0)/0/a") } }
            let (_, lines) = try ChildProcess.run(["ps", "-ww", "-e", "-o", "args"])
            #expect(lines.contains("bwrap --args"))
            for name in ["b c.txt", "b%20c.txt", daemon.folder("home/a.txt")] {
                #expect(!lines.contains(name))
            }
        }
    }

    @Test func theNextDaemonEndsWhatWasMadeForThisOne() throws {
        let slow = Plugin.transform(
            "slow", "touch \"$ACTIVITY_OUTPUT/a\" \"$ACTIVITY_OUTPUT/b\"; exec sleep 98765",
            makes: "application/x-slow")
        try PerformSandboxTests.prepared(.process, [Plugin.upper, slow]) { daemon in
            let content = daemon.writtenContent()
            let made = try #require(try daemon.prepare([Plugin.upper], content).content)
            let wire = try daemon.wire()
            wire.send(
                "io.activityd.Sheet.Prepare",
                ["content": .array(made.map(\.json)), "options": DaemonFixture.chosen([slow])],
                [("more", true)])
            // The program runs, and not only its folders are there.
            let store = daemon.folder("cache/activityd/copies")
            try waitTill { daemon.preparedCopies.contains { Files.exists("\(store)/\($0)/0/b") } }
            try daemon.crashAndRestart()
            // What had been made, and is being read, stays.
            try waitTill { daemon.performFolders.isEmpty && daemon.preparedCopies.count == 1 }
            #expect(Files.text(DaemonFixture.path(made[0])) == "ONE\n")
        }
    }
}
