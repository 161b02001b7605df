// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

extension GeneratedTree {
    private static let portion = 64 << 10

    /// Compares names, file types, bytes, link targets and executability.
    ///
    /// - Parameter reportPath: like that of `FolderPair.map`.
    /// - Returns: the names that are new or changed, and the served names that the generator has not made
    ///   again.
    static func difference(
        of made: borrowing Folder, from served: borrowing Folder,
        reportPath: @escaping @Sendable (String?) -> Void
    ) throws(StorageError) -> (made: [String], gone: [String]) {
        let names = try made.names()
        let wanted = Set(names.map { ExactText($0) })
        let gone = try served.names().filter { !wanted.contains(ExactText($0)) }
        let equal = try FolderPair(opening: made.path, served.path).map(names, reportPath: reportPath) {
            name, made, served throws(StorageError) in try isEqual(name, in: made, served)
        }
        return (zip(names, equal).filter { !$1 }.map(\.0), gone)
    }

    private static func isEqual(
        _ name: String, in one: borrowing Folder, _ other: borrowing Folder
    ) throws(StorageError) -> Bool {
        guard let first = try one.status(of: name), let second = try other.status(of: name),
            first.st_mode & S_IFMT == second.st_mode & S_IFMT
        else { return false }
        switch first.st_mode & S_IFMT {
        case S_IFDIR:
            return try haveEqualEntries(one.openFolder(name), other.openFolder(name))
        case S_IFREG:
            return first.st_size == second.st_size && fileMode(first) == fileMode(second)
                && hasEqualBytes(name, Int(first.st_size), one, other)
        case S_IFLNK:
            return LinkText.bytes(of: name, in: one.descriptor)
                == LinkText.bytes(of: name, in: other.descriptor)
        default: return true
        }
    }

    private static func haveEqualEntries(
        _ one: borrowing Folder, _ other: borrowing Folder
    ) throws(StorageError) -> Bool {
        let names = try one.names()
        guard try other.names() == names else { return false }
        for name in names where try !isEqual(name, in: one, other) { return false }
        return true
    }

    /// - Parameter size: size of both files, in bytes.
    private static func hasEqualBytes(
        _ name: String, _ size: Int, _ one: borrowing Folder, _ other: borrowing Folder
    ) -> Bool {
        guard let first = open(name, in: one), let second = open(name, in: other) else { return size == 0 }
        var rest = size
        while rest > 0 {
            let bytes = Descriptor.read(first.number, limit: portion, expecting: rest)
            guard let bytes, !bytes.isEmpty,
                bytes == Descriptor.read(second.number, limit: portion, expecting: rest)
            else { return false }
            rest -= bytes.count
        }
        return true
    }

    /// Mode of a file's copy: only executability is preserved. Other mode bits of a generator's files and
    /// folders could block a later publication.
    static func fileMode(_ status: stat) -> mode_t { status.st_mode & 0o100 == 0 ? 0o644 : 0o755 }

    static func open(_ name: String, in folder: borrowing Folder) -> Descriptor? {
        Descriptor(openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }
}
