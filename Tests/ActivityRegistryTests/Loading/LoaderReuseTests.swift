// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Bundles that have not changed")
struct LoaderReuseTests {
    let shelf = Shelf()
    let folder = "\(Shelf.vendor)/org.example.a.activity"

    private func record(_ load: Load) throws -> BundleRecord {
        try #require(load.bundles.first { $0.identifier == "org.example.a" }).record
    }

    @Test func `What has not changed is not read again`() throws {
        shelf.put("org.example.a")
        shelf.putSystem("io.activityd.print", "Print")
        let first = shelf.settled()
        let second = shelf.settled(previous: first)
        #expect(second.bundles.count == 2)
        #expect(zip(first.bundles, second.bundles).allSatisfy { $0.record === $1.record })
    }

    @Test func `What was read within two seconds of its change is read again`() throws {
        shelf.put("org.example.a")
        shelf.now = Clocks.real()
        let first = shelf.settled()
        #expect(try record(first) !== record(shelf.settled(previous: first)))
    }

    /// Changes to a bundle's folder that the next load must notice.
    static let changes: [(String, @Sendable (Scratch, String) -> Void)] = [
        (
            "a manifest of the same size",
            { $0.write($1 + "/manifest.json", Fixtures.manifest("org.example.a", ["version": "2"])) }
        ),
        ("another icon", { $0.write($1 + "/icon.png", Fixtures.icon + "org.example.b") }),
        ("an icon beside it", { $0.write($1 + "/icon@3x.png", "large") }),
        ("another mode", { chmod($0($1 + "/manifest.json"), 0o640) }),
        ("an icon less", { unlink($0($1 + "/icon.png")) }),
        (
            "a link for an icon",
            {
                unlink($0($1 + "/icon.png")); symlink("/dev/null", $0($1 + "/icon.png"))
            }
        ),
    ]

    @Test(arguments: changes.indices)
    func `Whatever changes is seen`(index: Int) throws {
        shelf.put("org.example.a", ["version": "1"])
        let first = shelf.settled()
        Self.changes[index].1(shelf.scratch, folder)
        shelf.now += 3_600_000
        #expect(try record(first) !== record(shelf.settled(previous: first)), "\(Self.changes[index].0)")
    }

    /// The program of the activity, and the one that prints its options.
    @Test(
        arguments: [
            ["perform": ["exec": ["bin/act"]]],
            [
                "form": [["id": "a", "label": "A", "type": "choice", "optionsExec": ["bin/act"]]],
                "perform": ["exec": ["act"], "stdin": "request"],
            ],
        ] as [KeyValuePairs<String, JSON>])
    func `A program that can no longer be executed is seen`(members: KeyValuePairs<String, JSON>) throws {
        shelf.put("org.example.a", members)
        shelf.scratch.write(folder + "/bin/act", "#!/bin/sh\n")
        chmod(shelf.scratch(folder + "/bin/act"), 0o755)
        let first = shelf.settled()
        #expect(first.serving == ["org.example.a"])
        chmod(shelf.scratch(folder + "/bin/act"), 0o644)
        shelf.now += 3_600_000
        #expect(shelf.settled(previous: first).standings("org.example.a") == [.rejected])
    }

    @Test func `A bundle put in the place of another with the same files is read`() throws {
        shelf.put("org.example.a")
        let first = shelf.settled()
        rename(shelf.scratch(folder), shelf.scratch(folder + ".old"))
        shelf.put("org.example.a", ["version": "3"])
        shelf.now += 3_600_000
        #expect(try record(shelf.settled(previous: first)).manifest.version == "3")
    }

    @Test func `A title that a new system activity bears is judged again`() throws {
        shelf.put("org.example.a", ["title": "Print"])
        let first = shelf.settled()
        #expect(first.serving == ["org.example.a"])
        shelf.putSystem("io.activityd.print", "Print")
        shelf.now += 3_600_000
        let second = shelf.settled(previous: first)
        #expect(second.rules("org.example.a").contains(.titleReserved))
    }

    @Test func `A title that the admin's lock gives free is free at the next look`() {
        shelf.put("org.example.a", ["title": "Print"])
        shelf.putSystem("io.activityd.print", "Print")
        let first = shelf.settled()
        #expect(first.serving == ["io.activityd.print"])
        shelf.elections.admin["io.activityd.print"] = AdminElection(.ignore, isLocked: true)
        #expect(shelf.settled(previous: first).serving.contains("org.example.a"))
    }

    @Test func `Findings on titles are found by the next process`() throws {
        shelf.put("org.example.a", ["title": "Act  Twice"])
        let first = shelf.settled()
        #expect(first.rules("org.example.a") == [.titleBlanks] && first.titleFindings.count == 1)
        shelf.cache.file(titles: first.titleFindings)
        #expect(shelf.settled().rules("org.example.a") == [.titleBlanks])
    }

    @Test func `Findings on one manifest's titles are not another's`() throws {
        shelf.put("org.example.a", ["title": "Act  Twice"])
        shelf.cache.file(titles: shelf.settled().titleFindings)
        shelf.put("org.example.a", ["title": "Act Twice"])
        #expect(shelf.settled().rules("org.example.a") == [])
    }

    @Test func `Work on many values comes back in their order`() {
        let values = Array(0..<10_000)
        #expect(FanOut.map(values) { $0 * 2 } == values.map { $0 * 2 })
        #expect(FanOut.map([Int]()) { $0 * 2 } == [])
    }
}
