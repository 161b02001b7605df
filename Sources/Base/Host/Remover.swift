// SPDX-License-Identifier: Apache-2.0
//
// What is not wanted any more is taken out of the way by one rename, which is done at once, and then removed as time
// permits: an activity may leave 600,000 files in its TMPDIR, and removing those takes ten seconds, during which no
// client should wait for the disk's thread. So a removal works for a slice of time and then asks the disk's thread
// for another one, behind all that clients have asked for meanwhile. There is one chain of slices, however much
// there is to remove, so that a client's piece of work waits for one slice at most.
//
// The names on the way out begin with `.staging-`. A daemon that ends leaves the rest of them, and the next one's
// sweep takes them up.

import Glibc
import Synchronization

/// Removes trees of any size on the disk's thread. To be used there alone.
package final class Remover: Sendable {
    private struct Tree {
        let folder: String
        let name: String
    }

    /// Trees still to be removed; the last comes first.
    private let trees = Mutex<[Tree]>([])
    private let disk: DiskThread?
    /// Length of a slice, in milliseconds.
    private let time: Int
    private let report: @Sendable (StorageError) -> Void

    /// - Parameters:
    ///   - disk: the thread that removes; nil removes all of it at once.
    ///   - slice: how long the thread removes at a time, in milliseconds; at least one step is done.
    ///   - report: told of what cannot be removed.
    package init(
        on disk: DiskThread? = nil, slice: Int = 50,
        report: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) {
        self.disk = disk
        time = slice
        self.report = report
    }

    /// Takes away what is at `path`, whatever it is, so that nothing is there any more; links are not followed. One
    /// that is not there is no error.
    package func discard(_ path: String) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        do throws(StorageError) {
            try discard(name, in: Folder(opening: parent))
        } catch .storage(_, _, ENOENT) {
            return
        }
    }

    /// The same for `name` in an open folder.
    package func discard(_ name: String, in folder: borrowing Folder) throws(StorageError) {
        guard try folder.status(of: name) != nil else { return }
        let staging = StagingName(.new, for: name).text
        try folder.rename(name, to: staging)
        remove([staging], in: folder.path)
    }

    /// Removes what an earlier process has discarded in a folder in which nothing else is staged.
    package func sweep(_ folder: String) throws(StorageError) {
        do throws(StorageError) {
            remove(try Folder(opening: folder).names().filter(StagingName.isStaging), in: folder)
        } catch .storage(_, _, ENOENT) {
            return
        }
    }

    /// Removes names of a folder that nothing uses, and that nothing else will ever bear.
    package func remove(_ names: [String], in folder: String) {
        let isAtWork = trees.withLock { trees in
            defer { trees += names.map { Tree(folder: folder, name: $0) } }
            return !trees.isEmpty
        }
        if !isAtWork { work() }
    }

    private func work() {
        let end = disk == nil ? Int.max : Clocks.monotonic() + time
        var hasBegun = false
        while let tree = trees.withLock({ $0.last }) {
            if hasBegun, Clocks.monotonic() >= end { return goOn(in: tree.folder) }
            hasBegun = true
            var slice = RemovalSlice(end: end)
            if isDone(tree, &slice) { trees.withLock { _ = $0.popLast() } }
        }
    }

    private func goOn(in folder: String) {
        disk?.run(at: folder) { [weak self] in self?.work() }
    }

    /// Whether nothing is left of it, or nothing that could be removed.
    private func isDone(_ tree: Tree, _ slice: inout RemovalSlice) -> Bool {
        do throws(StorageError) {
            return try Folder(opening: tree.folder).removeTree(tree.name, &slice)
        } catch .storage(_, _, ENOENT) {
            return true
        } catch {
            report(error)
            return true
        }
    }
}
