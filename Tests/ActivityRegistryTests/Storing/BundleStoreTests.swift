// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc
import Host
import TestSupport
import Testing

@Suite("Storing bundles")
struct BundleStoreTests {
    let scratch = Scratch()
    let identifier = "org.example.one"
    let bundle = "store/org.example.one.activity"
    var store: BundleStore { BundleStore(folder: scratch("store")) }

    static func files(_ manifest: String, _ others: String...) -> [BundleFile] {
        [BundleFile(path: "manifest.json", bytes: Array(manifest.utf8))]
            + others.map { BundleFile(path: $0, bytes: [1], isExecutable: $0.hasPrefix("bin/")) }
    }

    @Test("a bundle is stored with its folders and modes")
    func installs() throws {
        try store.install(Self.files("1", "icon.png", "bin/tool", "a/b/c"), identifier: identifier)
        #expect(store.path(of: identifier) == scratch(bundle))
        #expect(scratch.names(bundle) == ["a", "bin", "icon.png", "manifest.json"])
        #expect(scratch.text(bundle + "/manifest.json") == "1")
        for folder in ["store", bundle, bundle + "/a", bundle + "/a/b", bundle + "/bin"] {
            #expect(scratch.mode(folder) == 0o755, "\(folder)")
        }
        #expect(scratch.mode(bundle + "/icon.png") == 0o644)
        #expect(scratch.mode(bundle + "/bin/tool") == 0o755)
        #expect(scratch.names("store") == ["org.example.one.activity"])
    }

    @Test(
        "a bundle replaces the one before it whole, with or without the exchange", arguments: [false, true])
    func replaces(isPlain: Bool) throws {
        try RefusedCalls.onThread {
            if isPlain { RefusedCalls.refuse(.exchange, EINVAL) }
            try store.install(Self.files("1", "old/file"), identifier: identifier)
            try store.install(Self.files("other"), identifier: "org.example.one-two")
            try store.install(Self.files("2", "new/file"), identifier: identifier)
        }
        #expect(scratch.text(bundle + "/manifest.json") == "2")
        #expect(scratch.names(bundle) == ["manifest.json", "new"])
        #expect(scratch.names("store") == ["org.example.one-two.activity", "org.example.one.activity"])
    }

    @Test("a reader sees the old bundle or the new one while it is replaced")
    func replacesAtOnce() async throws {
        let folder = scratch("store")
        let manifest = scratch(bundle + "/manifest.json")
        try store.install(Self.files("0"), identifier: identifier)
        let seen = Task.detached {
            var seen: [String] = []
            while seen.last != "100" {
                let bytes = try AtomicFile.read(manifest, limit: 10) ?? Array("nothing".utf8)
                let text = String(decoding: bytes, as: UTF8.self)
                if seen.last != text { seen.append(text) }
            }
            return seen
        }
        for number in 1...100 {
            try BundleStore(folder: folder).install(Self.files("\(number)"), identifier: identifier)
        }
        let numbers = try await seen.value.map { Int($0) ?? -1 }
        #expect(numbers == numbers.sorted())
        #expect(numbers.first ?? -1 >= 0)
    }

    @Test("a replacement that the disk refuses leaves the old bundle and nothing else")
    func keepsOld() throws {
        try store.install(Self.files("1"), identifier: identifier)
        let error = #expect(throws: StorageError.self) {
            try RefusedCalls.onThread {
                RefusedCalls.refuse(.exchange, EIO)
                try store.install(Self.files("2"), identifier: identifier)
            }
        }
        #expect(error == .storage(path: scratch(bundle), operation: "put in place", errno: EIO))
        #expect(scratch.text(bundle + "/manifest.json") == "1")
        #expect(scratch.names("store") == ["org.example.one.activity"])
    }

    @Test("on a full disk the old bundle stays", .enabled(if: SmallDisk.isAvailable))
    func survivesFullDisk() throws {
        let disk = try #require(SmallDisk(at: scratch.folder("store")))
        defer { disk.unmount() }
        try store.install(Self.files("1"), identifier: identifier)
        let large = [BundleFile(path: "large", bytes: Array(repeating: 0, count: 1 << 20))]
        #expect(throws: StorageError.self) {
            try store.install(Self.files("2") + large, identifier: identifier)
        }
        #expect(scratch.text(bundle + "/manifest.json") == "1")
        #expect(scratch.names("store") == ["org.example.one.activity"])
    }

    @Test("a link or a file in the bundle's place is refused, not replaced")
    func refusesOccupied() throws {
        scratch.folder("store")
        symlink("/dev/null", scratch(bundle))
        scratch.write("store/org.example.two.activity")
        let link = StorageError.linkInTheWay(path: scratch(bundle))
        #expect(throws: link) { try store.install(Self.files("1"), identifier: identifier) }
        #expect(throws: link) { try store.remove(identifier: identifier) }
        #expect(throws: StorageError.notAFolder(path: scratch("store/org.example.two.activity"))) {
            try store.install(Self.files("1"), identifier: "org.example.two")
        }
        #expect(scratch.names("store") == ["org.example.one.activity", "org.example.two.activity"])
    }

    @Test(
        "a copy does not take the place of a link, and it is said how to remove that",
        arguments: [true, false])
    func refusesLinked(isThere: Bool) throws {
        if isThere { scratch.write("work/one/manifest.json", "1") }
        try store.link(to: scratch("work/one"), identifier: identifier)
        let link = StorageError.bundleLinkInTheWay(path: scratch(bundle), identifier: identifier)
        #expect(link.description.contains("\"activityctl unregister org.example.one\""))
        #expect(throws: link) { try store.install(Self.files("1"), identifier: identifier) }
        #expect(try store.remove(identifier: identifier))
        try store.install(Self.files("1"), identifier: identifier)
        #expect(scratch.text("work/one/manifest.json") == (isThere ? "1" : nil))
    }

    @Test("a link is stored, replaced at once and removed, and what it leads to stays")
    func links() throws {
        scratch.write("work/one/manifest.json", "1")
        scratch.write("work/two/manifest.json", "2")
        try store.link(to: scratch("work/one"), identifier: identifier)
        #expect(scratch.text(bundle + "/manifest.json") == "1")
        try store.link(to: scratch("work/two"), identifier: identifier)
        #expect(scratch.text(bundle + "/manifest.json") == "2")
        #expect(scratch.names("store") == ["org.example.one.activity"])
        #expect(try store.remove(identifier: identifier))
        #expect(scratch.names("store") == [])
        #expect(scratch.names("work/two") == ["manifest.json"])
    }

    @Test("a link that is not confirmed leaves what was there before", arguments: [false, true])
    func takesLinksBack(isReplacing: Bool) throws {
        scratch.write("work/manifest.json", "1")
        if isReplacing { try store.link(to: scratch("work"), identifier: identifier) }
        #expect(throws: StorageError.unconfirmed) {
            try store.link(to: scratch("other"), identifier: identifier) { () throws(StorageError) in
                throw .unconfirmed
            }
        }
        #expect(scratch.names("store") == (isReplacing ? ["org.example.one.activity"] : []))
        #expect(scratch.text(bundle + "/manifest.json") == (isReplacing ? "1" : nil))
        guard isReplacing else { return }
        #expect(throws: StorageError.unconfirmed) {
            try store.remove(identifier: identifier) { () throws(StorageError) in throw .unconfirmed }
        }
        #expect(scratch.text(bundle + "/manifest.json") == "1")
    }

    @Test("no link takes the place of a stored bundle or a mask")
    func linksNothingAway() throws {
        try store.install(Self.files("1"), identifier: identifier)
        #expect(throws: StorageError.copyInTheWay(path: scratch(bundle), identifier: identifier)) {
            try store.link(to: scratch("work"), identifier: identifier)
        }
        let mask = scratch("store/org.example.two.activity")
        symlink("/dev/null", mask)
        #expect(throws: StorageError.linkInTheWay(path: mask)) {
            try store.link(to: scratch("work"), identifier: "org.example.two")
        }
        #expect(scratch.text(bundle + "/manifest.json") == "1")
    }

    @Test(
        "paths that leave the bundle, or that no file system holds, are refused before anything is written",
        arguments: [
            ["/absolute"], ["../up"], ["a/../b"], ["./a"], ["a//b"], ["a/"], [""], ["a\0b"],
            ["same", "same"], ["file", "file/beneath"], ["file/beneath", "file"],
        ])
    func refusesPaths(paths: [String]) {
        let error = #expect(throws: StorageError.self) {
            try store.install(paths.map { BundleFile(path: $0, bytes: []) }, identifier: identifier)
        }
        guard case .invalidPath = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(!scratch.exists("store"))
    }

    @Test("a path and its components have limits")
    func limitsPaths() throws {
        let component = String(repeating: "n", count: 255)
        try BundleFile.checkPaths(of: [BundleFile(path: component + "/" + component, bytes: [])])
        for path in [component + "n", String(repeating: "d/", count: 1_536) + "f"] {
            #expect(throws: StorageError.self) {
                try BundleFile.checkPaths(of: [BundleFile(path: path, bytes: [])])
            }
        }
    }

    @Test("what is no identifier is no name", arguments: ["", "one", "../a.b", "a.b/c.d", "org..x", ".a.b"])
    func refusesIdentifiers(identifier: String) {
        #expect(throws: StorageError.invalidPath(path: identifier, reason: "it is not an identifier")) {
            try store.install(Self.files("1"), identifier: identifier)
        }
        #expect(throws: StorageError.self) { try store.remove(identifier: identifier) }
    }

    @Test("a bundle is removed; one that is not there is told apart")
    func removes() throws {
        #expect(try store.remove(identifier: identifier) == false)
        try store.install(Self.files("1", "a/b"), identifier: identifier)
        #expect(try store.remove(identifier: identifier) == true)
        #expect(try store.remove(identifier: identifier) == false)
        #expect(scratch.names("store") == [])
    }

    @Test("removing follows no link, and takes names that are not UTF-8 and read-only folders")
    func removesOnlyTheTree() throws {
        scratch.write("outside/kept")
        try store.install(Self.files("1", "a/b/file"), identifier: identifier)
        symlink(scratch("outside"), scratch(bundle + "/a/b/link"))
        let latin: [CChar] = scratch(bundle + "/a/caf").utf8CString.dropLast() + [-23, 0]
        mkdir(latin, 0o755)
        chmod(scratch(bundle + "/a/b"), 0o555)
        #expect(try store.remove(identifier: identifier))
        #expect(scratch.names("store") == [])
        #expect(scratch.names("outside") == ["kept"])
    }

    @Test("a tree deeper than any path is removed")
    func removesDepth() throws {
        let scratch = Scratch(isInMemory: true)
        let store = BundleStore(folder: scratch("store"))
        try store.install(Self.files("1"), identifier: identifier)
        for level in 1...1_500 {
            try #require(mkdir(scratch(bundle) + String(repeating: "/d", count: level), 0o755) == 0)
        }
        #expect(try store.remove(identifier: identifier))
        #expect(scratch.names("store") == [])
    }

    @Test("a tree as deep as a path can be is stored, replaced and removed")
    func handlesDepth() throws {
        let scratch = Scratch(isInMemory: true)
        let store = BundleStore(folder: scratch("store"))
        let deep = BundleFile(
            path: String(repeating: "d/", count: BundleFile.maximumComponents - 1) + "file", bytes: [1])
        for _ in 1...2 { try store.install(Self.files("1") + [deep], identifier: identifier) }
        #expect(scratch.text(bundle + "/" + deep.path) == "\u{1}")
        #expect(try store.remove(identifier: identifier))
        #expect(scratch.names("store") == [])
    }
}
