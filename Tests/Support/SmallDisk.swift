// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file system of 64 KiB in memory, where the test may mount one (root in most containers).
package struct SmallDisk {
    package let path: String

    package static let isAvailable: Bool = {
        let scratch = Scratch()
        guard let disk = SmallDisk(at: scratch.path) else { return false }
        disk.unmount()
        return true
    }()

    package init?(at path: String) {
        self.path = path
        guard mount("activityd-test", path, "tmpfs", 0, "size=64k") == 0 else { return nil }
    }

    package func unmount() { umount2(path, 0) }
}
