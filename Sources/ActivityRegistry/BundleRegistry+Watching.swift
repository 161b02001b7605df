// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension BundleRegistry {
    /// Readable when `isChanged` is worth asking; nil where nothing can be watched.
    package var watchDescriptor: Int32? { watcher?.descriptor }

    /// Why some changes are seen only by a reload; nil where all are seen.
    package var unwatched: String? {
        watcher == nil
            ? "Nothing is watched: the kernel gives no inotify instance. Reload by hand."
            : watcher?.partialReason
    }

    /// Whether something has changed since the last call.
    package func isChanged() -> Bool {
        guard let changes = watcher?.drain() else { return false }
        return changes.changed || changes.overflowed
    }

    /// Watches first what is read afterwards, so that no change falls in between.
    func watch(bundles: [String], of total: Int? = nil) {
        let types = searchPath.mimeFolders.flatMap { [$0 + "/aliases", $0 + "/subclasses"] }
        let folders = load.foldersToWatch.isEmpty ? searchPath.watchedFolders : load.foldersToWatch
        let files = elections.paths + arrangements.paths + types
        watcher?.watch(folders, files: files, bundles: bundles, of: total)
    }

    /// Watches the folders within bundles too, which are known by now.
    func watchInnerFolders() {
        guard let watcher else { return }
        for bundle in load.bundles where bundle.standing == .present && bundle.manifest.hasInnerFolders {
            let path = bundle.path
            if watcher.lacksInner(path) { watcher.watchInner(bundle.manifest.innerFolders, of: path) }
        }
    }

    /// Whether the watcher would have told if anything had happened to a bundle since the last look.
    func isUntouched(_ record: BundleRecord) -> Bool {
        watcher?.isUntouched(record.path, hasFolders: record.manifest.hasInnerFolders) == true
    }
}

extension SearchPath {
    fileprivate var watchedFolders: [String] { folders.map(\.path) + [systemFolder] }
}
