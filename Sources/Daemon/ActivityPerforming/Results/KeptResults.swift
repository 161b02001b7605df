// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// The results that are kept on the disk, by when they ended. Which there are, and which are to go, is known from
/// memory.
final class KeptResults {
    /// How long a result is kept, in microseconds: long enough for a sheet that was closed and opened again.
    static let keepingTime = 3_600_000_000
    /// So many results are kept: with the largest output that is 100 MiB of memory, as a rule a few hundred
    /// KiB.
    private static let maximum = 256

    private let folders: PrivateFolders
    private let disk: any Disk
    /// The oldest first.
    private var kept: [EndedPerformance] = []

    init(_ folders: PrivateFolders, _ disk: any Disk) {
        self.folders = folders
        self.disk = disk
    }

    /// Keeps the result of something of which nothing runs any more.
    func add(_ perform: EndedPerformance) {
        let index = kept.firstIndex { $0.ended > perform.ended } ?? kept.endIndex
        kept.insert(perform, at: index)
        removeOld()
    }

    /// The perform of this name that ended within the hour; the last one, where the kernel has reused a
    /// process's number.
    func find(_ unit: String) -> EndedPerformance? {
        kept.last { $0.unit == unit && $0.ended > Clock.sinceBoot - Self.keepingTime }
    }

    /// Takes away what ended more than an hour ago, and the oldest beyond the number that is kept.
    func removeOld() {
        let time = Clock.sinceBoot - Self.keepingTime
        let outdated = kept.prefix { $0.ended <= time }.count
        let count = max(outdated, kept.count - Self.maximum)
        for entry in kept.prefix(count) { folders.remove(folders.folder(token: entry.token), by: disk) }
        kept.removeFirst(count)
    }
}

/// The part of an ended perform that stays in memory; the rest is read when a client asks for it.
struct EndedPerformance: Sendable {
    let token: String
    let unit: String
    let identifier: String
    /// CLOCK_BOOTTIME in microseconds.
    let ended: Int
    /// How it ended, where the disk did not take that; else it is read from there.
    var unstored: Outcome?
}
