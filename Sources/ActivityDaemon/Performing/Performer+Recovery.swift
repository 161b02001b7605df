// SPDX-License-Identifier: Apache-2.0
//
// What a daemon before this one has left on the disk and with systemd is taken up while this one serves
// already, a portion at a time: there may be thousands of folders. A client that asks for one of them has it at once.

import Glibc
import Systemd

extension Performer {
    /// So many folders at a time: to read what one holds takes a tenth of a millisecond.
    private static let portion = 8

    /// Takes up what an earlier daemon has started. Without any, no handler is called.
    ///
    /// - Parameter kept: descriptors that it had left with systemd, by name.
    func recover(_ kept: [(descriptor: CInt, name: String)]) {
        shelf.sweep(by: disk)
        let found = PerformLeftovers(shelf.tokens, kept)
        guard !found.isEmpty else { return }
        leftovers = found
        var timer: EventSource?
        timer = try? loop.after(0) { [unowned self] in
            if takeUpPortion() {
                timer?.rearm(after: 0)
            } else {
                timer?.remove()
                endRecovery()
            }
        }
    }

    /// False when there is nothing more.
    private func takeUpPortion() -> Bool {
        for _ in 0..<Self.portion {
            guard let token = leftovers?.next() else { return false }
            takeUp(shelf.folder(token: token))
        }
        return true
    }

    private func endRecovery() {
        shelf.removeLinks(by: disk)
        let descriptors = leftovers?.descriptors ?? [:]
        leftovers = nil
        // The old connection has held the units till this one holds them.
        if !descriptors.isEmpty { link.connect { _ in Self.drop(descriptors) } }
        if !isPending { onIdle?() }
    }

    /// Looks after what still runs of a folder, keeps its result, or takes it away.
    func takeUp(_ folder: PerformFolder) {
        let descriptors =
            leftovers?.descriptors.removeValue(forKey: Performance.keptPrefix + folder.token) ?? []
        let (record, result) = (folder.record, folder.result)
        if let record, result == nil || !record.handsOver && folder.isInUse {
            return resume(record, in: folder, descriptors)
        }
        for descriptor in descriptors { close(descriptor) }
        if record != nil, let result {
            results.add(folder.token, ended: result.ended)
        } else {
            shelf.remove(folder, by: disk)
        }
    }

    private func resume(_ record: PerformRecord, in folder: PerformFolder, _ descriptors: [CInt]) {
        let isProcess = record.unit.hasPrefix(SpawnedProcess.unitPrefix)
        let performance = Performance(
            adopting: record, in: folder, by: isProcess ? processes : units, loop, disk,
            handOverTime: setting.handOverTime, PerformChannels(adopting: descriptors, in: folder))
        add(performance)
        performance.resume()
    }

    private static func drop(_ kept: [String: [CInt]]) {
        for (name, descriptors) in kept {
            ServiceManager.forget(name)
            for descriptor in descriptors { close(descriptor) }
        }
    }
}
