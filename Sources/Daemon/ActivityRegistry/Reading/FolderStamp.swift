// SPDX-License-Identifier: Apache-2.0
//
// How a load determines that a bundle need not be read again.
//
// A load covers the whole search path, usually because of one changed bundle; the records of the others are
// reused. A bundle is unchanged if the following are: its folder, in which any new icon file would appear,
// the manifest, the icon's files, the programs and the folders on the way to them. For each the stamp covers
// inode, mode, size and ctime; every change sets ctime, and no program can set it back.
//
// Two changes within one tick of the clock share a ctime. So a bundle that changed less than two seconds
// before it was read has no stamp, and is read once more; git's index does the same, for the same reason. A
// generated bundle is never changed in place: a rename replaces it with another inode.

import ActivityModel
import CLinux
import Glibc
import Host

/// Identity of a bundle's files, computed without reading them.
struct FolderStamp {
    /// Equal values within one process mean equal files.
    private(set) var value = 0
    /// Newest ctime of the files, in milliseconds of CLOCK_REALTIME.
    private(set) var newest = 0

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
