// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Generators, whose bundles are served, stored and explained. `GeneratorFaultTests` has their faults.
@Suite(.serialized)
struct GeneratorTests {
    @Test(arguments: Launching.allCases)
    func whatAGeneratorMakesIsServedAndTold(_ launching: Launching) throws {
        let script = #"""
            bundle org.example.one One /etc/fstab
            printf '/a b\tTwo\tIt needs a desktop that is not here.\n' >"$made/left-out"
            echo "said at $(nice), $(ionice)" >&2
            echo "$XDG_DATA_HOME/menus"
            """#
        try DaemonFixture.generating(launching, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.one")
            let found = try daemon.description("org.example.one")
            #expect(found.origin == "/etc/fstab" && found.diagnostics.isEmpty)
            #expect(found.path == daemon.generated + "/menus/org.example.one.activity")
            let told = try daemon.waitTillRun("menus")
            #expect(told.path == daemon.generators + "/menus" && told.folder == daemon.generated + "/menus")
            #expect(told.bundles == 1 && told.origins == [daemon.folder("data/menus")] && told.failure == nil)
            #expect(
                told.omissions
                    == [
                        Registry.Omission(
                            origin: "/a b", name: "Two", reason: "It needs a desktop that is not here.")
                    ])
            #expect(try #require(told.durationUSec) > 0)
            #expect(try daemon.status().searchPath.last == daemon.generated + "/menus")
            #expect(try daemon.status().problems == nil)
            #expect(daemon.log.contains("said at 10, best-effort: prio 7"))
            #expect(try daemon.identifiers().last == "org.example.one")
        }
    }

    @Test func theCommandLineTellsOfThem() throws {
        let script = #"""
            bundle org.example.one One "$XDG_DATA_HOME/one.desktop"
            bundle org.example.copy Copy "$XDG_DATA_HOME/copy.desktop"
            printf '/etc/hosts\tTwo\tIt needs more.\n' >"$made/left-out"
            echo "$XDG_DATA_HOME"
            """#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.one")
            try daemon.waitTillRun("menus")
            // A faulty bundle counts as still being copied for two seconds.
            try Watch(daemon).wait { try daemon.status().rejected == 1 }
            let program = ActivityctlProgram()
            program.environment["XDG_RUNTIME_DIR"] = daemon.folder("run")
            let list = program("generators", "--user")
            #expect(list.status == 0)
            let row = list.output.split(separator: "\n").first { $0.hasPrefix("menus ") } ?? ""
            #expect(
                row.split(separator: " ").prefix(3) == ["menus", "2", "1"]
                    && row.hasSuffix(daemon.folder("data")))
            #expect(list.output.contains("  /etc/hosts (Two): It needs more.\n"))
            let all = program("list", "--all", "--user").output
            #expect(all.contains("rejected") && all.contains(daemon.folder("data/copy.desktop")))
            #expect(
                program("show", "--user", "org.example.one").output.contains(
                    daemon.folder("data/one.desktop")))
            #expect(daemon.log.contains(daemon.folder("data/copy.desktop") + " ("))
        }
    }

    /// The last run's bundles are served from the start, without waiting for a new run.
    @Test func whatWasMadeServesFromTheStart() throws {
        let script = #"bundle org.example.one One; printf '/x\tTwo\tNot now.\n' >"$made/left-out""#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.one")
            try daemon.waitTillRun("menus")
            daemon.stop()
            daemon.write(generator: "menus", "exec sleep 1000")
            try daemon.start("--generators", daemon.generators)
            #expect(try daemon.identifiers().contains("org.example.one"))
            #expect(try daemon.generator("menus").running)
        }
    }

    @Test func itRunsAgainWhenWhatItNamedChanges() throws {
        let script = #"""
            echo "$XDG_DATA_HOME/missing/menus"
            echo "$XDG_DATA_HOME/file"
            title=$(cat "$XDG_DATA_HOME/file" 2>/dev/null || cat "$XDG_DATA_HOME"/missing/menus/* 2>/dev/null || echo Nothing)
            bundle org.example.one "$title"
            """#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            func wait(for title: String) throws {
                try Watch(daemon).wait { try daemon.describe().contains { $0.title == title } }
            }
            try wait(for: "Nothing")
            try daemon.waitTillRun("menus")
            Files.makeFolder(daemon.folder("data/missing/menus"))
            Files.write(daemon.folder("data/missing/menus/a"), "Within")
            try wait(for: "Within")
            // In place, in a folder that was named itself.
            try daemon.waitTillRun("menus")
            Files.write(daemon.folder("data/missing/menus/a"), "Changed")
            try wait(for: "Changed")
            try daemon.waitTillRun("menus")
            Files.write(daemon.folder("data/file"), "File")
            try wait(for: "File")
            try daemon.waitTillRun("menus")
            unlink(daemon.folder("data/file"))
            try wait(for: "Changed")
        }
    }

    @Test func itRunsAgainThoughAnotherIsTakenAwayMeanwhile() throws {
        let script = #"""
            echo "$XDG_DATA_HOME/file"
            bundle org.example.one "$(cat "$XDG_DATA_HOME/file" 2>/dev/null || echo Nothing)"
            """#
        let scripts = ["menus": script, "others": "bundle org.example.two Two"]
        try DaemonFixture.generating(.process, scripts) { daemon in
            for name in ["menus", "others"] { try daemon.waitTillRun(name) }
            unlink(daemon.generators + "/others")
            Files.write(daemon.folder("data/file"), "Changed")
            // The daemon looks for generators at once, and at changed paths 200 ms after the first change.
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            try Watch(daemon).wait { try daemon.describe().contains { $0.title == "Changed" } }
        }
    }

    /// Generated bundles never change in place, so they are recognised even if they are younger than two
    /// seconds.
    @Test func whatWasMadeIsReadOnce() throws {
        try DaemonFixture.generating(.process, ["menus": "bundle org.example.one One"]) { daemon in
            try daemon.waitTillServed("org.example.one")
            try daemon.register(Plugin("org.example.sepia", "Sepia"))
            #expect(daemon.log.ranges(of: "/org.example.one.activity has been read.").count == 1)
        }
    }

    /// As systemd's generators do: what they depend on may change unseen.
    @Test func aReloadRunsAllOfThem() throws {
        try DaemonFixture.generating(.process, ["menus": "bundle org.example.one One"]) { daemon in
            let first = try daemon.waitTillRun("menus")
            try daemon.call("io.systemd.service.Reload")
            try daemon.waitTillRun("menus", after: first.started)
        }
    }

    /// Open sheets and clients' caches stay valid.
    @Test func equalBytesRaiseNoGeneration() throws {
        let script = #"echo "$XDG_DATA_HOME/file"; bundle org.example.one One; bundle org.example.two Two"#
        try DaemonFixture.generating(.process, ["menus": script]) { daemon in
            try daemon.waitTillServed("org.example.two")
            let first = try daemon.waitTillRun("menus")
            let generation = try daemon.status().generation
            let inode = Self.inode(daemon.generated + "/menus")
            Files.write(daemon.folder("data/file"), "new")
            try daemon.waitTillRun("menus", after: first.started)
            #expect(try daemon.status().generation == generation)
            #expect(Self.inode(daemon.generated + "/menus") == inode)
        }
    }

    private static func inode(_ path: String) -> ino_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_ino : 0
    }

    @Test func theFirstOfANameWinsAndEverythingElseBeforeAll() throws {
        let scripts = [
            "a": "bundle org.example.one A; bundle org.example.mine A",
            "b": "bundle org.example.one B; bundle org.example.two B",
        ]
        try DaemonFixture.generating(.process, scripts) { daemon in
            daemon.install(Plugin("org.example.mine", "Mine"))
            try daemon.waitTillRun("a")
            try daemon.waitTillRun("b")
            try Watch(daemon).wait { try daemon.describe().count == 9 }
            #expect(try daemon.describe("org.example.one").map(\.title) == ["A", "B"])
            #expect(try daemon.describe("org.example.one").map(\.state) == [.active, .shadowed])
            #expect(try daemon.describe("org.example.mine").map(\.title) == ["Mine", "A"])
            // Goes with its generator.
            unlink(daemon.generators + "/a")
            try Watch(daemon).wait { try daemon.describe("org.example.one").map(\.title) == ["B"] }
            try daemon.waitTillGone(daemon.generated + "/a")
            #expect(try daemon.generatorList().map(\.name) == ["b"])
        }
    }

    @Test func aNewGeneratorAndANewVersionRun() throws {
        try DaemonFixture.generating(.process, [:]) { daemon in
            #expect(try daemon.generatorList().isEmpty)
            daemon.write(generator: "menus", "bundle org.example.one One")
            try daemon.waitTillServed("org.example.one")
            daemon.write(generator: "menus", "bundle org.example.two Two")
            try daemon.waitTillServed("org.example.two")
            #expect(try daemon.describe().contains { $0.identifier == "org.example.one" } == false)
        }
    }

    /// The generator tests its permissions from inside the sandbox, and reports the results as omissions.
    @Test(arguments: Launching.allCases)
    func itIsConfined(_ launching: Launching) throws {
        let script = #"""
            told() { printf '/x\t%s\t%s\n' "$1" "${2:-none}" >>"$made/left-out"; }
            try() { name=$1; shift; if "$@" >/dev/null 2>&1; then told "$name" yes; else told "$name" no; fi; }
            try made touch "$made/x"
            for place in "$HOME" "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" /tmp /run /dev/shm "${made%/*}" "$(dirname "$0")"; do
                try write touch "$place/x"
            done
            try read cat "$XDG_DATA_HOME/icon.png"
            told network "$(grep -c : /proc/net/dev)"
            told runtime "$(cd "$XDG_RUNTIME_DIR" && find . | tr '\n' ' ')"
            try bus python3 -c 'import socket; socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)'
            told processes "$(ls -d /proc/[0-9]* | wc -l | sed 's/[1-9]$/few/')"
            told variables "$(env | sed 's/=.*//' | sort | tr '\n' ' ')"
            told here "$([ "$(pwd)" = "$made" ] && echo yes)"
            told input "$(readlink /proc/self/fd/0)"
            """#
        try DaemonFixture.generating(launching, ["menus": script]) { daemon in
            let told = try daemon.waitTillRun("menus")
            #expect(told.failure == nil)
            let answers = Dictionary(grouping: told.omissions, by: \.name).mapValues { $0.map(\.reason) }
            #expect(answers["made"] == ["yes"] && answers["read"] == ["yes"])
            #expect(answers["write"] == Array(repeating: "no", count: 8))
            #expect(answers["network"] == ["1"] && answers["bus"] == ["no"])
            let way = ". ./activityd ./activityd/generating ./activityd/generating/.staging-new-menus-"
            let runtime = answers["runtime"]?.first ?? ""
            #expect(runtime.hasPrefix(way) && runtime.split(separator: " ").count == 6, "\(runtime)")
            #expect(answers["processes"] == ["few"] && answers["here"] == ["yes"])
            #expect(answers["input"] == ["/dev/null"])
            let variables = answers["variables"]?.first?.split(separator: " ").map(String.init) ?? []
            #expect(
                variables.filter { !$0.hasPrefix("XDG_") && $0 != "PWD" && $0 != "OLDPWD" } == [
                    "HOME", "PATH",
                ])
            #expect(variables.contains("XDG_CONFIG_HOME"))
        }
    }

    @Test func theExampleTranslatesNautilusScripts() throws {
        try DaemonFixture.prepared { daemon in
            daemon.environment["PATH"] = "/usr/bin:/bin"
            let name = "Tell 50% of {all}.sh"
            let script = #"""
                #!/bin/sh
                pwd
                for name; do echo "$name"; done
                printf '%s' "$NAUTILUS_SCRIPT_SELECTED_FILE_PATHS"
                """#
            Files.makeFolder(daemon.folder("data/nautilus/scripts/more"))
            Files.write(daemon.folder("data/nautilus/scripts/more/" + name), script, mode: 0o755)
            Files.write(daemon.folder("data/nautilus/scripts/notes"), "none")
            // Two of one name, and one longer than an identifier.
            for path in ["Twice", "more/Twice"] {
                Files.write(daemon.folder("data/nautilus/scripts/" + path), script, mode: 0o755)
            }
            let long = String(repeating: "名", count: 30)
            Files.write(daemon.folder("data/nautilus/scripts/" + long), script, mode: 0o755)
            Files.write(daemon.folder("home/a \"b\" 50%.txt"), "a")
            Files.write(daemon.folder("home/c.txt"), "c")
            try daemon.start("--generators", Checkout.path + "/examples/generator")
            let identifier = "org.gnome.nautilus.scripts.smore_2FTell_2050_25_20of_20_7Ball_7D_2Esh"
            try daemon.waitTillServed(identifier)
            let found = try daemon.description(identifier)
            #expect(found.title == "Tell 50% of {all}" && found.diagnostics.isEmpty)
            #expect(found.origin == daemon.folder("data/nautilus/scripts/more/" + name))
            let told = try daemon.waitTillRun("nautilus-scripts")
            #expect(told.omissions.map(\.name) == ["notes", long] && told.bundles == 3)
            let home = daemon.folder("home")
            let content: JSON = [
                ["type": "text/plain", "uri": .string("file://" + home + "/a%20%22b%22%2050%25.txt")],
                ["type": "text/plain", "uri": .string("file://" + home + "/c.txt")],
            ]
            let end = try daemon.ending(identifier, content)
            #expect(
                end.output == "\(home)\na \"b\" 50%.txt\nc.txt\n\(home)/a \"b\" 50%.txt\n\(home)/c.txt\n")
            // One more, by hand.
            Files.write(daemon.folder("data/nautilus/scripts/Another"), "#!/bin/sh\n", mode: 0o755)
            try daemon.waitTillServed("org.gnome.nautilus.scripts.sAnother")
        }
    }
}
