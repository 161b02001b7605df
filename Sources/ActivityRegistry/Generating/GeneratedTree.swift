// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// The tree of what a generator has written, measured and compared without following a link.
struct GeneratedTree {
    /// Why a tree is not taken.
    enum Fault: Error {
        case tooLarge, tooDeep
        case storage(StorageError)
    }

    /// Bytes of all files.
    static let maximumBytes = 256 << 20
    /// Files and folders: ten thousand bundles, of a manifest, an icon and one file more. Each look at the registry would
    /// take seconds with many more, and no format has as many plug-ins.
    static let maximumEntries = 40_000
    private static let maximumDepth = 16
    /// Read at a time to compare files, in bytes.
    private static let portion = 64 << 10

    private let note: (String) -> Void
    private var bytes = 0
    private var entries = 0
    private var isTooLarge: Bool { bytes > Self.maximumBytes || entries > Self.maximumEntries }

    // MARK: Measuring

    /// - Parameter note: called with each folder before it is read.
    /// - Throws: `tooLarge`, as soon as that is known, or `tooDeep`.
    static func measure(_ path: String, note: @escaping (String) -> Void) throws(Fault) {
        let folder: Folder
        do throws(StorageError) { folder = try Folder(opening: path) } catch { throw .storage(error) }
        var tree = GeneratedTree(note: note)
        try tree.add(folder, depth: 0)
    }

    /// The program may still be at work, so that a name may be gone at the next call. Names count that are not UTF-8.
    private mutating func add(_ folder: borrowing Folder, depth: Int) throws(Fault) {
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        note(folder.path)
        let descriptor = folder.descriptor
        var folders: [[CChar]] = []
        do throws(StorageError) {
            try folder.visit { text, _ in
                let name = text + [0]
                var status = stat()
                entries += 1
                guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                if isFolder { folders.append(name) } else { bytes += Int(status.st_size) }
                return !isTooLarge
            }
        } catch { throw .storage(error) }
        guard !isTooLarge else { throw .tooLarge }
        for name in folders {
            let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else {
                if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { continue }
                throw .storage(folder.fault("opened", text))
            }
            try add(Folder(descriptor: inner, path: folder.path + "/" + text), depth: depth + 1)
        }
    }

    // MARK: Comparing

    /// Whether two folders hold the same names with the same modes, bytes and links.
    ///
    /// - Parameter note: called, from any thread, with each name's path before it is read, and with nil afterwards.
    static func areEqual(
        _ one: borrowing Folder, _ other: borrowing Folder, note: @escaping @Sendable (String?) -> Void
    ) throws(StorageError) -> Bool {
        let names = try one.names()
        guard try other.names() == names else { return false }
        let paths = (one.path, other.path)
        defer { note(paths.0) }
        let results = FanOut.map(names) { name in
            note(paths.0 + "/" + name)
            defer { note(nil) }
            return Result { () throws(StorageError) in
                try isEqual(name, in: Folder(opening: paths.0), Folder(opening: paths.1))
            }
        }
        for result in results where try !result.get() { return false }
        return true
    }

    private static func isEqual(
        _ name: String, in one: borrowing Folder, _ other: borrowing Folder
    ) throws(StorageError) -> Bool {
        guard let first = try one.status(of: name), let second = try other.status(of: name),
            first.st_mode == second.st_mode
        else { return false }
        switch first.st_mode & S_IFMT {
        case S_IFDIR:
            return try haveEqualEntries(one.openFolder(name), other.openFolder(name))
        case S_IFREG:
            return first.st_size == second.st_size && hasEqualBytes(name, one, other)
        case S_IFLNK: return target(of: name, in: one) == target(of: name, in: other)
        default: return false
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

    private static func hasEqualBytes(
        _ name: String, _ one: borrowing Folder, _ other: borrowing Folder
    ) -> Bool {
        let files = (open(name, in: one), open(name, in: other))
        defer { for file in [files.0, files.1] where file >= 0 { close(file) } }
        return withUnsafeTemporaryAllocation(byteCount: 2 * portion, alignment: 16) { buffer in
            guard let start = buffer.baseAddress else { return false }
            while true {
                let counts = (
                    Glibc.read(files.0, start, portion), Glibc.read(files.1, start + portion, portion)
                )
                guard counts.0 >= 0, counts.0 == counts.1, memcmp(start, start + portion, counts.0) == 0
                else {
                    return false
                }
                if counts.0 == 0 { return true }
            }
        }
    }

    private static func open(_ name: String, in folder: borrowing Folder) -> CInt {
        openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }

    private static func target(of name: String, in folder: borrowing Folder) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { text in
                count = max(
                    0, text.baseAddress.map { readlinkat(folder.descriptor, name, $0, text.count) } ?? 0)
            }
        }
    }
}
