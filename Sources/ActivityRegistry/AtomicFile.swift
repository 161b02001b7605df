// SPDX-License-Identifier: Apache-2.0
//
// A file that is written is either the old one or the new one, whatever happens: the new bytes go under a
// name of their own beside it, are flushed to the disk, and take the old one's name; flushing the folder then
// makes the rename itself survive a loss of power. The order matters. Renamed before it is flushed, a file
// can come back empty; a folder that is not flushed can come back with the old name. Only when all of that is
// done does a caller answer its own caller, so what was acknowledged is there after the next boot.
//
// What was answered with an error must not be there. So the two files change places (RENAME_EXCHANGE), and
// where the folder cannot be flushed they change back; only then is the old one unlinked. A file system that
// cannot exchange gets a plain rename: there, a folder that cannot be flushed keeps the new file.
//
// The name of a file under way begins with `.staging-`. Nothing reads such names, the watcher keeps silent
// about them, and `sweep` takes away what a killed process left.

import CLinux
import Glibc

/// Files that are replaced whole and durably.
package struct AtomicFile {
    /// Puts `bytes` at `path` with exactly `mode`, making missing folders with `folderMode`.
    ///
    /// - Parameter confirm: called when the new file is there for good; where it throws, the old one comes back.
    /// - Throws: `storage`, or what `confirm` throws; the old file is then there as before and nothing is left
    ///   beside it.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32, folderMode: UInt32 = 0o755,
        confirm: () throws(RegistryError) -> Void = {}
    ) throws(RegistryError) {
        let (place, name) = Folder.split(path)
        let folder = try Folder(creating: place, mode: folderMode)
        let staging = StagingName(.new, for: name).text
        defer { unlinkat(folder.descriptor, staging, 0) }
        try folder.writeFile(staging, bytes, mode: mode)
        let former = try folder.status(of: name)
        if former?.st_mode.isRegular == true, folder.exchange(staging, name) {
            return try folder.commit(confirm) { $0.exchange(staging, name) }
        }
        try folder.rename(staging, to: name)
        try folder.commit(confirm) { if former == nil { unlinkat($0.descriptor, name, 0) } }
    }

    /// The bytes at `path`; nil where nothing is there.
    ///
    /// - Throws: `notAFile` for anything but a regular file, a link included unless `followingLinks`;
    ///   `tooLarge` past `limit` bytes; `storage`.
    package static func read(_ path: String, limit: Int, followingLinks: Bool = false) throws(RegistryError)
        -> [UInt8]?
    {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP, ENXIO: throw .notAFile(path: path)
            default: throw .storage(path: path, operation: "opened", errno: errno)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .storage(path: path, operation: "examined", errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        return try contents(of: descriptor, path, size: Int(status.st_size), limit: limit)
    }

    /// Reads to the limit and one byte more: a file may grow, or lie about its size, while it is read.
    private static func contents(of descriptor: Int32, _ path: String, size: Int, limit: Int)
        throws(RegistryError) -> [UInt8]
    {
        guard size <= limit else { throw .tooLarge(path: path, limit: limit) }
        var bytes: [UInt8] = []
        while true {
            let room = min(max(size - bytes.count, 4_096), limit - bytes.count) + 1
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let length = Glibc.read(descriptor, buffer.baseAddress, room)
                failure = length < 0 ? errno : 0
                count = max(length, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw .storage(path: path, operation: "read", errno: failure) }
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        }
    }

    /// Takes away what killed processes left half written in `folder`.
    ///
    /// - Returns: what could not be swept; none of it keeps anything from working.
    @discardableResult
    package static func sweep(_ folder: String) -> [RegistryError] {
        do {
            try FolderLock.hold(existing: folder) { () throws(RegistryError) in
                let folder = try Folder(opening: folder)
                for name in try folder.names() where StagingName.isStaging(name) {
                    try folder.removeTree(name)
                }
                // A killed process may have put a file in place and not come to flushing the folder.
                try folder.sync()
            }
            return []
        } catch .stalled {
            // Another daemon is at work there, and sweeps at its own start.
            return []
        } catch .storage(_, _, ENOENT) {
            return []
        } catch {
            return [error]
        }
    }

    /// Takes the file at `path` away, durably; one that is not there is no error.
    ///
    /// - Throws: `storage`, or what `confirm` throws; the file is then still there.
    package static func remove(
        _ path: String, confirm: () throws(RegistryError) -> Void = {}
    ) throws(RegistryError) {
        do throws(RegistryError) {
            let (place, name) = Folder.split(path)
            let folder = try Folder(opening: place)
            guard let status = try folder.status(of: name) else { return }
            guard status.st_mode & S_IFMT != S_IFDIR else { throw folder.fault("removed", name, EISDIR) }
            let staging = StagingName(.new, for: name).text
            guard folder.move(name, to: staging) else { throw folder.fault("removed", name) }
            try folder.commit(confirm) { $0.move(staging, to: name) }
            unlinkat(folder.descriptor, staging, 0)
        } catch .storage(_, _, ENOENT) {
            return
        } catch .storage(_, _, ENOTDIR) {
            return
        }
    }
}

extension Folder {
    /// Lets two names change places; false where they cannot.
    @discardableResult
    fileprivate func exchange(_ one: String, _ other: String) -> Bool {
        linux_exchange(descriptor, one, descriptor, other) == 0
    }

    @discardableResult
    fileprivate func move(_ name: String, to other: String) -> Bool {
        renameat(descriptor, name, descriptor, other) == 0
    }
}

extension mode_t {
    fileprivate var isRegular: Bool { self & S_IFMT == S_IFREG }
}
