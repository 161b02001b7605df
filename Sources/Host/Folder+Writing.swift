// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension Folder {
    /// Writes a new file at `name`, a path beneath this folder, with exactly `mode`, and flushes it to the
    /// disk. The folder that it lies in is the caller's to flush.
    package func writeFile(_ name: String, _ bytes: [UInt8], mode: UInt32) throws(StorageError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, name, flags, 0o600)
        guard file >= 0 else { throw fault("created", name) }
        defer { close(file) }
        try write(bytes, to: file, name)
        guard fchmod(file, mode) == 0 else { throw fault("given its mode", name) }
        guard fsync(file) == 0 else { throw fault("made durable", name) }
    }

    private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return Glibc.write(file, rest.baseAddress, rest.count)
            }
            guard count >= 0 || errno == EINTR else { throw fault("written", name) }
            written += max(count, 0)
        }
    }
}
