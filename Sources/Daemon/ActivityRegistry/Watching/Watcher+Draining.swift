// SPDX-License-Identifier: Apache-2.0

import CLinux
import Host

extension Watcher {
    /// Reads the pending events without blocking, and updates the watches they affect. Reads at most 4 MiB of
    /// events at once; while events are left, the descriptor stays readable.
    @discardableResult
    package func drain() -> Changes {
        var changes = Changes()
        var astray: Set<String> = []
        for _ in 0..<64 {
            let events = inotify.read()
            if events.isEmpty { break }
            for event in events { record(event, &changes, &astray) }
        }
        refreshRoutes(&changes, astray)
        return changes
    }

    /// Adds the event's changes, and adds to `astray` the targets whose route may have changed.
    private func record(_ event: Inotify.Event, _ changes: inout Changes, _ astray: inout Set<String>) {
        if event.holds(UInt32(IN_Q_OVERFLOW)) {
            changes.overflowed = true
            return
        }
        if StagingName.isStaging(event.name) { return }
        if let paths = bundlePaths[event.watch] {
            for path in paths { changes.insert(path) }
            // A path's later events are irrelevant once its watch is gone.
            if event.holds(Interest.endEvents) { for path in paths { drop(path) } }
        }
        guard let interest = interests[event.watch] else { return }
        if event.holds(Interest.endEvents) { return astray.formUnion(interest.targets) }
        noteEntry(event, interest, &changes, &astray)
    }

    private func noteEntry(
        _ event: Inotify.Event, _ interest: Interest, _ changes: inout Changes, _ astray: inout Set<String>
    ) {
        if event.holds(Interest.folderEvents) {
            for folder in interest.folders {
                let path = event.name.isEmpty ? folder : folder + "/" + event.name
                changes.insert(path)
                if event.holds(Interest.nameEvents) { drop(path) }
            }
        }
        // The folder's own mode affects access to everything in it.
        if event.name.isEmpty, event.holds(UInt32(IN_ATTRIB)) {
            for file in interest.files.values.joined() { changes.insert(file) }
            astray.formUnion(interest.targets)
        }
        let files = interest.files[event.name] ?? []
        for file in files { changes.insert(file) }
        if event.holds(Interest.nameEvents) { astray.formUnion(files) }
        // Changes of mode count too: an unreadable folder can be watched only once it is readable.
        if event.holds(Interest.folderEvents) { astray.formUnion(interest.steps[event.name] ?? []) }
    }

    private func refreshRoutes(_ changes: inout Changes, _ astray: Set<String>) {
        let before = reached
        if changes.overflowed || !astray.isEmpty { walkRoutes() }
        for target in astray where before[target] != nil || reached[target] != nil { changes.insert(target) }
        if changes.overflowed || folders.contains(where: { before[$0] != reached[$0] }) {
            renewBundles()
        } else if changes.changed {
            watchMissingBundles()
        }
        if changes.overflowed {
            changes.changed = true
            changes.paths = []
        }
    }
}
