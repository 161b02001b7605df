// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Watching bundles and the folders in them")
struct WatcherBundleTests {
    let scratch = Scratch()

    /// Changes to the bundle `store/one`.
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
        ("its going", { Files.erase($0("store/one")) }),
    ]

    private func watcher(maximumBundles: Int = Watcher.maximumBundles) throws -> Watcher {
        for name in ["one", "two"] {
            for file in ["manifest.json", "pictures/icon.png", "bin/act"] {
                scratch.write("store/\(name)/\(file)", "old")
            }
        }
        let watcher = try Watcher(maximumBundles: maximumBundles)
        #expect(watch(watcher))
        return watcher
    }

    /// The bundles, then the folders in them, as a load names them.
    @discardableResult
    private func watch(_ watcher: Watcher, inner: [String] = ["pictures", "bin"]) -> Bool {
        let bundles = ["one", "two"].map { scratch("store/\($0)") }
        let folders = bundles.flatMap { bundle in inner.map { bundle + "/" + $0 } }
        return watcher.watch([scratch("store")], bundles: bundles + folders)
    }

    @Test(arguments: changes.indices)
    func `A change in a bundle is seen`(index: Int) throws {
        let watcher = try watcher()
        #expect(WatcherTests.isSilent(watcher))
        Self.changes[index].1(scratch)
        #expect(watcher.drain().changed, "\(Self.changes[index].0)")
    }

    @Test func `Only a folder that was not watched before is to be read again`() throws {
        let watcher = try watcher()
        #expect(!watch(watcher))
        scratch.write("store/one/lib/act", "new")
        scratch.write("store/two/lib/act", "new")
        watcher.drain()
        #expect(watch(watcher, inner: ["lib"]))
        scratch.write("store/one/bin/act", "of no interest now")
        #expect(WatcherTests.isSilent(watcher))
        chmod(scratch("store/one/lib/act"), 0o755)
        #expect(watcher.drain().paths == [scratch("store/one/lib")])
    }

    @Test func `A folder that appears later in a bundle is watched from then on`() throws {
        let watcher = try watcher()
        watch(watcher, inner: ["lib"])
        scratch.folder("store/one/lib")
        #expect(watcher.drain().changed)
        scratch.write("store/one/lib/act", "new")
        #expect(watcher.drain().changed)
    }

    @Test func `After an overflow everything is watched again`() throws {
        let text = try #require(try AtomicFile.read("/proc/sys/fs/inotify/max_queued_events", limit: 64))
        let limit = try #require(Int(String(decoding: text, as: UTF8.self).split(separator: "\n")[0]))
        let watcher = try watcher()
        let names = [scratch("store/x"), scratch("store/y")]
        mkdir(names[0], 0o755)
        for turn in 0...limit / 2 { rename(names[turn % 2], names[1 - turn % 2]) }
        #expect(watcher.drain().overflowed)
        chmod(scratch("store/two/bin/act"), 0o644)
        #expect(watcher.drain().changed)
    }

    @Test func `Folders past the limit are told of`() throws {
        let watcher = try watcher(maximumBundles: 5)
        #expect(watcher.partialReason?.contains("Only the first 5 of 6 bundles' folders") == true)
    }
}
