// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

extension Folder {
    /// Opens the folder of a bundle. Links are followed on the way to it, but it is none itself.
    init(bundle path: String) throws(StorageError) {
        let (parent, name) = Folder.split(path)
        self = try Folder(opening: parent).openFolder(name)
    }

    /// Every name in this folder, and of each whether the folder itself says that it is a folder; not every file
    /// system does.
    func entries() throws(StorageError) -> [(name: FileName, isFolder: Bool)] {
        var entries: [(name: FileName, isFolder: Bool)] = []
        try visit { name, isFolder in
            entries.append((FileName(UnsafeRawBufferPointer(name)), isFolder))
            return true
        }
        return entries.sorted { $0.name.text < $1.name.text }
    }

    /// Whether `name` is a link that leads to /dev/null.
    func isMask(_ name: String) -> Bool { Self.isMask(name, in: descriptor) }

    /// Why it is not known whether `name` is such a link, as something on its way is out of reach.
    func faultOfMask(_ name: String) -> StorageError? {
        var status = stat()
        guard fstatat(descriptor, name, &status, 0) != 0, errno != ENOENT else { return nil }
        let error = StorageError.storage(path: path + "/" + name, operation: "followed", errno: errno)
        return error.isPassing ? error : nil
    }

    /// - Parameter folder: an open one, in which a relative path begins.
    static func isMask(_ path: String, in folder: CInt = AT_FDCWD) -> Bool {
        var (status, null) = (stat(), stat())
        return fstatat(folder, path, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFCHR
            && stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev
    }
}
