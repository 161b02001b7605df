// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Bytes of a file on the disk.
package enum AllocatedBytes {
    /// - Parameter blocks: `st_blocks`. A file system may claim any number; the result is a TiB at most, so that those of
    ///   many files can be added.
    package static func of(blocks: blkcnt_t) -> Int {
        Int(min(UInt64(bitPattern: Int64(blocks)), 1 << 31)) * 512
    }
}

extension statvfs {
    /// Bytes that the person may still write. A file system may claim more than any integer holds.
    package var freeBytes: Int {
        let (blocks, size) = (Int(clamping: f_bavail), Int(clamping: f_frsize))
        let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
        return isTooMuch ? .max : bytes
    }
}
