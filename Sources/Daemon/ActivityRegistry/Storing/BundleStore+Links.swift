// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import Host

extension BundleStore {
    /// Stores a link to the bundle at `target`, and replaces an existing link. The link is durable when this
    /// returns.
    ///
    /// - Throws: `copyInTheWay` if a bundle is stored under this identifier, `linkInTheWay` if a mask is,
    ///   `notAFolder`, `storage`, or an error of `confirm`; the former state then still holds.
    ///   `notRolledBack` if undoing failed: the former link now has another name, or the new link is still
    ///   there.
    package func link(
        to target: String, identifier: String, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let name = try Self.checkedName(of: identifier)
        let folder = try Folder(creating: folder, mode: 0o755)
        try finishReplacement(identifier, in: folder)
        let isReplacing = try holdsLink(name, in: folder)
        if !isReplacing, try holdsBundle(name, in: folder) {
            throw .copyInTheWay(path: path(of: identifier), identifier: identifier)
        }
        let staging = StagingName(.new, for: identifier).text
        guard symlinkat(target, folder.descriptor, staging) == 0 else { throw folder.fault("created", name) }
        do throws(StorageError) {
            try put(staging, at: name, isReplacing, in: folder)
        } catch {
            remover.remove([staging], in: self.folder)
            throw error
        }
        try folder.commit(confirm) { folder throws(StorageError) in
            guard isReplacing else { return try folder.withdraw(name) }
            try folder.restore(staging, to: name)
        }
        if isReplacing { remover.remove([staging], in: self.folder) }
    }

    /// Moves the new link to `name`; afterwards `staging` names the former link.
    private func put(
        _ staging: String, at name: String, _ isReplacing: Bool, in folder: borrowing Folder
    ) throws(StorageError) {
        guard isReplacing else { return try folder.rename(staging, to: name) }
        let code = folder.exchange(staging, name)
        guard code == 0 else { throw folder.fault("put in place", name, code) }
    }

    /// Whether `name` is a link to a bundle; a mask is not.
    func holdsLink(_ name: String, in folder: borrowing Folder) throws(StorageError) -> Bool {
        guard let status = try folder.status(of: name), status.st_mode & S_IFMT == S_IFLNK else {
            return false
        }
        return try !folder.isMask(name)
    }
}
