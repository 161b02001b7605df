// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// The reason why a generator's output is not accepted, as a sentence.
struct GeneratedFault: Error, Sendable {
    let sentence: String
}

/// Measures, compares and copies a generator's output, without following links.
struct GeneratedTree {
    /// Maximum size of all files together, in bytes.
    static let maximumBytes = 256 << 20
    /// Maximum number of files and folders: 10,000 bundles with a manifest, an icon and one more file. With
    /// many more, each scan of the registry would take seconds, and no format has that many plug-ins.
    static let maximumEntries = 40_000
    private static let maximumDepth = 16

    private let reportPath: (String) -> Void
    private var bytes = 0
    private var entries = 0
    private var isTooLarge: Bool { bytes > Self.maximumBytes || entries > Self.maximumEntries }

    /// Checks the size of a generator's output.
    ///
    /// - Parameter reportPath: called with each folder before it is read.
    /// - Throws: the reason why the output is not accepted: it is too large, too deep, or leaves too little
    ///   free memory.
    static func measure(_ path: String, reportPath: @escaping (String) -> Void) throws(GeneratedFault) {
        let folder: Folder
        do throws(StorageError) { folder = try Folder(opening: path) } catch { throw fault(error) }
        var tree = GeneratedTree(reportPath: reportPath)
        let descriptor = folder.descriptor
        var system = statvfs()
        guard fstatvfs(descriptor, &system) == 0 else { throw fault(folder.fault("examined")) }
        try tree.add(folder, depth: 0)
        guard tree.bytes <= system.freeBytes else {
            throw GeneratedFault(
                sentence: "It wrote more than it left of the memory that XDG_RUNTIME_DIR may take.")
        }
    }

    private static func fault(_ error: StorageError) -> GeneratedFault {
        GeneratedFault(sentence: error.description)
    }

    /// Counts one folder with its contents. The program may still be writing, so any name may disappear.
    /// Names that are not UTF-8 count too.
    private mutating func add(_ folder: borrowing Folder, depth: Int) throws(GeneratedFault) {
        guard depth <= Self.maximumDepth else {
            throw GeneratedFault(sentence: "It wrote folders in folders past any bundle's depth.")
        }
        reportPath(folder.path)
        let descriptor = folder.descriptor
        var folders: [[CChar]] = []
        do throws(StorageError) {
            try folder.visit { text, _ in
                let name = text + [0]
                var status = stat()
                entries += 1
                guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                // A sparse file may report the largest size there is, and the sum must not overflow.
                if isFolder {
                    folders.append(name)
                } else {
                    bytes += min(Int(status.st_size), Self.maximumBytes + 1)
                }
                return !isTooLarge
            }
        } catch { throw Self.fault(error) }
        guard !isTooLarge else {
            throw GeneratedFault(
                sentence:
                    "It wrote more than \(Self.maximumBytes >> 20) MiB, "
                    + "or more than \(Self.maximumEntries) files."
            )
        }
        for name in folders {
            let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else {
                if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { continue }
                throw Self.fault(folder.fault("opened", Folder.text(name)))
            }
            try add(Folder(descriptor: inner, path: folder.path + "/" + Folder.text(name)), depth: depth + 1)
        }
    }
}
