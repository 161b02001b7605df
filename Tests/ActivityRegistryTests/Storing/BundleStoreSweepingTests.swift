// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc
import TestSupport
import Testing

@Suite("Sweeping up after a killed process")
struct BundleStoreSweepingTests {
    let scratch = Scratch()
    var store: BundleStore { BundleStore(folder: scratch("store")) }

    /// The leftovers of a process killed at some step, and the result of the sweep: names and manifests.
    struct Remains: CustomTestStringConvertible {
        let testDescription: String
        let left: [String: String]
        let swept: [String: String]

        init(_ testDescription: String, _ left: [String: String], _ swept: [String: String]) {
            self.testDescription = testDescription
            self.left = left
            self.swept = swept
        }
    }

    static let remains = [
        Remains(
            "while the first version was written",
            [".staging-new-org.x.a-1f": "half"], [:]),
        Remains(
            "while a second version was written",
            [".staging-new-org.x.a-1f": "half", "org.x.a.activity": "old"], ["org.x.a.activity": "old"]),
        Remains(
            "after the exchange",
            [".staging-new-org.x.a-1f": "old", "org.x.a.activity": "new"], ["org.x.a.activity": "new"]),
        Remains(
            "between the two renames of the fallback",
            [".staging-new-org.x.a-1f": "new", ".staging-old-org.x.a": "old"], ["org.x.a.activity": "old"]),
        Remains(
            "after the fallback's second rename",
            [".staging-old-org.x.a": "old", "org.x.a.activity": "new"], ["org.x.a.activity": "new"]),
        Remains(
            "with an identifier that looks like a staging name's part",
            [".staging-new-old-org.x.a-1f": "half", ".staging-old-new-org.x.a": "old"],
            ["new-org.x.a.activity": "old"]),
        Remains(
            "in the midst of several",
            [".staging-new-a.b-0": "", ".staging-new-a.c-0": "", ".other": "kept", "a.b.activity": "b"],
            [".other": "kept", "a.b.activity": "b"]),
    ]

    @Test("what was acknowledged is there, and nothing else", arguments: remains)
    func sweeps(remains: Remains) throws {
        for (name, manifest) in remains.left {
            scratch.write("store/\(name)/manifest.json", manifest)
            scratch.write("store/\(name)/deep/er/file")
        }
        try store.sweep()
        #expect(scratch.names("store") == ([".lock"] + remains.swept.keys).sorted())
        for (name, manifest) in remains.swept {
            #expect(scratch.text("store/\(name)/manifest.json") == manifest)
        }
    }

    @Test("a half-way replacement is finished by installing again")
    func installsOverRemains() throws {
        scratch.write("store/.staging-old-org.x.a/manifest.json", "older")
        scratch.write("store/org.x.a.activity/manifest.json", "old")
        try RefusedCalls.onThread {
            RefusedCalls.refuse(.exchange, EINVAL)
            try store.install(
                [BundleFile(path: "manifest.json", bytes: Array("new".utf8))], identifier: "org.x.a")
        }
        #expect(scratch.names("store") == ["org.x.a.activity"])
        #expect(scratch.text("store/org.x.a.activity/manifest.json") == "new")
    }

    @Test(
        "what is removed stays so, whatever a replacement that was cut off has left",
        arguments: [
            [".staging-old-org.x.a": "old"], [".staging-old-org.x.a": "old", "org.x.a.activity": "new"],
        ])
    func removesRemains(left: [String: String]) throws {
        for (name, manifest) in left { scratch.write("store/\(name)/manifest.json", manifest) }
        #expect(try store.remove(identifier: "org.x.a"))
        try store.sweep()
        #expect(scratch.names("store") == [".lock"])
    }

    @Test("a link is removed itself; where a mask came in between, the displaced bundle waits")
    func leavesLinks() throws {
        scratch.write("outside/kept")
        scratch.folder("store")
        symlink(scratch("outside"), scratch("store/.staging-new-org.x.a-0"))
        symlink("/dev/null", scratch("store/org.x.b.activity"))
        scratch.write("store/.staging-old-org.x.b/manifest.json", "old")
        try store.sweep()
        #expect(scratch.names("outside") == ["kept"])
        #expect(scratch.names("store") == [".lock", ".staging-old-org.x.b", "org.x.b.activity"])
    }

    @Test("without a folder there is nothing to sweep")
    func sweepsNothing() throws {
        try store.sweep()
        #expect(!scratch.exists("store"))
    }
}
