// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// Index, in memory, of the stored results, ordered by the time of their end.
final class KeptResults {
    /// Time to keep a result, in microseconds: long enough for a sheet that was closed and opened again.
    static let keepingTime = 3_600_000_000
    /// Maximum results to keep: up to 100 MiB of memory with the largest outputs, usually a few hundred KiB.
    private static let maximum = 256

    private let folders: PrivateFolders
    private let disk: any Disk
    /// Oldest first.
    private var kept: [EndedPerformance] = []

    init(_ folders: PrivateFolders, _ disk: any Disk) {
        self.folders = folders
        self.disk = disk
    }

    func add(_ perform: EndedPerformance) {
        let index = kept.firstIndex { $0.ended > perform.ended } ?? kept.endIndex
        kept.insert(perform, at: index)
        removeOld()
    }

    /// The perform of this name that ended within the hour, or nil; the last one if the kernel has reused a
    /// process ID.
    func find(_ unit: String) -> EndedPerformance? {
        kept.last { $0.unit == unit && $0.ended > Clock.sinceBoot - Self.keepingTime }
    }

    /// Removes results that are older than an hour, and the oldest beyond the maximum.
    func removeOld() {
        let time = Clock.sinceBoot - Self.keepingTime
        let outdated = kept.prefix { $0.ended <= time }.count
        let count = max(outdated, kept.count - Self.maximum)
        for entry in kept.prefix(count) { folders.remove(folders.folder(token: entry.token), by: disk) }
        kept.removeFirst(count)
    }
}

/// The part of an ended perform that stays in memory; the rest is read from the disk on request.
struct EndedPerformance: Sendable {
    let token: String
    let unit: String
    let identifier: String
    /// CLOCK_BOOTTIME in microseconds.
    let ended: Int
    /// The outcome if it could not be stored; nil to read it from the disk.
    var unstored: Outcome?
}
