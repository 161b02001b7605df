// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import ActivityRegistry

@Suite("What the watcher vouches for")
struct WatcherUntouchedTests {
    let scratch = Scratch()

    /// What may happen to the bundle `store/one`.
    static let changes: [(String, @Sendable (Scratch) -> Void)] = [
        ("a manifest written over", { $0.write("store/one/manifest.json", "new") }),
        (
            "a manifest renamed over",
            {
                $0.write("store/one/.new", "new")
                rename($0("store/one/.new"), $0("store/one/manifest.json"))
            }
        ),
        ("a file gone", { unlink($0("store/one/manifest.json")) }),
        ("a file's mode", { chmod($0("store/one/manifest.json"), 0o640) }),
        ("its own mode", { chmod($0("store/one"), 0o700) }),
        ("an icon in a folder", { $0.write("store/one/pictures/icon.png", "new") }),
        ("a program's mode", { chmod($0("store/one/bin/act"), 0o644) }),
        ("a folder's mode", { chmod($0("store/one/bin"), 0o777) }),
        (
            "another folder in place of one",
            {
                rename($0("store/one/bin"), $0("store/one/old"))
                $0.write("store/one/bin/act", "new")
            }
        ),
        (
            "another bundle in its place",
            {
                $0.write("store/.new/manifest.json", "new")
                rename($0("store/one"), $0("store/.old"))
                rename($0("store/.new"), $0("store/one"))
            }
        ),
        (
            "an exchange with another folder",
            {
                $0.folder("other")
                linux_exchange(AT_FDCWD, $0("store/one"), AT_FDCWD, $0("other"))
            }
        ),
        ("its going", { Scratch.erase($0("store/one")) }),
    ]

    private func watcher() throws -> Watcher {
        for name in ["one", "two"] {
            for file in ["manifest.json", "pictures/icon.png", "bin/act"] {
                scratch.write("store/\(name)/\(file)", "old")
            }
        }
        let watcher = try Watcher()
        watcher.watch([scratch("store")], bundles: [scratch("store/one"), scratch("store/two")])
        return watcher
    }

    private func watchInner(_ watcher: Watcher) {
        for name in ["one", "two"] { watcher.watchInner(["pictures", "bin"], of: scratch("store/\(name)")) }
    }

    private func untouched(_ watcher: Watcher) -> [String] {
        ["one", "two"].filter { watcher.isUntouched(scratch("store/\($0)"), hasFolders: true) }
    }

    @Test func `Only what was watched before it was read is vouched for`() throws {
        let watcher = try watcher()
        #expect(untouched(watcher) == [])
        watcher.markRead()
        #expect(watcher.isUntouched(scratch("store/one"), hasFolders: false))
        #expect(untouched(watcher) == [])
        watchInner(watcher)
        #expect(untouched(watcher) == [])
        watcher.markRead()
        #expect(untouched(watcher) == ["one", "two"])
        #expect(!watcher.isUntouched(scratch("store/three"), hasFolders: false))
    }

    @Test(arguments: changes.indices)
    func `A change is reported of the bundle that it concerns`(index: Int) throws {
        let watcher = try watcher()
        watchInner(watcher)
        watcher.markRead()
        Self.changes[index].1(scratch)
        let changes = watcher.drain()
        #expect(changes.paths.contains(scratch("store/one")), "\(Self.changes[index].0)")
        #expect(untouched(watcher) == ["two"], "\(Self.changes[index].0)")
    }

    @Test func `A bundle's folders are watched anew after a change, for its manifest may name others`() throws
    {
        let watcher = try watcher()
        watchInner(watcher)
        watcher.markRead()
        scratch.write("store/one/manifest.json", "new")
        watcher.drain()
        watcher.markRead()
        #expect(untouched(watcher) == ["two"])
        scratch.write("store/one/lib/act", "new")
        watcher.drain()
        watcher.watchInner(["lib"], of: scratch("store/one"))
        watcher.markRead()
        #expect(untouched(watcher) == ["one", "two"])
        scratch.write("store/one/bin/act", "nobody's business now")
        #expect(WatcherTests.isSilent(watcher))
        chmod(scratch("store/one/lib/act"), 0o755)
        #expect(watcher.drain().paths == [scratch("store/one")])
    }

    @Test func `A search folder that is replaced vouches for nothing in it`() throws {
        let watcher = try watcher()
        watchInner(watcher)
        watcher.markRead()
        rename(scratch("store"), scratch("old"))
        for name in ["one", "two"] { scratch.write("store/\(name)/manifest.json", "new") }
        watcher.drain()
        #expect(untouched(watcher) == [])
        #expect(!watcher.isUntouched(scratch("store/two"), hasFolders: false))
    }

    @Test func `A queue that overflows vouches for nothing`() throws {
        let text = try #require(try AtomicFile.read("/proc/sys/fs/inotify/max_queued_events", limit: 64))
        let limit = try #require(Int(String(decoding: text, as: UTF8.self).split(separator: "\n")[0]))
        let watcher = try watcher()
        watchInner(watcher)
        watcher.markRead()
        let names = [scratch("store/x"), scratch("store/y")]
        mkdir(names[0], 0o755)
        for turn in 0...limit / 2 { rename(names[turn % 2], names[1 - turn % 2]) }
        #expect(watcher.drain().overflowed)
        #expect(untouched(watcher) == [])
        #expect(!watcher.isUntouched(scratch("store/two"), hasFolders: false))
    }

    @Test func `Inner folders are watched as far as there is room`() throws {
        _ = try watcher()
        let watcher = try Watcher(maximumBundles: 5)
        watcher.watch([scratch("store")], bundles: [scratch("store/one"), scratch("store/two")])
        watchInner(watcher)
        watcher.markRead()
        #expect(untouched(watcher) == ["one"])
        #expect(!watcher.isPartial)
    }
}
