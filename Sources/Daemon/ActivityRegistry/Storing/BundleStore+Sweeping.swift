// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import Host

extension BundleStore {
    /// Removes leftovers of a killed process, and restores a bundle that was moved aside and not replaced.
    ///
    /// - Throws: the first reason why a bundle could not be restored; the rest is swept anyway.
    package func sweep() throws(StorageError) {
        var (litter, problem): ([String], StorageError?) = ([], nil)
        try FolderLock.tidy(folder) { folder throws(StorageError) in
            for name in try folder.names() where StagingName.isStaging(name) {
                do throws(StorageError) {
                    if let name = try litterName(of: name, in: folder) { litter.append(name) }
                } catch {
                    problem = problem ?? error
                }
            }
            try folder.sync()
        }
        // No other process held the lock, so none uses these names.
        remover.remove(litter, in: folder)
        if let problem { throw problem }
    }

    /// Completes a replacement of this bundle that was interrupted between its two steps, as a sweep would.
    /// Otherwise the next sweep would restore a bundle that is being removed now.
    func finishReplacement(_ identifier: String, in folder: borrowing Folder) throws(StorageError) {
        let displaced = StagingName(displaced: identifier).text
        guard try folder.status(of: displaced) != nil, let litter = try litterName(of: displaced, in: folder)
        else { return }
        try folder.sync()
        remover.remove([litter], in: self.folder)
    }

    /// Prepares a staged entry for its removal, or restores it; returns the name to remove, or nil.
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
            // A later replacement uses the displaced name for its own old bundle.
            let litter = StagingName(.new, for: identifier).text
            try folder.rename(staging, to: litter)
            return litter
        default: return nil  // A person's own file or link: both stay until it is gone.
        }
    }
}
