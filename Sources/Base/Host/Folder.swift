// SPDX-License-Identifier: Apache-2.0

package import CLinux
import Glibc

/// An open folder. Entries are reached through its descriptor, so that renaming the folder, or replacing it
/// by a link, cannot redirect a running operation.
package struct Folder: ~Copyable, Sendable {
    package let descriptor: Int32
    /// The path that was opened; for messages.
    package let path: String

    deinit { close(descriptor) }

    /// Opens the folder at `path`, following links on the way to it.
    package init(opening path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .storage(path: path, operation: "opened", errno: errno) }
        self.init(descriptor: descriptor, path: path)
    }

    /// Opens the folder at `path` as `init(opening:)` does; nil if it does not exist. A dangling link is an
    /// error.
    package static func existing(_ path: String) throws(StorageError) -> Folder? {
        do {
            return try Folder(opening: path)
        } catch .storage(_, _, ENOENT) {
            if let fault = Absence.fault(at: path) { throw fault }
            return nil
        }
    }

    package init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens the folder at `path`; creates it and its missing parents durably, with `mode` whatever the umask
    /// is.
    package init(creating path: String, mode: UInt32) throws(StorageError) {
        do {
            try self.init(opening: path)
        } catch .storage(_, _, ENOENT) where path.utf8.contains(UInt8(ascii: "/")) && path != "/" {
            let (parent, name) = Self.split(path)
            let folder = try Folder(creating: parent, mode: mode)
            try folder.makeFolder(name, mode: mode)
            try folder.sync()
            try self.init(opening: path)
        }
    }

    /// The parent folder and the last name of `path`; trailing slashes do not count.
    package static func split(_ path: String) -> (folder: String, name: String) {
        let separator = UInt8(ascii: "/")
        var trimmed = path.utf8[...]
        while trimmed.last == separator { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: separator) else { return (".", String(Substring(trimmed))) }
        let folder = Substring(trimmed[..<slash])
        let name = Substring(trimmed[trimmed.index(after: slash)...])
        return (folder.isEmpty ? "/" : String(folder), String(name))
    }

    package func fault(_ operation: String, _ name: String? = nil, _ code: Int32 = errno) -> StorageError {
        .storage(path: name.map { path + "/" + $0 } ?? path, operation: operation, errno: code)
    }

    /// Creates the folder `name` with exactly `mode`; an existing folder, or a link to one, stays unchanged.
    package func makeFolder(_ name: String, mode: UInt32) throws(StorageError) {
        guard mkdirat(descriptor, name, mode) == 0 else {
            guard errno == EEXIST else { throw fault("created", name) }
            var status = stat()
            guard fstatat(descriptor, name, &status, 0) == 0 else { throw fault("examined", name) }
            guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path + "/" + name) }
            return
        }
        let made = try openFolder(name)
        guard fchmod(made.descriptor, mode) == 0 else { throw fault("given its mode", name) }
    }

    /// Opens the folder `name` (a path beneath this one) without following links.
    package func openFolder(_ name: String) throws(StorageError) -> Folder {
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let opened = linux_open_beneath(descriptor, name, flags)
        guard opened >= 0 else { throw fault("opened", name) }
        return Folder(descriptor: opened, path: path + "/" + name)
    }

    /// The status of `name` itself, without following links; nil if nothing is there.
    package func status(of name: String) throws(StorageError) -> stat? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw fault("examined", name)
        }
        return status
    }

    package func rename(_ name: String, to other: String) throws(StorageError) {
        guard renameat(descriptor, name, descriptor, other) == 0 else { throw fault("put in place", other) }
    }

    /// Flushes this folder's entries to the disk. Succeeds on file systems that cannot flush folders
    /// (EINVAL).
    package func sync() throws(StorageError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw fault("made durable") }
    }

    /// Flushes the folder and calls `confirm`; if either fails, `rollBack` undoes the change.
    ///
    /// - Throws: the first failure, or the error of `rollBack`.
    package func commit(
        _ confirm: () throws(StorageError) -> Void = {},
        else rollBack: (borrowing Folder) throws(StorageError) -> Void
    ) throws(StorageError) {
        do {
            try sync()
            try confirm()
        } catch {
            defer { try? sync() }
            try rollBack(self)
            throw error
        }
    }
}
