// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Linked bundles where the daemon is killed, hangs, performs, serves everybody or is called by activityctl.
struct LinkedProgramTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia")
    private static let identifier = plugin.identifier

    // MARK: Linking

    /// The folder's own name does not matter, as the link has the identifier.
    @Test func aFolderOfAnyNameCanBeLinked() throws {
        try DaemonFixture.run { daemon in
            let bundle = Self.plugin.write(into: daemon.folder("author"))
            rename(bundle, daemon.folder("author/sepia"))
            try daemon.call("Registry.RegisterLink", ["folder": .string(daemon.folder("author/sepia"))])
            #expect(try daemon.customTitles() == ["Sepia"])
            try daemon.crashAndRestart()
            #expect(try daemon.customTitles() == ["Sepia"])
        }
    }

    // MARK: Refusals

    @Test(.enabled(if: geteuid() == 0, "A mount namespace takes root."))
    func theSystemsRegistryTakesNoLinks() throws {
        try DaemonFixture.onMachine(.system) { daemon in
            let bundle = Self.plugin.write(into: daemon.folder("author"))
            let error = try daemon.refusal("Registry.RegisterLink", ["folder": .string(bundle)])
            #expect(error.name == "io.activityd.Registry.NotPermitted")
            #expect(error.parameters["reason"]?.text?.contains("--user") == true)
            // Nor does it follow one that lies there.
            Files.makeFolder(daemon.folder("machine/etc/activities"))
            symlink(bundle, daemon.folder("machine/etc/activities/" + Self.plugin.folderName))
            try daemon.call("io.systemd.service.Reload")
            let found = try daemon.description(Self.identifier)
            #expect(found.state == .rejected && found.link == nil)
        }
    }

    // MARK: Targets that change

    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func aTargetThatDoesNotAnswerKeepsNoSheetWaitingAndIsNamed() throws {
        try DaemonFixture.run { daemon in
            try daemon.link(Self.plugin)
            try DeadMount.lying(on: daemon.folder("author")) {
                let hanging = try daemon.wire()
                hanging.send("io.systemd.service.Reload")
                var problems: [String] = []
                repeat {
                    #expect(try daemon.customTitles() == ["Sepia"])
                    problems = try daemon.status().problems ?? []
                } while problems.isEmpty
                #expect(problems.first?.hasPrefix(daemon.linkPath(Self.plugin)) == true, "\(problems)")
                #expect(daemon.stop() == .exited(0))
            }
        }
    }

    // MARK: Performing

    @Test(arguments: Launching.allCases, [false, true])
    func itsProgramRunsWhereItLies(_ launching: Launching, isNarrow: Bool) throws {
        let script = Plugin.script("where", "echo \"$0\"; cat \"${0%/*}/word\"")
        let plugin = (isNarrow ? script.setting([("network", false), ("writes", ["downloads"])]) : script)
            .with(file: "bin/word", Array("saved".utf8))
        try DaemonFixture.performing(launching) { daemon in
            daemon.folder.folder("home/Downloads")
            plugin.write(into: daemon.folder("author"))
            if let owner = daemon.owner {
                for folder in ["home", "author"] { Files.give(daemon.folder(folder), to: owner) }
            }
            let bundle = try daemon.link(plugin)
            let ending = try daemon.ending(plugin.identifier)
            #expect(ending.result == .success, "\(ending)")
            #expect(ending.output == bundle + "/bin/run\nsaved")
        }
    }

    // MARK: activityctl

    @Test func activityctlLinksAndShowsWhereTo() throws {
        try DaemonFixture.run { daemon in
            let program = ActivityctlProgram()
            program.environment["XDG_RUNTIME_DIR"] = daemon.folder("run")
            let bundle = Self.plugin.write(into: program.folder)
            let linked = program("--user", "register", "--link", Self.plugin.folderName)
            #expect(linked.status == 0, "\(linked.errors)")
            #expect(linked.output.contains("org.example.sepia is linked to."))
            let link = daemon.linkPath(Self.plugin)
            #expect(program("--user", "list", "--all").output.contains("\(link) -> \(bundle)"))
            let shown = program("--user", "show", Self.identifier).output
            #expect(shown.contains("Linked from") && shown.contains(link))
            program.makeFolder("other")
            Self.plugin.write(into: program.folder + "/other")
            let moved = program("--user", "register", "--link", "other/" + Self.plugin.folderName)
            #expect(moved.output.contains("org.example.sepia is linked to, instead of \(bundle)."))
            let again = program("--user", "register", "--link", "other/" + Self.plugin.folderName)
            #expect(again.output.contains("org.example.sepia is linked to. (unchanged)"), "\(again.output)")
            #expect(program("--user", "register", "--link", Self.plugin.folderName).status == 0)
            let gone = program("--user", "register", "--link", "missing.activity")
            #expect(gone.status == 1 && gone.errors.contains("is not a folder"))
            #expect(program("--user", "unregister", Self.identifier).status == 0)
            #expect(Files.exists(bundle + "/manifest.json") && !Files.exists(link))
        }
    }
}
