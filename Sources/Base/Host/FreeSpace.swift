// SPDX-License-Identifier: Apache-2.0

package import Glibc

extension statvfs {
    /// Bytes that the person may still write. A file system may claim more than any integer holds.
    package var freeBytes: Int {
        let (blocks, size) = (Int(clamping: f_bavail), Int(clamping: f_frsize))
        let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
        return isTooMuch ? .max : bytes
    }
}
