// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Glibc
import TestSupport
import Testing

@Suite("Watching")
struct WatcherTests {
    let scratch = Scratch()

    /// Paths reported up to and including `path`; nil if its change is not reported.
    static func changes(_ watcher: Watcher, until path: String) -> Set<String>? {
        var seen: Set<String> = []
        var waiting = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        while !seen.contains(path) {
            guard poll(&waiting, 1, HangLimit.milliseconds) == 1 else { return nil }
            seen.formUnion(watcher.drain().paths)
        }
        return seen
    }

    /// Whether no change so far is reported. Events are queued before the call that causes them returns, so
    /// there is no need to wait.
    static func isSilent(_ watcher: Watcher) -> Bool { !watcher.drain().changed }

    func changes(_ watcher: Watcher, until path: String) -> Set<String>? {
        Self.changes(watcher, until: scratch(path))
    }

    @Test("an entry that comes, changes its mode, is renamed or goes is a change of its folder")
    func seesEntries() throws {
        scratch.folder("path")
        let watcher = try Watcher()
        watcher.watch([scratch("path")])
        #expect(watcher.partialReason == nil)
        #expect(Self.isSilent(watcher))
        scratch.write("path/tool")
        #expect(changes(watcher, until: "path/tool") == [scratch("path/tool")])
        chmod(scratch("path/tool"), 0o755)
        #expect(changes(watcher, until: "path/tool") != nil)
        rename(scratch("path/tool"), scratch("path/other"))
        #expect(changes(watcher, until: "path/other") == [scratch("path/tool"), scratch("path/other")])
        unlink(scratch("path/other"))
        #expect(changes(watcher, until: "path/other") != nil)
        chmod(scratch("path"), 0o777)
        #expect(changes(watcher, until: "path") != nil)
        #expect(Self.isSilent(watcher))
    }

    @Test("the mode of a folder is a change of the files in it, there or not")
    func seesModes() throws {
        scratch.write("place/a.json")
        let watcher = try Watcher()
        watcher.watch([], files: [scratch("place/a.json"), scratch("place/b.json")])
        chmod(scratch("place"), 0o700)
        #expect(changes(watcher, until: "place/a.json")?.contains(scratch("place/b.json")) == true)
        chmod(scratch("place/a.json"), 0o600)
        #expect(changes(watcher, until: "place/a.json") != nil)
        #expect(Self.isSilent(watcher))
    }

    @Test("a folder that is made unreadable and then opened to others is watched from then on")
    func seesOpenedFolders() throws {
        let place = scratch("place")
        // As the kernel answers a user other than root.
        let watcher = try Watcher(maximumBundles: 1) { descriptor, path, mask in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o005 != 0 else {
                errno = EACCES
                return -1
            }
            return inotify_add_watch(descriptor, path, mask)
        }
        watcher.watch([place], files: [place + "/a.json"])
        mkdir(place, 0o700)
        _ = watcher.drain()
        chmod(place, 0o755)
        #expect(changes(watcher, until: "place")?.contains(place + "/a.json") == true)
        #expect(watcher.partialReason == nil)
        scratch.write("place/org.x.a.activity/manifest.json")
        #expect(changes(watcher, until: "place/org.x.a.activity") != nil)
    }

    @Test("our own staging names say nothing, the renames out of them do")
    func ignoresStaging() throws {
        scratch.folder("store")
        let watcher = try Watcher()
        watcher.watch([scratch("store")])
        scratch.write("store/.staging-new-org.x.a-0/manifest.json")
        #expect(Self.isSilent(watcher))
        rename(scratch("store/.staging-new-org.x.a-0"), scratch("store/org.x.a.activity"))
        #expect(changes(watcher, until: "store/org.x.a.activity") == [scratch("store/org.x.a.activity")])
    }

    @Test(
        "a folder that does not exist yet is found level by level, or all at once", arguments: [false, true])
    func findsLateFolder(isStepwise: Bool) throws {
        let watcher = try Watcher()
        watcher.watch([scratch("a/b/c")])
        #expect(watcher.partialReason == nil)
        if isStepwise {
            for level in ["a", "a/b", "a/unrelated"] {
                scratch.folder(level)
                #expect(Self.isSilent(watcher), "\(level)")
            }
        }
        scratch.folder("a/b/c")
        #expect(changes(watcher, until: "a/b/c") != nil)
        scratch.folder("a/b/c/org.x.a.activity")
        #expect(changes(watcher, until: "a/b/c/org.x.a.activity") != nil)
    }

    @Test("what happens beside the way to a folder wakes no reader")
    func ignoresNeighbours() throws {
        scratch.folder("a/b/c")
        let watcher = try Watcher()
        watcher.watch([scratch("a/b/c")], files: [scratch("a/b/file")])
        scratch.folder("a/new")
        scratch.write("other/file")
        var waiting = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
        scratch.write("a/b/unrelated")
        #expect(Self.isSilent(watcher))
    }

    @Test(
        "a folder that vanishes, itself or with its parent, is missed, and found when it is back",
        arguments: ["a/b", "a"])
    func seesVanishing(moved: String) throws {
        scratch.folder("a/b/c")
        let watcher = try Watcher()
        watcher.watch([scratch("a/b/c")])
        rename(scratch(moved), scratch("elsewhere"))
        #expect(changes(watcher, until: "a/b/c") != nil)
        #expect(Self.isSilent(watcher))
        scratch.folder("elsewhere/unseen")
        rename(scratch("elsewhere"), scratch(moved))
        #expect(changes(watcher, until: "a/b/c") != nil)
        scratch.write("a/b/c/new")
        #expect(changes(watcher, until: "a/b/c/new") == [scratch("a/b/c/new")])
        Files.erase(scratch("a"))
        #expect(changes(watcher, until: "a/b/c") != nil)
        scratch.folder("a/b/c")
        #expect(changes(watcher, until: "a/b/c") != nil)
    }

    @Test("a folder that is removed while a process works in it, and made again, is the new one")
    func seesRemovalUnderUse() throws {
        scratch.write("store/org.x.a.activity/manifest.json")
        let (store, bundle) = (opendir(scratch("store")), opendir(scratch("store/org.x.a.activity")))
        defer { for stream in [store, bundle] { if let stream { closedir(stream) } } }
        let watcher = try Watcher()
        watcher.watch([scratch("store")], bundles: [scratch("store/org.x.a.activity")])
        Files.erase(scratch("store/org.x.a.activity"))
        scratch.write("store/org.x.a.activity/manifest.json")
        #expect(changes(watcher, until: "store/org.x.a.activity") != nil)
        scratch.write("store/org.x.a.activity/manifest.json", "changed")
        #expect(changes(watcher, until: "store/org.x.a.activity") == [scratch("store/org.x.a.activity")])
        Files.erase(scratch("store"))
        scratch.write("store/org.x.a.activity/manifest.json")
        #expect(changes(watcher, until: "store") != nil)
        scratch.write("store/org.x.a.activity/manifest.json", "once more")
        #expect(changes(watcher, until: "store/org.x.a.activity") == [scratch("store/org.x.a.activity")])
    }

    @Test("a link on the way is followed, and one that is pointed elsewhere is a change")
    func followsLinks() throws {
        scratch.write("one/deep/kept")
        scratch.write("two/deep/kept")
        symlink("one", scratch("link"))
        symlink(scratch("link/deep"), scratch("outer"))
        let watcher = try Watcher()
        watcher.watch([scratch("outer")], files: [scratch("outer/file")])
        scratch.write("one/deep/file")
        #expect(changes(watcher, until: "outer/file") == [scratch("outer/file")])
        symlink("two", scratch("link.new"))
        rename(scratch("link.new"), scratch("link"))
        #expect(changes(watcher, until: "outer") == [scratch("outer"), scratch("outer/file")])
        scratch.write("one/deep/late")
        #expect(Self.isSilent(watcher))
        scratch.write("two/deep/late")
        #expect(changes(watcher, until: "outer/late") != nil)
    }

    @Test("links that lead in a circle end")
    func survivesCircles() throws {
        symlink("b", scratch("a"))
        symlink("a", scratch("b"))
        let watcher = try Watcher()
        watcher.watch([scratch("a/x")], files: [scratch("b")])
        unlink(scratch("a"))
        scratch.folder("a/x")
        #expect(changes(watcher, until: "a/x") != nil)
    }

    @Test("two paths to one folder are two targets")
    func sharesFolders() throws {
        scratch.folder("usr/bin")
        symlink("usr/bin", scratch("bin"))
        let watcher = try Watcher()
        watcher.watch([scratch("bin"), scratch("usr/bin")])
        scratch.write("usr/bin/tool")
        #expect(changes(watcher, until: "bin/tool") == [scratch("bin/tool"), scratch("usr/bin/tool")])
        watcher.watch([scratch("usr/bin")])
        scratch.write("usr/bin/second")
        #expect(changes(watcher, until: "usr/bin/second") == [scratch("usr/bin/second")])
    }

    @Test("what happens in a folder that is no longer watched wakes no reader")
    func forgetsFolders() throws {
        scratch.folder("former")
        scratch.folder("present")
        let watcher = try Watcher()
        watcher.watch([scratch("former"), scratch("present")])
        watcher.watch([scratch("present")])
        #expect(Self.isSilent(watcher))
        scratch.write("former/file")
        var waiting = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
        scratch.write("present/file")
        #expect(changes(watcher, until: "present/file") == [scratch("present/file")])
    }
}
