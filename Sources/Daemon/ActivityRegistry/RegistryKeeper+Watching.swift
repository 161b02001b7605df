// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension RegistryKeeper {
    var unwatched: String? {
        watcher == nil
            ? "Nothing is watched: the kernel grants no inotify instance. Reload after a change."
            : watcher?.partialReason
    }

    /// Creates the watcher if there is none, and discards the events so far.
    func startWatching() {
        if watcher == nil {
            watcher = try? Watcher()
            watcher?.willTouch = reportPath
        }
        watcher?.drain()
    }

    /// Watches the bundles found before they are read, so that no change is missed; existing watches are
    /// kept.
    func watch(found bundles: [String], links: [String]) {
        _ = watch((load.bundlesToWatch + bundles).withoutRepeats, links: links)
    }

    /// Watches the bundles of the last load. A folder inside a bundle is known only after the bundle was
    /// read, so a new watch schedules another scan.
    func watchBundles() {
        guard watch(load.bundlesToWatch) else { return }
        load.scheduleRescan(at: Clocks.real() + Load.grace)
    }

    private func watch(_ bundles: [String], links: [String] = []) -> Bool {
        let types = searchPath.mimeFolders.flatMap { [$0 + "/aliases", $0 + "/subclasses"] }
        let folders = load.foldersToWatch.isEmpty ? searchPath.watchedFolders : load.foldersToWatch
        let files =
            elections.paths + arrangements.paths + stars.paths + decisions.files + types
            + load.filesToWatch
        return watcher?.watch(
            (folders + links).withoutRepeats + searchPath.dropInFolders, files: files, bundles: bundles)
            == true
    }
}
