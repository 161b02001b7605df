// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension GeneratedTree {
    /// Copies entries to a folder that lacks them, with everything that `difference` compares.
    ///
    /// - Parameter reportPath: like that of `FolderPair.map`.
    static func copy(
        _ names: [String], from source: borrowing Folder, to target: borrowing Folder,
        reportPath: @escaping @Sendable (String?) -> Void
    ) throws(StorageError) {
        _ = try FolderPair(opening: source.path, target.path).map(names, reportPath: reportPath) {
            name, source, target throws(StorageError) in try copy(name, from: source, to: target)
        }
    }

    private static func copy(
        _ name: String, from source: borrowing Folder, to target: borrowing Folder
    ) throws(StorageError) {
        guard let status = try source.status(of: name) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            let inner = try source.openFolder(name)
            try target.makeFolder(name, mode: 0o755)
            let copy = try target.openFolder(name)
            for name in try inner.names() { try Self.copy(name, from: inner, to: copy) }
        case S_IFLNK:
            let link = LinkText.bytes(of: name, in: source.descriptor) ?? []
            let text = link.map(CChar.init(bitPattern:)) + [0]
            guard symlinkat(text, target.descriptor, name) == 0 else { throw target.fault("created", name) }
        case S_IFREG: try copyFile(name, status, from: source, to: target)
        default:
            // The entry is a pipe or a socket, so the bundle will be rejected.
            guard mknodat(target.descriptor, name, status.st_mode, 0) == 0 else {
                throw target.fault("created", name)
            }
        }
    }

    private static func copyFile(
        _ name: String, _ status: stat, from source: borrowing Folder, to target: borrowing Folder
    ) throws(StorageError) {
        guard let file = open(name, in: source) else { throw source.fault("opened", name) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        guard let copy = Descriptor(openat(target.descriptor, name, flags, 0o600)) else {
            throw target.fault("created", name)
        }
        do throws(FileCopy.Fault<Never>) {
            try FileCopy.copy(file, to: copy) { (_: Int) throws(Never) in }
        } catch {
            switch error {
            case .unreadable(let code): throw source.fault("read", name, code)
            case .unwritable(let code): throw target.fault("written", name, code)
            }
        }
        guard fchmod(copy.number, fileMode(status)) == 0 else { throw target.fault("given its mode", name) }
    }
}
