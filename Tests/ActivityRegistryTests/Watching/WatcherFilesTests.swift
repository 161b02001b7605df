// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc
import Host
import TestSupport
import Testing

@Suite("Watching files and bundles")
struct WatcherFilesTests {
    let scratch = Scratch()
    let bundle = "store/org.x.a.activity"

    func changes(_ watcher: Watcher, until path: String) -> Set<String>? {
        WatcherTests.changes(watcher, until: scratch(path))
    }

    @Test("a file is seen when it appears, is replaced, written in place or removed; its neighbours are not")
    func seesFile() throws {
        let watcher = try Watcher()
        let file = "state/activityd/elections.json"
        watcher.watch([], files: [scratch(file)])
        scratch.folder("state")
        #expect(WatcherTests.isSilent(watcher))
        for text in ["{}", "[]"] {
            try AtomicFile.write(Array(text.utf8), to: scratch(file), mode: 0o600)
            #expect(changes(watcher, until: file) == [scratch(file)])
        }
        scratch.write("state/activityd/other.json")
        scratch.write("state/elections.json")
        #expect(WatcherTests.isSilent(watcher))
        scratch.write(file, "in place")
        #expect(changes(watcher, until: file) == [scratch(file)])
        unlink(scratch(file))
        #expect(changes(watcher, until: file) == [scratch(file)])
        Files.erase(scratch("state"))
        #expect(changes(watcher, until: file) == [scratch(file)])
    }

    @Test("a file behind a link is seen where it lies")
    func seesLinkedFile() throws {
        scratch.write("real/aliases")
        scratch.folder("mime")
        symlink("../real/aliases", scratch("mime/aliases"))
        let watcher = try Watcher()
        watcher.watch([], files: [scratch("mime/aliases")])
        scratch.write("real/aliases", "text")
        #expect(changes(watcher, until: "mime/aliases") != nil)
        scratch.write("real/other")
        #expect(WatcherTests.isSilent(watcher))
    }

    @Test("a file that changes inside a bundle is a change of the bundle")
    func seesInsideBundle() throws {
        scratch.write(bundle + "/manifest.json")
        let watcher = try Watcher()
        watcher.watch([scratch("store")], bundles: [scratch(bundle)])
        for name in ["manifest.json", "icon.png"] {
            scratch.write(bundle + "/" + name, "new")
            #expect(changes(watcher, until: bundle) == [scratch(bundle)])
        }
    }

    @Test("a bundle that is replaced by a rename is watched in its new folder, and no longer in its old one")
    func followsReplacement() throws {
        let store = BundleStore(folder: scratch("store"))
        let files = [BundleFile(path: "manifest.json", bytes: [])]
        try store.install(files, identifier: "org.x.a")
        let watcher = try Watcher()
        watcher.watch([scratch("store")], bundles: [scratch(bundle)])
        #expect(WatcherTests.isSilent(watcher))
        try store.install(files, identifier: "org.x.a")
        #expect(changes(watcher, until: bundle) == [scratch(bundle)])
        #expect(WatcherTests.isSilent(watcher))
        scratch.write(bundle + "/manifest.json", "new")
        #expect(changes(watcher, until: bundle) == [scratch(bundle)])
        rename(scratch(bundle), scratch("elsewhere"))
        #expect(changes(watcher, until: bundle) == [scratch(bundle)])
        scratch.write("elsewhere/manifest.json", "newer")
        #expect(WatcherTests.isSilent(watcher))
    }

    @Test("bundles in a search folder that is replaced are watched in the new one")
    func followsFolder() throws {
        scratch.write(bundle + "/manifest.json")
        scratch.write("next/org.x.a.activity/manifest.json")
        let watcher = try Watcher()
        watcher.watch([scratch("store")], bundles: [scratch(bundle)])
        #expect(linux_exchange(AT_FDCWD, scratch("store"), AT_FDCWD, scratch("next")) == 0)
        #expect(changes(watcher, until: "store") != nil)
        scratch.write("next/org.x.a.activity/manifest.json", "former")
        #expect(WatcherTests.isSilent(watcher))
        scratch.write(bundle + "/manifest.json", "new")
        #expect(changes(watcher, until: bundle) == [scratch(bundle)])
    }

    @Test("bundles beyond the limit are not watched, and the watcher says so")
    func limitsBundles() throws {
        let bundles = ["a", "b", "c"].map { scratch.folder("store/org.x.\($0).activity") }
        let watcher = try Watcher(maximumBundles: 2)
        watcher.watch([scratch("store")], bundles: bundles)
        #expect(watcher.partialReason != nil)
        #expect(watcher.partialReason?.contains("Only the first 2 of 3 bundles' folders") == true)
        scratch.write("store/org.x.c.activity/file")
        #expect(WatcherTests.isSilent(watcher))
        scratch.write("store/org.x.b.activity/file")
        #expect(changes(watcher, until: "store/org.x.b.activity") == [bundles[1]])
        watcher.watch([scratch("store")], bundles: Array(bundles.prefix(2)))
        #expect(watcher.partialReason == nil)
        watcher.watch([scratch("store")], bundles: Array(bundles[1...]))
        #expect(watcher.partialReason == nil)
        scratch.write("store/org.x.a.activity/file")
        #expect(WatcherTests.isSilent(watcher))
        scratch.write("store/org.x.c.activity/file")
        #expect(changes(watcher, until: "store/org.x.c.activity") == [bundles[2]])
    }

    @Test(
        "where the kernel has no more watches to give, the watcher says so, and folders come before bundles")
    func reportsExhaustion() throws {
        let bundles = ["a", "b"].map { scratch.folder("store/org.x.\($0).activity") }
        let exhausted = bundles[1]
        let watcher = try Watcher(maximumBundles: 10) { descriptor, path, mask in
            guard path == exhausted else { return inotify_add_watch(descriptor, path, mask) }
            errno = ENOSPC
            return -1
        }
        watcher.watch([scratch("store")], bundles: bundles)
        #expect(watcher.partialReason != nil)
        #expect(watcher.partialReason?.contains("fs.inotify.max_user_watches") == true)
        scratch.write("store/org.x.a.activity/file")
        #expect(changes(watcher, until: "store/org.x.a.activity") == [bundles[0]])
        watcher.watch([scratch("store")], bundles: [bundles[0]])
        #expect(watcher.partialReason == nil)
        watcher.watch([bundles[1]])
        #expect(watcher.partialReason != nil)
    }

    @Test("a queue that overflows asks for a full reload, and everything is watched afterwards")
    func survivesOverflow() throws {
        let text = try #require(try AtomicFile.read("/proc/sys/fs/inotify/max_queued_events", limit: 64))
        let limit = try #require(Int(String(decoding: text, as: UTF8.self).split(separator: "\n")[0]))
        let scratch = Scratch(isInMemory: true)
        scratch.write(bundle + "/manifest.json")
        let watcher = try Watcher()
        watcher.watch([scratch("store"), scratch("late/er")], bundles: [scratch(bundle)])
        let names = [scratch("store/x"), scratch("store/y")]
        mkdir(names[0], 0o755)
        for turn in 0...limit / 2 { rename(names[turn % 2], names[1 - turn % 2]) }
        scratch.folder("late/er")
        Files.erase(scratch(bundle))
        scratch.write(bundle + "/manifest.json")
        let changes = watcher.drain()
        #expect(changes.changed)
        #expect(changes.overflowed)
        #expect(WatcherTests.isSilent(watcher))
        scratch.write(bundle + "/manifest.json", "new")
        #expect(WatcherTests.changes(watcher, until: scratch(bundle)) == [scratch(bundle)])
        scratch.write("late/er/entry")
        #expect(WatcherTests.changes(watcher, until: scratch("late/er/entry")) != nil)
    }
}
