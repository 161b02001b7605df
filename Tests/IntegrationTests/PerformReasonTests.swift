// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The reasons that people see for an activity's failure.
@Suite(.serialized)
struct PerformReasonTests {
    private struct Case {
        let script: String
        let reason: String?
    }

    private static let cases: [String: Case] = [
        "silent": Case(script: "exit 1", reason: nil),
        "blank": Case(script: "printf ' \\n\\t\\n' >&2; exit 1", reason: nil),
        "last": Case(script: "echo first >&2; echo last >&2; echo >&2; exit 1", reason: "last"),
        "unended": Case(script: "printf 'first\\nlast' >&2; exit 1", reason: "last"),
        "rewritten": Case(script: "printf '10%%\\r20%%\\rbroken\\r\\n' >&2; exit 1", reason: "broken"),
        "status": Case(
            script: "systemd-notify STATUS=told; echo printed >&2; exit 1", reason: "told"),
        "taken-back": Case(
            script: "systemd-notify STATUS=told; systemd-notify STATUS=; echo printed >&2; exit 1",
            reason: "printed"),
        "escapes": Case(
            script: "printf '\\033[2J\\a a\\tb \\302\\233 \\342\\200\\256x\\n' >&2; exit 1",
            reason: #"\u{1B}[2J\u{7} a\tb \u{9B} \u{202E}x"#),
        "told-escapes": Case(
            script: #"systemd-notify "STATUS=$(printf 'a\033[31mb')"; exit 1"#, reason: #"a\u{1B}[31mb"#),
        "broken": Case(script: "printf 'a\\377b\\303\\n' >&2; exit 1", reason: "a\u{FFFD}b\u{FFFD}"),
        "long": Case(
            script: "head -c 201 /dev/zero | tr '\\0' x >&2; exit 1",
            reason: String(repeating: "x", count: 199) + "…"),
        "exact": Case(
            script: "head -c 200 /dev/zero | tr '\\0' x >&2; exit 1",
            reason: String(repeating: "x", count: 200)),
        "wide": Case(
            script: "for i in $(seq 101); do printf 長 >&2; done; exit 1",
            reason: String(repeating: "長", count: 99) + "…"),
        "signal": Case(script: "echo dying >&2; kill -9 $$", reason: "dying"),
        "child": Case(script: "sh -c 'echo deeper >&2'; exit 1", reason: "deeper"),
        "well": Case(script: "echo warning >&2", reason: nil),
    ]

    @Test(arguments: Launching.allCases)
    func itIsTheStatusElseTheLastLineOfStandardError(_ launching: Launching) throws {
        let plugins = Self.cases.sorted { $0.key < $1.key }.map { Plugin.script($0.key, $0.value.script) }
        try DaemonFixture.performing(launching, plugins) { daemon in
            for (name, expected) in Self.cases {
                let end = try daemon.ending("org.example." + name)
                #expect(end.reason == expected.reason, "\(name)")
                #expect(end.output == nil, "\(name)")
            }
        }
    }

    /// A progress text that names the current file is not a reason.
    @Test(arguments: Launching.allCases)
    func aStatusThatIsAnItemsNameHidesNoError(_ launching: Launching) throws {
        let name = "systemd-notify STATUS=a.png"
        let cases = [
            ("named", "\(name); echo 'No space is left.' >&2; exit 1", "No space is left."),
            ("quiet", "\(name); exit 1", "a.png"),
            ("packing", "systemd-notify 'STATUS=Packing a.png'; echo broken >&2; exit 1", "Packing a.png"),
        ]
        try DaemonFixture.performing(launching, cases.map { Plugin.script($0.0, $0.1) }) { daemon in
            for (plugin, _, reason) in cases {
                for item: JSON in [
                    ["type": "image/png", "uri": "file:///srv/a.png"],
                    ["type": "image/png", "uri": "https://example.org/1", "name": "a.png"],
                ] {
                    let end = try daemon.ending("org.example." + plugin, [item])
                    #expect(end.reason == reason, "\(plugin)")
                }
            }
        }
    }

    /// Endless output without newlines does not delay clients, and is not stored.
    @Test(arguments: Launching.allCases)
    func aFloodIsNoReasonToWait(_ launching: Launching) throws {
        let flood = Plugin.script("flood", "head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 1")
        let lines = Plugin.script("lines", "seq 2000000 >&2; echo the end >&2; exit 1")
        try DaemonFixture.performing(launching, [flood, lines]) { daemon in
            let end = try daemon.ending(flood.identifier)
            #expect(end.result == .failure && end.reason == String(repeating: "x", count: 199) + "…")
            let last = try daemon.ending(lines.identifier)
            #expect(last.reason == "the end")
            for file in daemon.kept { #expect(file.size <= 65_536, "\(file.name)") }
            // One entry, and no more of it than is kept.
            #expect(daemon.log.utf8.count < 400_000)
        }
    }

    @Test(arguments: Launching.allCases)
    func whatIsPrintedStandsInTheJournal(_ launching: Launching) throws {
        let plugin = Plugin.script("talking", "echo one >&2; echo two >&2")
        try DaemonFixture.performing(launching, [plugin]) { daemon in
            let end = try daemon.ending(plugin.identifier)
            #expect(end.result == .success)
            // It is logged when everybody was told.
            _ = try daemon.status()
            #expect(daemon.log.contains("talking: info: one") && daemon.log.contains("talking: info: two"))
        }
    }

    /// Output printed while no daemon is there is not lost.
    @Test func aKilledDaemonLosesNoReason() throws {
        let plugin = Plugin.script(
            "waiter", "echo before >&2; read go <\"$1\"; echo after >&2; exit 1", ["{gate}"]
        ).asking("gate")
        try DaemonFixture.performing(.systemd, [plugin]) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(daemon, plugin.identifier, answers: ["gate": gate.path])
            let unit = try performing.started().unit
            try gate.wait()
            try daemon.crashAndRestart()
            let following = try Performing(following: unit, daemon)
            _ = try following.started()
            try gate.open()
            let end = try following.ending()
            #expect(end.result == .failure && end.reason == "after")
        }
    }

    @Test func aTimeoutIsAReasonToo() throws {
        let endless = Plugin.script(
            "endless", "echo waiting >&2; exec sleep 1000", [], ["timeoutUSec": 1])
        try DaemonFixture.performing(.process, [endless]) { daemon in
            let end = try daemon.ending(endless.identifier)
            #expect(end.reason == "It took longer than it may.")
        }
    }
}

extension DaemonFixture {
    /// Files in the private folders that hold printed output.
    fileprivate var kept: [(name: String, size: Int)] {
        var files: [(String, Int)] = []
        for token in performFolders {
            let folder = folder("run/activityd/performs/\(token)")
            for name in Files.names(in: folder) where name.hasPrefix("kept") {
                var status = stat()
                if stat(folder + "/" + name, &status) == 0 { files.append((name, Int(status.st_size))) }
            }
        }
        return files
    }
}
