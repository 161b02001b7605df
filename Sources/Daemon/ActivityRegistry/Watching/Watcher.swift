// SPDX-License-Identifier: Apache-2.0
//
// inotify(7) watches folders that exist; people name paths. Between the two lies the way: a search folder may
// not exist yet, nor its parents; it may be reached through links; it, or a folder above it, may be renamed,
// replaced or removed. So each target (a search folder, or the folder of a file) is reached step by step from
// the root, as the kernel would:
//
//   - a folder on the way is watched for its own going and moving only, so that what happens in it wakes
//     no reader;
//   - where the next step is a link, or is missing, its name is watched in the folder that holds (or will
//     hold) it;
//   - the target is watched for what happens in it, and its name where it lies: a folder that is removed
//     while a process works in it does not say so itself until that leaves.
//
// A step that changes sends the target on its way again. A watch is always set before what it watches is
// looked at: what appears in between is then either seen by the look or announced by an event. Readers owe
// the watcher the same: first `watch` (or `drain`), then read. A target that is reached again counts as
// changed, and is watched by the time `drain` returns.
//
// Bundles lie in search folders and need no way of their own: where one appears, goes or is replaced, its
// search folder says so. Their own watches, for what happens inside, are the ones that may be many, and come
// last when the kernel has few to give.
//
// Names that begin with `.staging-` are our own half-done work and say nothing. A queue that overflows (its
// length is the sysctl fs.inotify.max_queued_events) has lost events about the watches too: every one is set
// again.
//
// Folders inside a bundle are known only when its manifest has been read, and come last.
//
// Not seen: a file system that is mounted over a watched path, changes made on another machine's side of a
// network file system, and what is written by a file's other name.

import CLinux
package import Host

/// Sees changes of folders, files and bundles as they happen. It sleeps in no call and owns no thread: wait
/// for `descriptor` to be readable, then drain.
package final class Watcher {
    /// Changes since the last look.
    package struct Changes: Hashable, Sendable {
        package var changed = false
        /// Events were lost: everything has to be read again.
        package var overflowed = false
        /// Paths that changed: a file, a bundle, an entry of a folder, or the folder itself. Empty after an
        /// overflow.
        package var paths: Set<String> = []

        mutating func insert(_ path: String) {
            changed = true
            paths.insert(path)
        }
    }

    /// Each watch holds about 1 KiB of the kernel's memory, and a person's share of watches is finite.
    package static let maximumBundles = 8_192

    /// Told of each path before it is touched: the file system that it lies on may hang.
    package var willTouch: (String) -> Void = { _ in }

    let inotify: Inotify
    let bundleLimit: Int
    var folders: [String] = []
    var files: [String] = []
    /// The bundles to be watched, the limit applied.
    var bundles: [String] = []

    var interests: [Int32: Interest] = [:]
    /// The watch of the folder that a target was found to be, or to lie in.
    var reached: [String: Int32] = [:]
    var bundlePaths: [Int32: Set<String>] = [:]
    var bundleWatches: [String: Int32] = [:]
    var routeFault: String?
    var limitFault: String?
    var bundleFault: String?

    /// - Throws: `unwatchable`.
    package convenience init(maximumBundles: Int = Watcher.maximumBundles) throws(StorageError) {
        try self.init(maximumBundles: maximumBundles) { inotify_add_watch($0, $1, $2) }
    }

    /// - Throws: `unwatchable`.
    package init(maximumBundles: Int, addWatch: @escaping Inotify.AddWatch) throws(StorageError) {
        inotify = try Inotify(addWatch: addWatch)
        bundleLimit = maximumBundles
    }

    /// Readable when there is something to drain; non-blocking. Closed with the watcher.
    package var descriptor: Int32 { inotify.descriptor }

    /// Why something that was asked for is not watched, so that only a reload finds its changes: a sentence for `Status`
    /// and the journal; nil where everything is watched.
    package var partialReason: String? { routeFault ?? limitFault ?? bundleFault }

    /// Sets all that is watched, in place of what was. Paths are absolute; none need exist, but a bundle that
    /// does not is found only by its folder.
    ///
    /// - Parameters:
    ///   - folders: any entry that comes, goes, or changes owner or mode is a change.
    ///   - files: that are read whole; other entries of their folders are of no interest.
    ///   - bundles: folders whose files' contents are of interest too; the first `maximumBundles` are
    ///     watched.
    /// - Returns: whether a bundle's folder is watched now that was not before: it is to be read again.
    @discardableResult
    package func watch(_ folders: [String], files: [String] = [], bundles: [String] = []) -> Bool {
        if folders != self.folders || files != self.files || routeFault != nil {
            self.folders = folders
            self.files = files
            walkRoutes()
        }
        limitFault =
            bundles.count > bundleLimit
            ? "Only the first \(bundleLimit) of \(bundles.count) bundles' folders are watched. "
                + "Reload after a change in another."
            : nil
        return setBundles(Array(bundles.prefix(bundleLimit)))
    }
}
