// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Faulty generators, and the bundles that are served nevertheless.
@Suite(.serialized)
struct GeneratorFaultTests {
    /// A generator that has made bundles, and is replaced by a faulty version.
    private static func replacing(
        _ launching: Launching, by script: String, _ body: (DaemonFixture, Registry.Generator) throws -> Void
    ) throws {
        try DaemonFixture.generating(
            launching, ["menus": #"echo "$XDG_DATA_HOME/file"; bundle org.example.one One"#]
        ) {
            daemon in
            try daemon.waitTillServed("org.example.one")
            let first = try daemon.waitTillRun("menus")
            daemon.write(generator: "menus", script)
            try body(daemon, try daemon.waitTillRun("menus", after: first.started))
            // The former bundles stay, and nothing incomplete is left.
            #expect(try daemon.identifiers().contains("org.example.one"))
            #expect(Files.names(in: daemon.generated).filter { !$0.hasPrefix(".") } == ["menus"])
        }
    }

    @Test(arguments: Launching.allCases)
    func oneThatFailsLeavesWhatStoodThere(_ launching: Launching) throws {
        let script = #"bundle org.example.two Two; echo "no luck" >&2; exit 3"#
        try Self.replacing(launching, by: script) { daemon, told in
            #expect(told.failure == "It failed with exit status 3: no luck" && told.bundles == 1)
            let problem =
                "The generator menus failed, and what it made before stays. "
                + "It failed with exit status 3: no luck"
            #expect(try daemon.status().problems == [problem])
            #expect(daemon.log.contains(problem))
            let program = ActivityctlProgram()
            program.environment["XDG_RUNTIME_DIR"] = daemon.folder("run")
            #expect(program("status", "--user").output.contains(problem))
            // It runs again when a path changes that it named before.
            Files.write(daemon.folder("data/file"), "new")
            try daemon.waitTillRun("menus", after: told.started)
        }
    }

    /// Changes of the paths that were cut off would go unnoticed.
    @Test func oneThatPrintsMoreThanIsKeptFails() throws {
        try Self.replacing(.process, by: "bundle org.example.two Two; seq -f /%100.f 11000") { daemon, told in
            #expect(told.failure == "It printed more than 1 MiB.")
        }
    }

    @Test(arguments: Launching.allCases)
    func oneThatCrashesOrIsNoProgramFails(_ launching: Launching) throws {
        try Self.replacing(launching, by: "kill -SEGV $$") { daemon, told in
            #expect(told.failure == "It was ended by SIGSEGV.")
            daemon.write(generator: "menus", "#!/no/such/interpreter", prelude: false)
            let again = try daemon.waitTillRun("menus", after: told.started)
            #expect(again.failure?.contains("No such file or directory") == true)
        }
    }

    @Test(arguments: Launching.allCases)
    func oneThatHangsIsEnded(_ launching: Launching) throws {
        try Self.replacing(
            launching, by: "trap '' TERM; bundle org.example.two Two; while :; do sleep 1; done"
        ) {
            _, told in
            #expect(told.failure?.contains("It took longer than it may.") == true)
            #expect((10_000_000..<60_000_000).contains(told.durationUSec ?? 0))
        }
    }

    /// A process left running could write to the folder that serves.
    @Test(arguments: Launching.allCases)
    func whatItLeavesRunningEndsWithIt(_ launching: Launching) throws {
        let script = #"""
            bundle org.example.one One
            (trap '' TERM HUP; setsid sh -c 'trap "" TERM HUP; while :; do touch "$1/late"; sleep 0.02; done' - "$made") &
            while ! [ -e "$made/late" ]; do sleep 0.02; done
            rm -f "$made/late"
            """#
        try DaemonFixture.generating(launching, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.one")
            try daemon.waitTillRun("menus")
            // By the folder that it writes to: the same test runs elsewhere too.
            let running = try ChildProcess.run(["pgrep", "-a", "-f", daemon.staging])
            #expect(running.1.isEmpty, "\(running.1)")
        }
    }

    @Test(arguments: ["one", "many"])
    func oneThatFillsTheDiskIsEnded(_ way: String) throws {
        let one = #"exec dd if=/dev/zero of="$made/big" bs=1M count=10000"#
        let many =
            #"for n in 1 2 3 4 5; do fallocate --length 64M "$made/big$n"; done; exec sleep 1000"#
        try Self.replacing(.process, by: way == "one" ? one : many) { daemon, told in
            #expect(told.failure != nil, "\(told)")
            #expect(way == "one" || told.failure?.hasPrefix("It wrote more than 256 MiB") == true)
            try daemon.waitTillRemoved(in: daemon.staging)
        }
    }

    @Test func linksOutOfItsFolderAreNotFollowedNorPipesRead() throws {
        let script = #"""
            bundle org.example.good Good
            bundle org.example.icon Icon; ln -sf /etc/hostname "$made/org.example.icon.activity/icon.png"
            bundle org.example.manifest Manifest
            ln -sf /etc/passwd "$made/org.example.manifest.activity/manifest.json"
            ln -s "$XDG_CONFIG_HOME" "$made/org.example.link.activity"
            ln -s /dev/zero "$made/left-out"
            """#
        let pipes = #"""
            bundle org.example.other Other; mkfifo "$made/org.example.other.activity/fifo"
            mkfifo "$made/org.example.pipe.activity"
            mkfifo "$made/left-out"
            """#
        try DaemonFixture.generating(.process, ["menus": script, "pipes": pipes]) { daemon in
            try daemon.waitTillServed("org.example.good")
            try daemon.waitTillServed("org.example.other")
            try Watch(daemon).wait { try daemon.status().rejected == 4 }
            for name in ["icon", "manifest", "link", "pipe"] {
                let found = try daemon.description("org.example." + name)
                #expect(found.diagnostics.contains { $0.rule == .bundlePath }, "\(name)")
            }
            for name in ["menus", "pipes"] {
                #expect(try daemon.waitTillRun(name).omissions.isEmpty)
                #expect(daemon.log.contains(daemon.generated + "/\(name)/left-out is not a regular file."))
            }
        }
    }

    @Test func whatIsOthersIsRefused() throws {
        let script = #"""
            bundle io.test.copy Other "$XDG_DATA_HOME/copy"
            bundle org.example.title cOPY "$XDG_DATA_HOME/title"
            bundle org.example.good Good
            """#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.good")
            try Watch(daemon).wait { try daemon.status().rejected == 2 }
            let reserved = try #require(try daemon.describe("io.test.copy").last)
            #expect(reserved.diagnostics.first?.rule == .identifierReserved)
            #expect(reserved.origin == daemon.folder("data/copy"))
            #expect(try daemon.description("io.test.copy").source == .system)
            #expect(try daemon.description("org.example.title").diagnostics.first?.rule == .titleReserved)
        }
    }

    @Test func anOriginIsForWhatWasGenerated() throws {
        try DaemonFixture.generating(.process, ["menus": "bundle org.example.one One relative"]) { daemon in
            try Watch(daemon).wait { try daemon.status().rejected == 1 }
            let found = try daemon.description("org.example.one").diagnostics
            #expect(found.map(\.pointer) == ["/origin"] && found.map(\.rule) == [.manifestValue])
            let plugin = Plugin("org.example.mine", "Mine", ["origin": "/etc/fstab"])
            let error = try daemon.refusal("Registry.Register", ["files": plugin.uploads])
            #expect(error.name.hasSuffix(".Rejected"))
        }
    }

    /// The former program is ended at once, which does not count as a fault of the new one.
    @Test(arguments: Launching.allCases)
    func oneThatIsReplacedWhileItRunsRunsAgain(_ launching: Launching) throws {
        let waiting = #"touch "$made/up"; while :; do sleep 0.02; done"#
        try DaemonFixture.generating(launching, ["menus": waiting]) { daemon in
            try waitTill {
                Files.names(in: daemon.staging).contains { Files.exists(daemon.staging + "/" + $0 + "/up") }
            }
            daemon.write(generator: "menus", "bundle org.example.one One")
            try daemon.waitTillServed("org.example.one")
            #expect(try daemon.waitTillRun("menus").failure == nil)
            #expect(!daemon.log.contains("The generator menus failed"))
        }
    }

    @Test func oneThatChangesWhatItNamesDoesNotRunAllTheTime() throws {
        let script = #"dirname "$1"; bundle org.example.one One"#
        try DaemonFixture.generating(.process, ["restless": script]) { daemon in
            var began = try daemon.waitTillRun("restless").started ?? 0
            for _ in 0..<3 {
                let next = try daemon.waitTillRun("restless", after: began).started ?? 0
                #expect(next - began >= 990_000)
                began = next
            }
        }
    }

    @Test func pathsWithNewlinesAndOtherLinesArePassedOver() throws {
        let script = #"""
            printf '%s\nb\n\n./c\n%s/file\n' "$XDG_DATA_HOME/a" "$XDG_DATA_HOME"
            printf 'no tabs\n/x\tTwo\tFine.\nrelative\tThree\tNot.\n' >"$made/left-out"
            bundle org.example.one One
            """#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            let told = try daemon.waitTillRun("menus")
            #expect(told.failure == nil && told.omissions.map(\.name) == ["Two"])
            #expect(
                daemon.log.contains(
                    "The generator menus printed lines that are no absolute paths, "
                        + "and they are passed over: 2."
                ))
            #expect(daemon.log.contains("Lines of left-out that are not"))
            Files.write(daemon.folder("data/file"), "new")
            try daemon.waitTillRun("menus", after: told.started)
        }
    }

    @Test func aHundredThousandBundlesAreRefused() throws {
        let script = #"""
            exec python3 - "$made" <<'END'
            import os, sys
            for number in range(100_010):
                os.mkdir(f"{sys.argv[1]}/org.example.n{number:06}.activity")
            END
            """#
        try Self.replacing(.process, by: script) { daemon, told in
            let failure = try #require(told.failure)
            // On a slow machine it may exceed its time limit instead.
            #expect(
                failure == "It wrote more than 256 MiB, or more than 40000 files."
                    || failure.contains("It took longer than it may."), "\(failure)")
            #expect(told.bundles == 1)
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            #expect(!daemon.log.contains("has not answered"))
        }
    }

    /// For example, a person may have two runtime folders.
    @Test func twoDaemonsServeWhatOneHasMade() throws {
        let script = #"""
            echo "$XDG_DATA_HOME/file"
            bundle org.example.one "$(cat "$XDG_DATA_HOME/file" 2>/dev/null || echo One)"
            """#
        try DaemonFixture.generating(.process, ["menus": script]) { one in
            try one.waitTillServed("org.example.one")
            try DaemonFixture.prepared { other in
                for (name, value) in one.environment where name == "PATH" || name.hasPrefix("XDG_") {
                    if name != "XDG_RUNTIME_DIR" { other.environment[name] = value }
                }
                other.systemBundles = one.systemBundles
                try other.start("--generators", one.generators)
                for title in ["First", "Second", "Third"] {
                    Files.write(one.folder("data/file"), title)
                    for daemon in [one, other] {
                        try Watch(daemon).wait { try daemon.describe().contains { $0.title == title } }
                    }
                }
                for daemon in [one, other] { #expect(try daemon.waitTillRun("menus").failure == nil) }
            }
        }
    }

    @Test(.enabled(if: DeadMount.isPossible, DeadMount.whyNot))
    func aPathThatDoesNotAnswerIsToldOf() throws {
        let script = #"bundle org.example.one One; echo "$XDG_DATA_HOME/dead/menus""#
        try DaemonFixture.generating(.process, [:]) { daemon in
            let dead = daemon.folder("data/dead")
            Files.makeFolder(dead)
            daemon.write(generator: "menus", script)
            try daemon.waitTillServed("org.example.one")
            try daemon.waitTillRun("menus")
            try DeadMount.lying(on: dead) {
                daemon.write(generator: "menus", script + "; bundle org.example.two Two")
                try waitTill {
                    let identifiers = try daemon.identifiers()
                    #expect(identifiers.contains("org.example.one"))
                    return try daemon.status().problems?.contains { $0.hasPrefix(dead) } == true
                }
                #expect(daemon.stop() == .exited(0))
            }
        }
    }
}
