// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension BundleStore {
    /// Takes away what a killed process left, and brings back a bundle that was moved aside and has no
    /// successor.
    ///
    /// - Returns: what could not be swept; none of it keeps the store from working.
    @discardableResult
    package func sweep() -> [RegistryError] {
        do {
            return try FolderLock.hold(existing: folder) { () throws(RegistryError) in
                try sweep(Folder(opening: folder))
            }
        } catch .stalled {
            // Another daemon is at work there, and sweeps at its own start.
            return []
        } catch .storage(_, _, ENOENT) {
            return []
        } catch {
            return [error]
        }
    }

    private func sweep(_ folder: borrowing Folder) throws(RegistryError) -> [RegistryError] {
        var problems: [RegistryError] = []
        for name in try folder.names() where StagingName.isStaging(name) {
            do {
                try sweep(name, in: folder)
            } catch {
                problems.append(error)
            }
        }
        try folder.sync()
        return problems
    }

    private func sweep(_ staging: String, in folder: borrowing Folder) throws(RegistryError) {
        guard let identifier = StagingName.displacedIdentifier(in: staging) else {
            return try folder.removeTree(staging)
        }
        let name = Self.name(of: identifier)
        switch try folder.status(of: name).map({ $0.st_mode & S_IFMT }) {
        case nil: try folder.rename(staging, to: name)
        case S_IFDIR: try folder.removeTree(staging)
        default: break  // Somebody else's file or link: both stay until it is gone.
        }
    }
}
