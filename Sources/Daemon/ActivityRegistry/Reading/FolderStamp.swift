// SPDX-License-Identifier: Apache-2.0
//
// By what it is known that a bundle need not be read again.
//
// A load looks at the whole search path, mostly because of one bundle; the others are taken over from the
// load before. A bundle is the same if nothing that was read of it has changed: its folder, in which any
// further icon would have to appear, the manifest, the icon's files, the program and the folders on the way
// to it. Of each the stamp holds inode, mode, size and ctime, which every change sets and no program can set
// back.
//
// Two changes within one tick of the clock bear one ctime. So what has changed less than two seconds before
// it was read has no stamp, and is read once more; git's index does the same, for the same reason. What a generator has
// made is never changed in place: another bundle takes its place by a rename, with another inode.

import ActivityModel
import CLinux
import Glibc
import Host

/// Identity of a bundle's files, computed without reading them.
struct FolderStamp {
    /// Equal stamps within one process, equal files.
    private(set) var value = 0
    /// The newest ctime, in milliseconds of CLOCK_REALTIME.
    private(set) var newest = 0

    /// - Parameters:
    ///   - folder: of the bundle.
    ///   - manifest: says which files count.
    init(_ folder: borrowing Folder, _ manifest: Manifest) {
        var hasher = Hasher()
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else { return }
        add(status, to: &hasher)
        for path in Self.paths(manifest) {
            if fstatat(folder.descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 {
                add(status, to: &hasher)
            } else {
                hasher.combine(0)
            }
        }
        value = hasher.finalize()
    }

    private mutating func add(_ status: stat, to hasher: inout Hasher) {
        newest = max(newest, status.changed)
        hasher.combine(status.st_ino)
        hasher.combine(status.st_mode)
        hasher.combine(status.st_size)
        hasher.combine(status.st_ctim.tv_sec)
        hasher.combine(status.st_ctim.tv_nsec)
    }

    private static func paths(_ manifest: Manifest) -> [String] {
        let names = IconNames(manifest.icon)
        let icons = [manifest.icon] + names.densities + [names.alternative].compactMap { $0 }
        return [BundleDraft.manifestName] + BundlePath.folders(of: manifest.icon) + icons
            + manifest.ownPrograms.flatMap { BundlePath.folders(of: $0.path) + [$0.path] }
    }
}
