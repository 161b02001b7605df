// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import Host

extension BundleStore {
    /// Takes away what a killed process left, and brings back a bundle that was moved aside and has no
    /// successor.
    ///
    /// - Returns: what could not be swept; none of it keeps the store from working.
    @discardableResult
    package func sweep() -> [StorageError] {
        do {
            let (litter, problems) = try FolderLock.hold(existing: folder) { () throws(StorageError) in
                try sort(Folder(opening: folder))
            }
            // What was there while no process had the lock to write is used by none.
            remover.remove(litter, in: folder)
            return problems
        } catch .locked {
            // Another daemon is at work there, and sweeps at its own start.
            return []
        } catch .storage(_, _, ENOENT) {
            return []
        } catch {
            return [error]
        }
    }

    /// Brings back what has to be brought back, and returns the names of what may be removed.
    private func sort(
        _ folder: borrowing Folder
    ) throws(StorageError) -> (litter: [String], problems: [StorageError]) {
        var (litter, problems): ([String], [StorageError]) = ([], [])
        for name in try folder.names() where StagingName.isStaging(name) {
            do {
                if let name = try litterName(of: name, in: folder) { litter.append(name) }
            } catch {
                problems.append(error)
            }
        }
        try folder.sync()
        return (litter, problems)
    }

    /// Ends a replacement of this bundle that was cut off between its two steps, as a sweep would: else the next sweep
    /// would bring back what is removed now.
    func settle(_ identifier: String, in folder: borrowing Folder) throws(StorageError) {
        let displaced = StagingName(displaced: identifier).text
        guard try folder.status(of: displaced) != nil, let litter = try litterName(of: displaced, in: folder)
        else { return }
        remover.remove([litter], in: self.folder)
    }

    /// The name under which something staged may be removed; nil where it stays.
    private func litterName(
        of staging: String, in folder: borrowing Folder
    ) throws(StorageError) -> String? {
        guard let identifier = StagingName.displacedIdentifier(in: staging) else { return staging }
        let name = Self.name(of: identifier)
        switch try folder.status(of: name).map({ $0.st_mode & S_IFMT }) {
        case nil:
            try folder.rename(staging, to: name)
            return nil
        case S_IFDIR:
            // A later replacement gives its own old bundle that name.
            let litter = StagingName(.new, for: identifier).text
            try folder.rename(staging, to: litter)
            return litter
        default: return nil  // A person's own file or link: both stay until it is gone.
        }
    }
}
