// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension RegistryKeeper {
    /// Why some changes are seen only by a reload; nil where all are seen.
    var unwatched: String? {
        watcher == nil
            ? "Nothing is watched: the kernel grants no inotify instance. Reload after a change."
            : watcher?.partialReason
    }

    /// Takes the events so far; if the kernel gave no instance before, asks for one again.
    func startWatching() {
        if watcher == nil {
            watcher = try? Watcher()
            watcher?.willTouch = note
        }
        watcher?.drain()
    }

    /// Watches what is about to be read, so that no change falls in between; what was watched before stays so.
    func watch(found bundles: [String], links: [String]) {
        _ = watch((load.bundlesToWatch + bundles).withoutRepeats, links: links)
    }

    /// Watches what the last load found to be worth it. A folder within a bundle is known only when the bundle was
    /// read: one more look sees what happened in it so far.
    func watchBundles() {
        guard watch(load.bundlesToWatch) else { return }
        load.look(again: Clocks.real() + Load.grace)
    }

    /// Whether one of them was not watched before.
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
