// SPDX-License-Identifier: Apache-2.0
//
// A bundle is replaced at once: a loader sees the old one whole or the new one whole, and after a loss
// of power one of them is there. It takes four steps, each of which may be the last:
//
//   1 the new bundle is written beside the old one, as `.staging-new-…`, and every file and folder of it is
//     flushed;
//   2 renameat2(RENAME_EXCHANGE) lets the two names change places (a plain rename where there is no old
//     bundle);
//   3 the folder is flushed and the caller confirms that the new bundle is what it sees there, and from here on
//     it is acknowledged; where either fails, step 2 is taken back, so that what is answered with an error has
//     not happened, and where the file system refuses even that, the old one is kept as `<name>.former`, and the
//     error says so;
//   4 the old one, which now bears the staging name, is removed; that may take its time.
//
// Killed before 2, the staging folder is litter; killed after 2, it holds the old bundle, which is litter
// too: in both cases `sweep` may take it away without asking what it is.
//
// Some file systems cannot exchange (EINVAL). There the old bundle is first moved to
// `.staging-old-<identifier>`, and then the new one takes its place: between the two calls neither is to be
// seen. Killed there, `sweep` finds an old one without a successor and brings it back; with a successor in
// place it is litter. Removing is a rename to a staging name, a flush, and then the deletion, which may take
// its time.
//
// One process at a time may change a store: it holds the folder's lock (`FolderLock`).

import ActivityModel
import CLinux
import Glibc
package import Host

/// The folder that holds a scope's registered bundles.
package final class BundleStore {
    package let folder: String
    let remover: Remover

    /// The folder is made, with mode 0755, when the first bundle is installed.
    package init(folder: String, remover: Remover = Remover()) {
        self.folder = folder
        self.remover = remover
    }

    /// The path at which the bundle of `identifier` is stored.
    package func path(of identifier: String) -> String { folder + "/" + Self.name(of: identifier) }

    /// Stores a bundle, in place of the one with this identifier where there is one. Files become 0644,
    /// executable ones and folders 0755, whatever the umask is. The bundle is on the disk when this returns.
    ///
    /// - Throws: `linkInTheWay`, `bundleLinkInTheWay` and `notAFolder` where the name is taken by something else, `invalidPath`,
    ///   `storage`, or what `confirm` throws; what was there before is then still there. `notTakenBack` where it is
    ///   kept elsewhere, or there was none and the new one is still there.
    package func install(
        _ files: [BundleFile], identifier: String, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let name = try Self.checkedName(of: identifier)
        try BundleFile.checkPaths(of: files)
        let folder = try Folder(creating: folder, mode: 0o755)
        try settle(identifier, in: folder)
        let staging = StagingName(.new, for: identifier).text
        let way: Way
        do throws(StorageError) {
            try folder.write(files, as: staging)
            way = try place(staging, at: name, identifier, in: folder)
        } catch {
            remover.remove([staging], in: self.folder)
            throw error
        }
        // What could not be taken back is not removed: the staging name may be the old bundle's.
        try folder.commit(confirm) { folder throws(StorageError) in
            try takeBack(staging, at: name, identifier, way, in: folder)
            remover.remove([staging], in: self.folder)
        }
        remover.remove([staging], in: self.folder)
        if way == .twoSteps { try? remover.discard(StagingName(displaced: identifier).text, in: folder) }
    }

    /// Takes a bundle away, or the link to one and not what it leads to; false where there is none of this identifier.
    ///
    /// - Throws: `linkInTheWay` and `notAFolder` for what `install` would not replace, `storage`, or what
    ///   `confirm` throws; the bundle is then still there. `notTakenBack` where it is kept elsewhere.
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
        try settle(identifier, in: folder)
        guard try isRemovable(name, in: folder) else { return false }
        let staging = StagingName(.new, for: identifier).text
        try folder.rename(name, to: staging)
        try folder.commit(confirm) { folder throws(StorageError) in try folder.restore(staging, to: name) }
        remover.remove([staging], in: self.folder)
        return true
    }

    /// Whether there is one to remove.
    ///
    /// - Throws: as `remove` does.
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

    /// How a bundle came to its place.
    private enum Way { case rename, exchange, twoSteps }

    private func place(
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

    /// Where the file system cannot exchange; see the head of this file.
    private func replaceInTwoSteps(
        _ staging: String, at name: String, _ identifier: String, in folder: borrowing Folder
    ) throws(StorageError) {
        let displaced = StagingName(displaced: identifier).text
        try folder.rename(name, to: displaced)
        do throws(StorageError) {
            try folder.sync()
            try folder.rename(staging, to: name)
        } catch {
            try folder.bringBack(displaced, to: name)
            throw error
        }
    }

    /// Undoes `place`; the new bundle bears the staging name again.
    private func takeBack(
        _ staging: String, at name: String, _ identifier: String, _ way: Way, in folder: borrowing Folder
    ) throws(StorageError) {
        switch way {
        case .rename: try folder.withdraw(name, as: staging)
        case .exchange:
            let code = folder.exchange(staging, name)
            guard code == 0 else { throw folder.keep(staging, of: name, code) }
        case .twoSteps:
            let displaced = StagingName(displaced: identifier).text
            do throws(StorageError) {
                try folder.rename(name, to: staging)
            } catch {
                throw folder.keep(displaced, of: name, error.code)
            }
            try folder.bringBack(displaced, to: name)
        }
    }

    /// Whether a folder stands at `name`; false where nothing does.
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
