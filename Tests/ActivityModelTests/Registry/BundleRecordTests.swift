// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite("What is kept of a bundle")
struct BundleRecordTests {
    private func record(_ place: BundlePlace) -> BundleRecord {
        BundleRecord(identifier: "org.example.a", place: place, source: .custom)
    }

    @Test func `A bundle's path is its search folder's and its name`() {
        #expect(record(.among("/usr/share/a")).path == "/usr/share/a/org.example.a.activity")
        #expect(record(.at("/home/me/draft")).path == "/home/me/draft")
        #expect(record(.at("")).path.isEmpty)
    }

    @Test func `Bundles at one path are equal, however it is kept`() {
        #expect(record(.among("/a")) == record(.at("/a/org.example.a.activity")))
        #expect(record(.among("/a")) != record(.among("/b")))
    }

    @Test func `A manifest that takes back what few say is as it was`() {
        var manifest = Manifest()
        manifest.product = "Shrinker"
        manifest.performOptions.network = false
        manifest.requiredPrograms = [["convert"]]
        #expect(manifest != Manifest())
        #expect(manifest.product == "Shrinker" && !manifest.performOptions.network)
        manifest.product = nil
        manifest.performOptions.network = true
        #expect(manifest.requiredPrograms == [["convert"]] && manifest != Manifest())
        manifest.requiredPrograms = []
        #expect(manifest == Manifest())
    }
}
