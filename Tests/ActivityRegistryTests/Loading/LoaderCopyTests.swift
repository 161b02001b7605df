// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import Host
import StrictJSON
import TestSupport
import Testing

@Suite("Bundles that are being copied")
struct LoaderCopyTests {
    let shelf = Shelf()
    let manifest = "\(Shelf.vendor)/org.example.a.activity/manifest.json"

    @Test func `A bundle with errors is held back for two seconds, then rejected`() throws {
        shelf.scratch.write(manifest, "{\"manifestVersion\": 1,")
        let written = Clocks.real()
        shelf.now = written
        let early = shelf.load()
        #expect(early.bundles.isEmpty && early.pending.isEmpty)
        let time = try #require(early.unsettledUntil)
        #expect((written...written + Load.grace).contains(time))
        shelf.now = time
        let late = shelf.load()
        #expect(late.standings("org.example.a") == [.rejected])
        #expect(late.unsettledUntil == nil)
    }

    @Test func `Its last good version serves meanwhile`() throws {
        shelf.put("org.example.a", ["version": "1"])
        let good = shelf.settled()
        shelf.scratch.write(manifest, "")
        shelf.now = Clocks.real()
        let held = shelf.load(serving: good.bundles)
        #expect(held.serving == ["org.example.a"])
        #expect(held.bundles.first?.manifest.version == "1")
        #expect(held.bundlesToWatch == [shelf.scratch("\(Shelf.vendor)/org.example.a.activity")])
        shelf.now = try #require(held.unsettledUntil)
        #expect(shelf.load(serving: held.bundles).standings("org.example.a") == [.rejected])
    }

    @Test func `One that was rejected stays so, whatever is saved next, until it is whole`() throws {
        shelf.scratch.write(manifest, "{")
        let rejected = shelf.load()
        shelf.scratch.write(manifest, Fixtures.manifest("org.example.a", ["title": ""]))
        shelf.now = Clocks.real()
        let again = shelf.load(serving: rejected.bundles)
        #expect(again.standings("org.example.a") == [.rejected])
        #expect(again.rules("org.example.a").contains(.titleEmpty))
        #expect(again.unsettledUntil != nil)
        shelf.put("org.example.a")
        // Its icon is still to be judged.
        let waiting = shelf.load(serving: again.bundles)
        #expect(waiting.standings("org.example.a") == [.rejected] && waiting.pending.count == 1)
        #expect(shelf.settled(serving: again.bundles).standings("org.example.a") == [.present])
    }

    @Test func `A bundle that is whole serves at once`() {
        shelf.put("org.example.a")
        shelf.now = Clocks.real()
        let load = shelf.settled()
        #expect(load.serving == ["org.example.a"] && load.unsettledUntil == nil)
    }

    @Test func `Half an icon is held back as well`() throws {
        shelf.put("org.example.a")
        shelf.now = Clocks.real()
        let load = shelf.load()
        let key = try #require(load.pending.first?.findingsKey)
        let findings = [key: IconFindings([Diagnostic(.iconUnreadable, "it ends early")])]
        let held = shelf.loader.finish(load, findings)
        #expect(held.bundles.isEmpty)
        shelf.now = try #require(held.unsettledUntil)
        #expect(shelf.loader.finish(load, findings).standings("org.example.a") == [.rejected])
    }

    @Test func `A held bundle still shadows`() {
        shelf.put("org.example.a", in: Shelf.vendor)
        shelf.scratch.write("etc/activities/org.example.a.activity/manifest.json", "{")
        shelf.now = Clocks.real()
        let winner = shelf.scratch("etc/activities/org.example.a.activity")
        #expect(shelf.load().standings("org.example.a") == [.shadowed(by: winner)])
    }

    @Test func `A clock that was set back holds nothing for longer`() {
        shelf.scratch.write(manifest, "{")
        shelf.now = Clocks.real() - 3_600_000
        #expect(shelf.load().standings("org.example.a") == [.rejected])
    }

    @Test func `A judge that failed is asked again`() throws {
        shelf.put("org.example.a")
        let load = shelf.load()
        let key = try #require(load.pending.first?.findingsKey)
        let failed = IconFindings([Diagnostic(.iconUnreadable, "not judged")], isCacheable: false)
        shelf.cache.file(failed, for: key)
        let done = shelf.loader.finish(load, [key: failed])
        #expect(done.standings("org.example.a") == [.rejected])
        #expect(done.unsettledUntil == shelf.now + 30_000)
        #expect(shelf.load().pending.count == 1)
    }
}
