// SPDX-License-Identifier: Apache-2.0

package import Glibc

package enum AllocatedBytes {
    /// - Parameter blocks: `st_blocks`. A file system may report any number; the result is capped at a TiB,
    ///   so that sums over many files cannot overflow.
    package static func of(blocks: blkcnt_t) -> Int {
        Int(min(UInt64(bitPattern: Int64(blocks)), 1 << 31)) * 512
    }
}

extension statvfs {
    /// Bytes that an unprivileged process may still write, at most `.max`: a file system may report any
    /// number.
    package var freeBytes: Int {
        let (blocks, size) = (Int(clamping: f_bavail), Int(clamping: f_frsize))
        let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
        return isTooMuch ? .max : bytes
    }
}
