// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Every known way out of a sandbox, tried from inside by Tests/Escapes/escapes.py, as an ordinary user.
///
/// The script has the expected result of each way. An activity without a sandbox tries them too, and must get
/// out: otherwise a closed way would prove nothing.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct PerformEscapeTests {
    /// An activity's restrictions, in the order of the table's columns.
    enum Narrowing: Int, CaseIterable, CustomTestStringConvertible {
        case none, writes, network, both

        var testDescription: String { "\(self)" }
        var options: KeyValuePairs<String, JSON> {
            switch self {
            case .none: [:]
            case .writes: ["writes": []]
            case .network: ["network": false]
            case .both: ["writes": [], "network": false]
            }
        }
    }

    private struct Way {
        let name: String
        let expected: [String]
    }

    private static let folder = Checkout.path + "/Tests/Escapes"

    private static func table() throws -> [Way] {
        let (end, output) = try ChildProcess.run(["/usr/bin/python3", folder + "/escapes.py", "--table"])
        #expect(end == .exited(0))
        return try output.split(separator: "\n").map { line in
            let row = try JSON(parsing: String(line))
            return Way(
                name: row["way"]?.text ?? "", expected: (row["expected"]?.elements ?? []).compactMap(\.text))
        }
    }

    @Test(arguments: Launching.allCases, Narrowing.allCases)
    func noneLeadsOut(_ launching: Launching, _ narrowing: Narrowing) throws {
        let manager = try UserManager.shared.get()
        let escapes = Plugin.script("escapes", "", ["%F"], narrowing.options)
            .with(executable: "bin/run", Files.text(Self.folder + "/escapes.py"))
        try DaemonFixture.performing(
            launching, [escapes],
            prepare: { daemon in
                if manager.uid != geteuid() { daemon.owner = manager.uid }
                daemon.environment["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
            }
        ) { daemon in
            let places = daemon.folder("home/places.json")
            let stage = try Self.stage(places, daemon, manager)
            defer {
                stage.signal(SIGTERM)
                stage.wait()
            }
            let end = try daemon.ending(
                escapes.identifier, [["type": "application/json", "uri": .string("file://" + places)]])
            #expect(end.result == .success, "\(end.status ?? ""): \(end.output ?? "")")
            try Self.compare(end.output ?? "", narrowing, launching)
        }
    }

    private static func stage(
        _ places: String, _ daemon: DaemonFixture, _ manager: UserManager
    ) throws -> ChildProcess {
        let command =
            (manager.uid == geteuid() ? [] : UserManager.become(manager.uid)) + [
                "/usr/bin/python3", "-B", folder + "/stage.py", places, manager.runtimeFolder,
                daemon.folder("home"), daemon.socket,
            ]
        let stage = try ChildProcess(
            command, environment: ["PATH": "/usr/bin:/bin"], log: daemon.folder("stage.log"))
        try #require(stage.wait(forOutput: "ready"), "\(stage.log)")
        return stage
    }

    private static func compare(_ output: String, _ narrowing: Narrowing, _ launching: Launching) throws {
        var found: [Substring: [Substring]] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            found[parts[0]] = Array(parts.dropFirst())
        }
        let table = try table()
        #expect(table.count > 50 && found.count == table.count)
        for way in table {
            let result = found[Substring(way.name)]?.first ?? "?"
            let reason = found[Substring(way.name)]?.last ?? ""
            print("\(launching) \(narrowing): \(way.name): \(result) \(reason)")
            let expected = way.expected[narrowing.rawValue]
            #expect(expected == "?" || result == expected, "\(way.name): \(reason)")
        }
    }
}
