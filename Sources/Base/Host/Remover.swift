// SPDX-License-Identifier: Apache-2.0
//
// Unwanted trees are first renamed, which takes effect at once, and then removed as time permits: a program
// may leave 600,000 files in its TMPDIR, and their removal takes ten seconds, during which no client should
// wait for the disk thread. So a removal runs for one slice of time and then queues another slice on the disk
// thread, behind all requests that clients have made meanwhile. There is only one chain of slices, however
// much there is to remove, so a client's work waits for one slice at most.
//
// The names of discarded trees begin with `.staging-`. A daemon that exits leaves the rest of them to the
// next daemon's sweep.

import Glibc
import Synchronization

/// Removes trees of any size on the disk thread. For use on that thread only.
package final class Remover: Sendable {
    private struct Tree {
        let folder: String
        let name: String
    }

    /// Trees still to be removed, as a stack.
    private let trees = Mutex<[Tree]>([])
    private let disk: DiskThread?
    /// Length of a slice, in milliseconds.
    private let time: Int
    private let report: @Sendable (StorageError) -> Void

    /// - Parameters:
    ///   - disk: the thread that removes; nil to remove everything at once.
    ///   - slice: length of a slice, in milliseconds; each slice does at least one step.
    ///   - report: called for each tree that cannot be removed.
    package init(
        on disk: DiskThread? = nil, slice: Int = 50,
        report: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) {
        self.disk = disk
        time = slice
        self.report = report
    }

    /// Renames whatever is at `path`, so that the path is free on return, and removes it now or later. Links
    /// are not followed. A missing path is not an error.
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

    /// Removes all staging names from a folder: trees that an earlier process has discarded. The folder must
    /// not contain other staging names.
    package func sweep(_ folder: String) throws(StorageError) {
        do throws(StorageError) {
            remove(try Folder(opening: folder).names().filter(StagingName.isStaging), in: folder)
        } catch .storage(_, _, ENOENT) {
            return
        }
    }

    /// Removes names from a folder, now or later; they must not be reused.
    package func remove(_ names: [String], in folder: String) {
        let isAtWork = trees.withLock { trees in
            defer { trees += names.map { Tree(folder: folder, name: $0) } }
            return !trees.isEmpty
        }
        if !isAtWork { removeTrees() }
    }

    private func removeTrees() {
        let end = disk == nil ? Int.max : Clocks.monotonic() + time
        var hasBegun = false
        while let tree = trees.withLock({ $0.last }) {
            if hasBegun, Clocks.monotonic() >= end { return continueLater(in: tree.folder) }
            hasBegun = true
            var slice = RemovalSlice(end: end)
            if removeSlice(tree, &slice) { trees.withLock { _ = $0.popLast() } }
        }
    }

    private func continueLater(in folder: String) {
        disk?.run(at: folder) { [weak self] in self?.removeTrees() }
    }

    /// Continues a removal; returns true if the tree is gone, or the rest of it cannot be removed.
    private func removeSlice(_ tree: Tree, _ slice: inout RemovalSlice) -> Bool {
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
