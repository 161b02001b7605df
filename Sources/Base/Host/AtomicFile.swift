// SPDX-License-Identifier: Apache-2.0
//
// A file that is written is either the old one or the new one, whatever happens: the new bytes go to a
// temporary name beside it, are flushed to the disk, and take the old one's name; flushing the folder then
// makes the rename itself survive a loss of power. The order matters. If a file is renamed before it is
// flushed, it can come back empty; if the folder is not flushed, it can come back with the old name. Only
// when all of that is done does a caller acknowledge the write, so every acknowledged write is there after
// the next boot.
//
// A write that failed must leave no trace. So the two files swap names (RENAME_EXCHANGE), or, on file systems
// that cannot do that (NFS, FUSE), the old one first gets a second name; if the folder cannot be flushed, the
// old file gets its name back, and it is unlinked only after success. If even the restore fails, the old file
// is kept, if possible under its name with `.former`, and the error names its path.
//
// Temporary names begin with `.staging-`. Readers and the watcher ignore such names, and `sweep` removes the
// leftovers of a killed process.

import CLinux
import Glibc

/// Files that are replaced atomically and durably.
package struct AtomicFile {
    /// Writes `bytes` to `path` with exactly `mode`, creating missing folders with `folderMode`.
    ///
    /// - Parameter confirm: called when the new file is durable; if it throws, the old file is restored.
    /// - Throws: `storage`, or the error of `confirm`; the old file is then in place and nothing is left
    ///   beside it. `notRolledBack` if the old file is kept elsewhere, or the new one could not be removed.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32, folderMode: UInt32 = 0o755,
        confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        let folder = try Folder(creating: parent, mode: folderMode)
        let staging = StagingName(.new, for: name).text
        let former: String?
        do throws(StorageError) {
            try folder.writeFile(staging, bytes, mode: mode)
            former = try folder.moveIntoPlace(staging, at: name)
        } catch {
            unlinkat(folder.descriptor, staging, 0)
            throw error
        }
        try folder.commit(confirm) { folder throws(StorageError) in
            guard let former else { return try folder.withdraw(name) }
            try folder.restore(former, to: name)
        }
        if let former { unlinkat(folder.descriptor, former, 0) }
    }

    /// The bytes at `path`; nil if the path does not exist.
    ///
    /// - Throws: `notAFile` for anything but a regular file, a link included unless `followingLinks`;
    ///   `tooLarge` past `limit` bytes; `storage`.
    package static func read(_ path: String, limit: Int, followingLinks: Bool = false) throws(StorageError)
        -> [UInt8]?
    {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
        guard let file = Descriptor(open(path, flags)) else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP, ENXIO: throw .notAFile(path: path)
            default: throw .storage(path: path, operation: "opened", errno: errno)
            }
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else {
            throw .storage(path: path, operation: "examined", errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooLarge(path: path, limit: limit) }
        guard let bytes = Descriptor.read(file.number, limit: limit + 1, expecting: size) else {
            throw .storage(path: path, operation: "read", errno: errno)
        }
        guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        return bytes
    }

    /// Removes the staging files of killed processes from `folder`, unless another process has locked it.
    package static func sweep(_ folder: String, by remover: Remover = Remover()) throws(StorageError) {
        try FolderLock.tidy(folder) { open throws(StorageError) in
            // A killed process may have renamed a file into place without flushing the folder.
            try open.sync()
            try remover.sweep(folder)
        }
    }

    /// Removes the file at `path` durably; a missing file is not an error, and is confirmed too.
    ///
    /// - Throws: `storage`, or the error of `confirm`; a file that was there is then still there.
    ///   `notRolledBack` if it is kept elsewhere.
    package static func remove(
        _ path: String, confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        let folder: Folder
        do throws(StorageError) {
            folder = try Folder(opening: parent)
        } catch .storage(_, _, let code) where code == ENOENT || code == ENOTDIR {
            return try confirm()
        }
        guard let status = try folder.status(of: name) else { return try confirm() }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw folder.fault("removed", name, EISDIR) }
        let staging = StagingName(.new, for: name).text
        guard renameat(folder.descriptor, name, folder.descriptor, staging) == 0 else {
            if errno == ENOENT { return try confirm() }
            throw folder.fault("removed", name)
        }
        try folder.commit(confirm) { folder throws(StorageError) in
            try folder.restore(staging, to: name)
        }
        unlinkat(folder.descriptor, staging, 0)
    }
}

extension Folder {
    /// Moves the staged file to `name`; returns the temporary name of the previous file, nil if there was
    /// none.
    fileprivate func moveIntoPlace(_ staging: String, at name: String) throws(StorageError) -> String? {
        guard let status = try status(of: name), status.st_mode & S_IFMT != S_IFDIR else {
            try rename(staging, to: name)
            return nil
        }
        if exchange(staging, name) == 0 { return staging }
        let former = StagingName(.new, for: name).text
        do throws(StorageError) {
            try doubleFile(name, as: former, status)
            try rename(staging, to: name)
        } catch {
            unlinkat(descriptor, former, 0)
            throw error
        }
        return former
    }

    /// Gives a file a second name; copies it if the file system has no hard links.
    private func doubleFile(_ name: String, as other: String, _ status: stat) throws(StorageError) {
        guard linkat(descriptor, name, descriptor, other, 0) != 0 else { return }
        guard let bytes = try AtomicFile.read(path + "/" + name, limit: .max - 1) else {
            throw fault("read", name, ENOENT)
        }
        try writeFile(other, bytes, mode: status.st_mode & 0o7777)
    }
}
