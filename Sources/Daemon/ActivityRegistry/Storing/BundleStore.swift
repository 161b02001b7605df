// SPDX-License-Identifier: Apache-2.0
//
// A bundle is replaced atomically: a loader sees the complete old one or the complete new one, and after a
// power failure one of them exists. There are four steps, after each of which the process may be killed:
//
//   1 the new bundle is written beside the old one, as `.staging-new-…`, and all its files and folders are
//     flushed;
//   2 renameat2(RENAME_EXCHANGE) exchanges the two names (a plain rename if there is no old bundle);
//   3 the folder is flushed and the caller confirms that it sees the new bundle there; if either fails, step
//     2 is undone, so that an error means that nothing has changed; if the file system refuses even that, the
//     old bundle is kept as `<name>.former`, and the error says so;
//   4 the old bundle, which now has the staging name, is removed in the background.
//
// After a kill before step 2, the staging folder contains a part of the new bundle; after step 2, the old
// bundle: `sweep` may remove it in both cases.
//
// Some file systems cannot exchange (EINVAL). There the old bundle is first moved to
// `.staging-old-<identifier>`, and then the new one is moved into place: between the two calls neither is
// visible. If the process was killed there, `sweep` restores the old bundle; otherwise it removes it. A
// bundle is removed by a rename to a staging name, a flush, a confirmation as in step 3, and the deletion in
// the background.
//
// One process at a time may change a store: it holds the folder's lock (`FolderLock`).

import ActivityModel
import CLinux
import Glibc
package import Host

package final class BundleStore {
    package let folder: String
    let remover: Remover

    /// - Parameter folder: the store's folder; the first installation creates it with mode 0755.
    package init(folder: String, remover: Remover = Remover()) {
        self.folder = folder
        self.remover = remover
    }

    package func path(of identifier: String) -> String { folder + "/" + Self.name(of: identifier) }

    /// Stores a bundle, and replaces an existing one of this identifier. Files get mode 0644, executables and
    /// folders 0755, whatever the umask is. The bundle is durable when this returns.
    ///
    /// - Throws: `linkInTheWay`, `bundleLinkInTheWay` and `notAFolder` if something else has the name,
    ///   `invalidPath`, `storage`, or an error of `confirm`; the former state then still holds.
    ///   `notRolledBack` if undoing failed: the former bundle now has another name, or the new one is still
    ///   there.
    package func install(
        _ files: [BundleFile], identifier: String, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let name = try Self.checkedName(of: identifier)
        try BundleFile.checkPaths(of: files)
        let folder = try Folder(creating: folder, mode: 0o755)
        try finishReplacement(identifier, in: folder)
        let staging = StagingName(.new, for: identifier).text
        let way: Way
        do throws(StorageError) {
            try folder.write(files, as: staging)
            way = try moveIntoPlace(staging, at: name, identifier, in: folder)
        } catch {
            remover.remove([staging], in: self.folder)
            throw error
        }
        // If undoing fails, nothing is removed: the staging name may be that of the old bundle.
        try folder.commit(confirm) { folder throws(StorageError) in
            try rollBack(staging, at: name, identifier, way, in: folder)
            remover.remove([staging], in: self.folder)
        }
        remover.remove([staging], in: self.folder)
        if way == .twoSteps { try? remover.discard(StagingName(displaced: identifier).text, in: folder) }
    }

    /// Removes a bundle, or the link to one but not its target.
    ///
    /// - Returns: false if nothing is stored under this identifier.
    /// - Throws: `linkInTheWay` and `notAFolder` for an entry that `install` would not replace, `storage`, or
    ///   an error of `confirm`; the bundle is then still there. `notRolledBack` if undoing failed: the bundle
    ///   now has another name.
    package func remove(
        identifier: String, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) -> Bool {
        let name = try Self.checkedName(of: identifier)
        let folder: Folder
        do {
            folder = try Folder(opening: self.folder)
        } catch .storage(_, _, ENOENT) {
            return false
        }
        try finishReplacement(identifier, in: folder)
        guard try isRemovable(name, in: folder) else { return false }
        let staging = StagingName(.new, for: identifier).text
        try folder.rename(name, to: staging)
        try folder.commit(confirm) { folder throws(StorageError) in try folder.restore(staging, to: name) }
        remover.remove([staging], in: self.folder)
        return true
    }

    /// Whether `remove` would find something to remove.
    ///
    /// - Throws: the errors of `remove`.
    func holds(identifier: String) throws(StorageError) -> Bool {
        let name = try Self.checkedName(of: identifier)
        do throws(StorageError) {
            return try isRemovable(name, in: Folder(opening: self.folder))
        } catch .storage(_, _, ENOENT) {
            return false
        }
    }

    private func isRemovable(_ name: String, in folder: borrowing Folder) throws(StorageError) -> Bool {
        try holdsLink(name, in: folder) ? true : holdsBundle(name, in: folder)
    }

    /// How a bundle was put in place.
    private enum Way { case rename, exchange, twoSteps }

    private func moveIntoPlace(
        _ staging: String, at name: String, _ identifier: String, in folder: borrowing Folder
    ) throws(StorageError) -> Way {
        guard try holdsBundle(name, in: folder) else {
            try folder.rename(staging, to: name)
            return .rename
        }
        switch folder.exchange(staging, name) {
        case 0: return .exchange
        case EINVAL, ENOSYS:
            try replaceInTwoSteps(staging, at: name, identifier, in: folder)
            return .twoSteps
        case let code: throw folder.fault("put in place", name, code)
        }
    }

    /// Replaces a bundle on a file system that cannot exchange names; see the head of this file.
    private func replaceInTwoSteps(
        _ staging: String, at name: String, _ identifier: String, in folder: borrowing Folder
    ) throws(StorageError) {
        let displaced = StagingName(displaced: identifier).text
        try folder.rename(name, to: displaced)
        do throws(StorageError) {
            try folder.sync()
            try folder.rename(staging, to: name)
        } catch {
            try folder.restoreDisplaced(displaced, to: name)
            throw error
        }
    }

    /// Undoes `moveIntoPlace`; the new bundle has the staging name again.
    private func rollBack(
        _ staging: String, at name: String, _ identifier: String, _ way: Way, in folder: borrowing Folder
    ) throws(StorageError) {
        switch way {
        case .rename: try folder.withdraw(name, as: staging)
        case .exchange:
            let code = folder.exchange(staging, name)
            guard code == 0 else { throw folder.preserve(staging, of: name, code) }
        case .twoSteps:
            let displaced = StagingName(displaced: identifier).text
            do throws(StorageError) {
                try folder.rename(name, to: staging)
            } catch {
                throw folder.preserve(displaced, of: name, error.code)
            }
            try folder.restoreDisplaced(displaced, to: name)
        }
    }

    /// Whether `name` is a folder; false if the name is free.
    ///
    /// - Throws: `linkInTheWay` for a mask, `bundleLinkInTheWay` for another link, `notAFolder`, `storage`.
    func holdsBundle(_ name: String, in folder: borrowing Folder) throws(StorageError) -> Bool {
        guard let status = try folder.status(of: name) else { return false }
        let path = self.folder + "/" + name
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFLNK where try folder.isMask(name): throw .linkInTheWay(path: path)
        case S_IFLNK:
            throw .bundleLinkInTheWay(path: path, identifier: BundleName.identifier(in: name) ?? name)
        default: throw .notAFolder(path: path)
        }
    }

    static func checkedName(of identifier: String) throws(StorageError) -> String {
        guard Identifier.isValid(identifier) else {
            throw .invalidPath(path: identifier, reason: "it is not an identifier")
        }
        return name(of: identifier)
    }

    static func name(of identifier: String) -> String { identifier + BundleName.ending }
}
