// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension Folder {
    /// Opens the folder of a bundle. Links are followed on the way to it, but the folder itself must not be a
    /// link.
    init(bundle path: String) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        self = try Folder(opening: parent).openFolder(name)
    }

    /// Every name in this folder, sorted. `isFolder` is true only if the directory entry contains the file
    /// type, which not every file system supports.
    func entries() throws(StorageError) -> [(name: FileName, isFolder: Bool)] {
        var entries: [(name: FileName, isFolder: Bool)] = []
        try visit { name, isFolder in
            entries.append((FileName(UnsafeRawBufferPointer(name)), isFolder))
            return true
        }
        return entries.sorted { $0.name.text < $1.name.text }
    }

    /// Whether `name` is a link to /dev/null.
    ///
    /// - Throws: like `target(of:)`.
    func isMask(_ name: String) throws(StorageError) -> Bool {
        try target(of: name).map(Self.isNull) ?? false
    }

    /// The status of the target of `name`; nil if there is none, or if the link itself is faulty.
    ///
    /// - Throws: `storage` if the daemon's rights or an error of the device keep it from reading the target.
    func target(of name: String) throws(StorageError) -> stat? {
        var status = stat()
        if fstatat(descriptor, name, &status, 0) == 0 { return status }
        let code = errno
        let error = StorageError.storage(path: path + "/" + name, operation: "followed", errno: code)
        if code != ENOENT, error.isPassing { throw error }
        return nil
    }

    static func isNull(_ status: stat) -> Bool {
        var null = stat()
        return status.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0
            && null.st_rdev == status.st_rdev
    }
}
