// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import StrictJSON
import Testing

@testable import ActivityRegistry

@Suite("Bundles of which the watcher reports nothing")
struct LoaderUntouchedTests {
    let shelf = Shelf()
    let manifest = "\(Shelf.vendor)/org.example.a.activity/manifest.json"

    private func version(_ load: Load) -> String? {
        load.bundles.first { $0.identifier == "org.example.a" }?.manifest.version
    }

    private func change() { shelf.put("org.example.a", ["version": "2"]) }

    @Test func `They are not looked at`() {
        shelf.put("org.example.a", ["version": "1"])
        let first = shelf.settled()
        change()
        shelf.isUntouched = { $0.identifier == "org.example.a" }
        #expect(version(shelf.settled(previous: first)) == "1")
        shelf.isUntouched = { _ in false }
        #expect(version(shelf.settled(previous: first)) == "2")
    }

    @Test func `What may be written by another name is looked at`() {
        shelf.put("org.example.a", ["version": "1"])
        link(shelf.scratch(manifest), shelf.scratch("other-name"))
        let first = shelf.settled()
        change()
        shelf.isUntouched = { _ in true }
        #expect(version(shelf.settled(previous: first)) == "2")
    }

    @Test func `What was read soon after it changed is looked at`() {
        shelf.put("org.example.a", ["version": "1"])
        shelf.now = Loader.now()
        let first = shelf.settled()
        change()
        shelf.isUntouched = { _ in true }
        #expect(version(shelf.settled(previous: first)) == "2")
    }

    @Test func `What was held back is looked at, though its last good version serves`() throws {
        shelf.put("org.example.a", ["version": "1"])
        let good = shelf.settled()
        shelf.scratch.write(manifest, "")
        shelf.now = Loader.now()
        let held = shelf.settled(serving: good.bundles, previous: good)
        #expect(version(held) == "1")
        shelf.isUntouched = { _ in true }
        shelf.now = try #require(held.unsettledUntil)
        #expect(shelf.settled(serving: held.bundles, previous: held).rules("org.example.a") != [])
    }

    @Test func `What goes is gone, and what is reserved is judged anew`() {
        shelf.put("org.example.a", ["title": "Print"])
        shelf.put("org.example.b")
        let first = shelf.settled()
        #expect(first.serving == ["org.example.a", "org.example.b"])
        Scratch.erase(shelf.scratch("\(Shelf.vendor)/org.example.b.activity"))
        shelf.putSystem("io.activityd.print", "Print")
        shelf.isUntouched = { _ in true }
        let second = shelf.settled(previous: first)
        #expect(second.rules("org.example.a").contains(.titleReserved))
        #expect(second.standings("org.example.b") == [])
    }
}
