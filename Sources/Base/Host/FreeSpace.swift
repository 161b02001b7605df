// SPDX-License-Identifier: Apache-2.0

package import CLinux
package import Glibc

extension stat {
    /// Bytes that a file takes on the disk, a TiB at most: those of many can be added.
    package var allocatedBytes: Int { min(Int(clamping: st_blocks), 1 << 31) * 512 }
}

extension statvfs {
    /// Bytes that the person may still write. A file system may claim more than any integer holds.
    package var freeBytes: Int {
        let (blocks, size) = (Int(clamping: f_bavail), Int(clamping: f_frsize))
        let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
        return isTooMuch ? .max : bytes
    }
}
