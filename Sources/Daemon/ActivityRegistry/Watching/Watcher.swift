// SPDX-License-Identifier: Apache-2.0
//
// inotify(7) watches folders that exist; people name paths. Between the two lies the way: a search folder may
// not exist yet, nor its parents; it may be reached through links; it, or a folder above it, may be renamed,
// replaced or removed. So each target (a search folder, or the folder of a file) is reached step by step from
// the root, as the kernel would:
//
//   - a folder on the way is watched only for its own removal or renaming, so that events inside it wake no
//     reader;
//   - where the next step is a link, or is missing, its name is watched in the folder that holds (or will
//     hold) it;
//   - the target is watched for events inside it, and its name is watched in the parent: a folder that is
//     removed while a process works in it does not say so itself until that process leaves.
//
// A step that changes sends the target on its way again. A watch is always set before the entry is examined:
// a change in between is then either seen or announced by an event. Readers owe the watcher the same: first
// `watch` (or `drain`), then read. A target that is reached again counts as changed, and is watched by the
// time `drain` returns.
//
// Bundles lie in search folders and need no way of their own: where one appears, goes or is replaced, its
// search folder says so. Their own watches, for events inside them, may be many, and come last when the
// kernel has few to give. Folders inside a bundle are known only when its manifest has been read, and come
// after all bundles.
//
// Names that begin with `.staging-` are our own half-done work and are ignored. A queue that overflows (its
// length is the sysctl fs.inotify.max_queued_events) has lost events about the watches too: every one is set
// again.
//
// Not seen: a file system mounted over a watched path, changes made on another machine's side of a network
// file system, and writes to a file through another hard link.

import CLinux
package import Host

/// Reports changes of folders, files and bundles as they happen. It never blocks and owns no thread: wait for
/// `descriptor` to be readable, then call `drain`.
package final class Watcher {
    package struct Changes: Hashable, Sendable {
        package var changed = false
        /// Whether events were lost: everything has to be read again.
        package var overflowed = false
        /// Paths that changed: a file, a bundle, an entry of a folder, or the folder itself. Empty after an
        /// overflow.
        package var paths: Set<String> = []

        mutating func insert(_ path: String) {
            changed = true
            paths.insert(path)
        }
    }

    /// Each watch costs about 1 KiB of kernel memory, and a person's number of watches is limited.
    package static let maximumBundles = 8_192

    /// Called with each path before it is touched: its file system may hang.
    package var willTouch: (String) -> Void = { _ in }

    let inotify: Inotify
    let bundleLimit: Int
    var folders: [String] = []
    var files: [String] = []
    /// The bundles to watch, up to the limit.
    var bundles: [String] = []

    var interests: [Int32: Interest] = [:]
    /// The watch of each target's folder: the target itself, or a file's folder. Keyed by target.
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

    /// Readable when `drain` has events to read; non-blocking. The watcher closes it.
    package var descriptor: Int32 { inotify.descriptor }

    /// Why a requested path is not watched, so that only a reload finds its changes: a sentence for `Status`
    /// and the journal; nil if everything is watched.
    package var partialReason: String? { routeFault ?? limitFault ?? bundleFault }

    /// Replaces everything that is watched. Paths are absolute; none need exist, but a bundle that does not
    /// exist is announced only by its search folder.
    ///
    /// - Parameters:
    ///   - folders: every entry that appears, disappears or changes its owner or mode is a change.
    ///   - files: files to watch as a whole; other entries of their folders are ignored.
    ///   - bundles: folders whose files' contents count too; the first `maximumBundles` are watched.
    /// - Returns: whether a bundle's folder is watched now that was not before: read it again.
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
