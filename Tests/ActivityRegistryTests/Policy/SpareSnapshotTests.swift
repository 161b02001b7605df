// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Glibc
import TestSupport
import Testing

@testable import ActivityRegistry

/// The snapshot that serves while a person's folder hangs.
@Suite("The spare snapshot")
struct SpareSnapshotTests {
    let shelf = Shelf()

    /// Creates three activities with shipped findings.
    init() throws {
        for name in ["print", "open", "copy"] { shelf.putSystem("io.activityd." + name, name) }
        let cache = FindingsCache(folder: shelf.scratch(Shelf.system))
        for key in shelf.load().pending.compactMap(\.findingsKey) { cache.file(IconFindings([]), for: key) }
        try cache.save()
    }

    /// Identifiers of the visible activities.
    func serving() throws -> [String] {
        let path = SearchPath.user(environment: ["HOME": shelf.scratch("home")], root: shelf.scratch.path)
        let snapshot = Snapshot(systemOf: path, Surroundings(session: nil), generation: 1)
        let bundles = try #require(snapshot).bundles.filter { $0.standing == .present }
        return bundles.map(\.identifier).filter {
            snapshot?.elections.decision(for: $0).election != .ignore
        }
    }

    @Test func `It holds the system's activities, and no others`() throws {
        shelf.put("org.example.other", in: Shelf.admin)
        shelf.put("org.example.own", in: "home/.config/activities")
        #expect(try Set(serving()) == ["io.activityd.print", "io.activityd.open", "io.activityd.copy"])
    }

    @Test func `What the admin masked, locked or does not allow is not there`() throws {
        shelf.mask("io.activityd.print", in: Shelf.admin)
        shelf.scratch.write(
            "etc/activityd/elections.d/10.json",
            #"{"elections": {"io.activityd.open": {"election": "ignore", "locked": true}}}"#)
        #expect(try serving() == ["io.activityd.copy"])
        shelf.scratch.write("run/activityd/activityd.json.d/10.json", #"{"onlyActivities": []}"#)
        #expect(try serving() == [])
    }

    @Test func `A mask in a folder that is out of reach holds`() throws {
        shelf.mask("io.activityd.print", in: Shelf.admin)
        let memory = PolicyMemory(of: shelf.path)
        _ = Decisions(shelf.path, memory)
        try memory.save()
        Files.erase(shelf.scratch(Shelf.admin))
        symlink("activities", shelf.scratch(Shelf.admin))
        #expect(try Set(serving()) == ["io.activityd.open", "io.activityd.copy"])
    }
}
