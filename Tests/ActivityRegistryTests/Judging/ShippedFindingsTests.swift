// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import TestSupport
import Testing

@Suite("Shipped findings", .serialized)
struct ShippedFindingsTests {
    private let shelf = Shelf()

    @Test func `They let the system's bundles serve at once`() throws {
        shelf.putSystem("io.activityd.print", "Print")
        let draw = ScriptedDraw()
        let folder = shelf.path.systemFolder
        let bundles = try ShippedFindings.write(in: folder, by: DrawingClient(program: draw.path))
        #expect(bundles.map(\.standing) == [.present])
        let cache = FindingsCache(folder: nil, shippedFolder: folder)
        let load = Loader(path: shelf.path, trust: nil, cache: cache, programPath: "").load()
        #expect(load.serving == ["io.activityd.print"] && load.pending.isEmpty)
    }

    @Test func `Without a judge none are shipped`() throws {
        shelf.putSystem("io.activityd.print", "Print")
        let client = DrawingClient(program: "/nonexistent/activity-draw")
        let bundles = try ShippedFindings.write(in: shelf.path.systemFolder, by: client)
        #expect(bundles.map(\.standing) == [.rejected])
        #expect(!shelf.scratch.exists(Shelf.system + "/verdicts.json"))
    }
}
