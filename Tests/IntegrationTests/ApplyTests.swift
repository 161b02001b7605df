// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import StrictJSON
import TestSupport
import Testing

/// `activityctl apply`, with another root and with a daemon that serves.
struct ApplyTests {
    private let scratch = Scratch()

    /// A folder with an election and an activity.
    private func makePolicy(
        _ election: String = "ignore", _ plugin: Plugin = plugin, name: String = "policy"
    ) -> String {
        let folder = scratch(name)
        Files.write(
            folder + "/elections.d/10.json",
            #"{"elections": {"io.test.zebra": {"election": "\#(election)"}}}"#)
        plugin.write(into: folder + "/activities")
        return folder
    }

    private static let plugin = Plugin("org.example.sepia", "Sepia")

    private func activityctl(_ arguments: String...) throws -> (end: ChildProcess.End, output: String) {
        try ChildProcess.run([ActivityctlProgram.path] + arguments)
    }

    @Test func aFolderIsTriedAppliedRepeatedAndTakenBack() throws {
        let (root, folder) = (scratch.folder("root"), makePolicy())
        let link = root + "/etc/activityd/applied"
        let tried = try activityctl("apply", folder, "--root", root, "--check")
        #expect(tried.end == .exited(3) && tried.output.contains("would change"), "\(tried.output)")
        #expect(!Files.exists(link))
        let made = try activityctl("apply", folder, "--root", root)
        #expect(made.end == .exited(0) && made.output.contains("1 policy file and 1 bundle are"))
        for arguments in [[], ["--check"]] {
            let again = try ChildProcess.run(
                [ActivityctlProgram.path, "apply", folder, "--root", root] + arguments)
            #expect(again.end == .exited(0) && again.output.contains("(unchanged)"))
        }
        #expect(Files.names(in: link + "/activities") == ["org.example.sepia.activity"])
        #expect(try activityctl("apply", "--undo", "--root", root).end == .exited(1))
        _ = makePolicy("use")
        #expect(try activityctl("apply", folder, "--root", root).end == .exited(0))
        #expect(try activityctl("apply", "--undo", "--root", root, "--check").end == .exited(3))
        #expect(try activityctl("apply", "--undo", "--root", root).end == .exited(0))
        #expect(Files.text(link + "/elections.d/10.json").contains("ignore"))
    }

    @Test func oneErrorAnywhereAndNothingIsApplied() throws {
        let root = scratch.folder("root")
        let reserved = makePolicy(
            "ignore", Plugin("org.example.sepia", "Sepia").with(["category": "nonsense"]))
        for (folder, word) in [
            (reserved, "manifest-value"), (makePolicy("nonsense", name: "other"), "elections.d/10.json"),
        ] {
            for arguments in [[], ["--check"]] {
                let refused = try ChildProcess.run(
                    [ActivityctlProgram.path, "apply", folder, "--root", root] + arguments)
                #expect(refused.end == .exited(1) && refused.output.contains(word), "\(refused.output)")
                #expect(refused.output.contains(folder) && !refused.output.contains("/.staging"))
            }
        }
        #expect(!Files.exists(root + "/etc/activityd/applied"))
        #expect(Files.names(in: root + "/etc/activityd/versions") == [".lock"])
    }

    @Test func whatTheAdminsOwnHidesIsNamedEachTime() throws {
        let (root, folder) = (scratch.folder("root"), makePolicy())
        scratch.write("root/etc/activityd/elections.d/10.json", "{}")
        scratch.folder("root/etc/activities")
        symlink("/dev/null", root + "/etc/activities/org.example.sepia.activity")
        for (arguments, status) in [(["--check"], 3), ([], 0), ([], 0), (["--check"], 0)]
            as [([String], CInt)]
        {
            let (end, output) = try ChildProcess.run(
                [ActivityctlProgram.path, "apply", folder, "--root", root] + arguments)
            #expect(end == .exited(status))
            for name in ["elections.d/10.json", "activities/org.example.sepia.activity"] {
                #expect(
                    output.contains("Warning: \(folder)/\(name) is not in force: \(root)/etc/"), "\(output)")
            }
        }
    }

    @Test func aFoldersNameMovesNoTerminal() throws {
        let root = scratch.folder("root\u{1B}[2J")
        let reserved = makePolicy(
            "ignore", Plugin("org.example.sepia", "Sepia").with(["category": "nonsense"]), name: "a\u{1B}[31m"
        )
        let refused = try activityctl("apply", reserved, "--root", root)
        #expect(refused.end == .exited(1) && refused.output.contains("manifest-value"))
        #expect(refused.output.contains("a\\u{1B}[31m/activities/org.example.sepia.activity/manifest.json"))
        #expect(!refused.output.contains("\u{1B}") && !refused.output.contains("/.staging"))
    }

    @Test(arguments: ["", "missing", "file"])
    func aRootThatIsNoFolderIsAUsageError(_ name: String) throws {
        scratch.write("file", "")
        let root = name.isEmpty ? "" : scratch(name)
        for arguments in [["apply", makePolicy(), "--check"], ["apply", "--undo", "--check"]] {
            let refused = try ChildProcess.run([ActivityctlProgram.path] + arguments + ["--root", root])
            #expect(refused.end == .exited(2) && refused.output.contains("--root"), "\(refused.output)")
        }
        #expect(!Files.exists(scratch("missing")))
    }

    @Test(.enabled(if: geteuid() == 0, "takes root"))
    func eachChangeIsOneMessageOfTheJournal() throws {
        try DaemonFixture.onMachine(.system) { daemon in
            daemon.folder.folder("machine/run/systemd/journal")
            let journal = try NotifySocket(at: daemon.folder("machine/run/systemd/journal/socket"))
            defer { journal.stop() }
            func apply(_ arguments: String...) throws {
                let (end, output) = try ChildProcess.run(
                    daemon.namespace + [ActivityctlProgram.path, "apply", "--socket", daemon.socket]
                        + arguments)
                #expect(end == .exited(0), "\(output)")
            }
            func record(_ method: String, _ before: String, _ after: String) throws {
                let lines = try journal.wait(for: "METHOD=" + method)
                let expected = [
                    "MESSAGE_ID=5d5c06d6f2b64d0f8a3c5e0a4e7b1f90", "PEER_UID=0", "BEFORE=" + before,
                    "AFTER=" + after, "OUTCOME=changed", "SYSLOG_IDENTIFIER=activityctl",
                ]
                for line in expected { #expect(lines.contains(line), "\(lines)") }
                #expect(lines.contains { $0.hasPrefix("MESSAGE=\(method) by user 0 (process ") })
            }
            try apply(makePolicy())
            try record("Apply", "nothing", "version 1")
            try apply(makePolicy())
            try apply(makePolicy("use"))
            // What changed nothing left no record in between.
            try record("Apply", "version 1", "version 2")
            try apply("--undo")
            try record("Undo", "version 2", "version 1")
        }
    }

    @Test func whatCannotBeAppliedIsAUsageError() throws {
        for arguments in [["apply"], ["apply", "a", "--undo"], ["--user", "apply", "a"]] {
            #expect(try ChildProcess.run([ActivityctlProgram.path] + arguments).end == .exited(2))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "takes root"))
    func onlyRootApplies() throws {
        chmod(scratch.path, 0o755)
        let programs = scratch.folder("programs")
        #expect(try ChildProcess.run(["cp", ActivityctlProgram.path, programs]).end == .exited(0))
        let refused = try ChildProcess.run([
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", programs + "/activityctl", "apply",
            makePolicy(),
        ])
        #expect(refused.end == .exited(1) && refused.output.contains("Only root"), "\(refused.output)")
    }

    @Test(.enabled(if: geteuid() == 0, "takes root"))
    func aDaemonTakesAllOfItUpInOneGeneration() throws {
        try DaemonFixture.onMachine(.system) { daemon in
            let machine = daemon.folder("machine")
            func apply(_ arguments: String...) throws -> (end: ChildProcess.End, output: String) {
                try ChildProcess.run(
                    daemon.namespace + [ActivityctlProgram.path, "apply", "--socket", daemon.socket]
                        + arguments)
            }
            let watch = try Watch(daemon)
            let folder = makePolicy()
            #expect(try apply(folder).end == .exited(0))
            try watch.next()
            #expect(try daemon.identifiers().contains("org.example.sepia"))
            #expect(try !daemon.identifiers().contains("io.test.zebra"))
            #expect(try daemon.status().searchPath.contains("/etc/activityd/applied/activities"))
            let generation = try daemon.status().generation
            #expect(try apply(folder).output.contains("(unchanged)"))
            #expect(try daemon.status().generation == generation)
            // A policy that is broken afterwards by hand leaves what it said in force, and is named.
            Files.write(machine + "/etc/activityd/applied/elections.d/10.json", "{")
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.status().problems?.first?.contains("applied/elections.d/10.json") == true)
            #expect(try !daemon.identifiers().contains("io.test.zebra"))
        }
    }
}
