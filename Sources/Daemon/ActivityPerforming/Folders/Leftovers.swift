// SPDX-License-Identifier: Apache-2.0

import Host

/// An earlier daemon's performs and descriptors. Read on the disk's thread.
struct Leftovers: Sendable {
    struct Running: Sendable {
        let folder: PrivateFolder
        let record: PerformRecord
        /// The end, if the perform has finished and only its output is still open; nil if it may still run.
        let ended: EndedPerformance?
        let channels: Channels
        /// Locks of the copies among the items.
        let copies: [Descriptor]
    }

    private(set) var running: [Running] = []
    private(set) var ended: [EndedPerformance] = []
    /// Stored descriptors of no running perform, keyed by name; among them the earlier daemon's connections
    /// to systemd.
    private(set) var descriptors: [String: [CInt]]

    /// Reads all folders, and removes folders without a valid record.
    init(in folders: PrivateFolders, _ store: CopyStore, _ descriptors: [String: [CInt]]) {
        self.descriptors = descriptors
        for folder in folders.all { collect(folder, store) }
    }

    private mutating func collect(_ folder: PrivateFolder, _ store: CopyStore) {
        let name = Performance.keptPrefix + folder.token
        guard let (record, result) = try? (folder.record(), folder.result()) else {
            // The activity may still be running, so its folder and descriptors stay for the next daemon.
            descriptors[name] = nil
            return
        }
        guard let record else { return folder.remove() }
        let end = result.map {
            EndedPerformance(
                token: folder.token, unit: record.unit, identifier: record.identifier, ended: $0.time)
        }
        if let end, record.handsOver || !folder.isInUse { return ended.append(end) }
        let kept = descriptors.removeValue(forKey: name) ?? []
        running.append(
            Running(
                folder: folder, record: record, ended: end,
                channels: Channels(adopting: kept, in: folder),
                // The daemon's own programs are cancelled, and their copies are unfinished.
                copies: record.isInternal ? [] : store.hold(record.copies)))
    }
}
