// SPDX-License-Identifier: Apache-2.0
//
// inotify(7) watches folders that exist, but a configured path may not exist yet, nor its parents; it may be
// reached through links; it, or a folder above it, may be renamed, replaced or removed. So the route to each
// target (a search folder, or the folder of a file) is walked step by step from the root, as the kernel
// would:
//
//   - a folder on the route is watched only for its own removal or renaming, so that events inside it wake no
//     reader;
//   - if the next step is a link, or is missing, its name is watched in the folder of that step;
//   - the target is watched for events inside it, and its name is watched in the parent: the removal of a
//     folder in which a process works is reported there, but in the folder itself only when that process
//     leaves it.
//
// If a step changes, the route is walked again. A watch is always set before the entry is examined: a change
// in between is then either seen or reported by an event. Readers must do the same: first `watch` (or
// `drain`), then read. A target that is reached again counts as changed, and is watched by the time `drain`
// returns.
//
// Bundles are in search folders and need no route: events in the search folder report their creation, removal
// and replacement. Their own watches, for events inside them, may be many, and come last if the kernel grants
// few. Folders inside a bundle are known only when its manifest has been read, and come after all bundles.
//
// Names that begin with `.staging-` are our own unfinished files and are ignored. A queue that overflows (its
// length is the sysctl fs.inotify.max_queued_events) may have lost events about the watches too, so every
// watch is set again.
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

    /// Maximum bundles to watch. Each watch costs about 1 KiB of kernel memory, and a person's number of
    /// watches is limited.
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

    /// The reason why a requested path is not watched, so that only a reload finds its changes, as a sentence
    /// for `Status` and the journal; nil if everything is watched.
    package var partialReason: String? { routeFault ?? limitFault ?? bundleFault }

    /// Replaces everything that is watched. Paths are absolute and need not exist, but a bundle that does not
    /// exist is reported only through its search folder.
    ///
    /// - Parameters:
    ///   - folders: folders in which every entry that appears, disappears or changes its owner or mode
    ///     counts.
    ///   - files: files whose contents, owner, mode and existence count.
    ///   - bundles: folders in which changes of files' contents count too; the first `maximumBundles` are
    ///     watched.
    /// - Returns: whether a bundle's folder is watched that was not before, so that it has to be read again.
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
