// SPDX-License-Identifier: Apache-2.0
//
// The performs of an earlier daemon, recorded on the disk and with systemd, are adopted while this daemon
// already serves. The disk's thread reads the records; a client that asks about a unit meanwhile waits.

import Glibc
import Host
import Systemd

extension Performer {
    /// Adopts the performances of an earlier daemon.
    ///
    /// - Parameter kept: descriptors that the earlier daemon stored with systemd, with their names.
    package func recover(_ kept: [(descriptor: CInt, name: String)]) {
        let descriptors = Dictionary(grouping: kept, by: \.name).mapValues { $0.map(\.descriptor) }
        isRecovering = true
        disk.run(at: folders.path) { [folders, copies] in
            Leftovers(in: folders, copies.store, descriptors)
        } then: { [weak self] in
            self?.takeUp($0)
        }
        folders.sweep(by: disk)
        disk.run(at: copies.path) { [copies] in copies.sweep() }
    }

    private func takeUp(_ leftovers: Leftovers) {
        isRecovering = false
        for perform in leftovers.ended { results.add(perform) }
        for perform in leftovers.running { resume(perform) }
        dropWhenHeld(leftovers.descriptors)
        if !isPending { onIdle?() }
    }

    /// Closes the earlier daemon's descriptors once this daemon's connection to systemd references the units,
    /// or cannot be made. The earlier connection, one of the descriptors, references them until then.
    private func dropWhenHeld(_ descriptors: [String: [CInt]]) {
        guard !descriptors.isEmpty else { return }
        link.connect { found in
            guard case .success(let client) = found else { return Self.drop(descriptors) }
            client.whenDone { Self.drop(descriptors) }
        }
    }

    private func resume(_ perform: Leftovers.Running) {
        let isProcess = perform.record.unit.hasPrefix(SpawnedProcess.unitPrefix)
        let performance = Performance(
            perform.record, perform.ended.map { .finished($0) } ?? .adopting([]), in: perform.folder,
            perform.channels, by: isProcess ? processes : units, loop, disk,
            handOverTime: settings.handOverTime)
        performance.copies = perform.copies
        add(performance)
        performance.resume()
        // The client of the daemon's own program was the earlier daemon, which may also have been killed
        // between recording a cancel and requesting the stop.
        if perform.record.isInternal || perform.record.isCancelled { performance.cancel { _ in } }
    }

    private static func drop(_ kept: [String: [CInt]]) {
        for (name, descriptors) in kept {
            Supervisor.removeStored(name)
            for descriptor in descriptors { close(descriptor) }
        }
    }
}
