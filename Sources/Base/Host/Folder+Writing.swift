// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension Folder {
    /// Writes a new file at `name`, a path beneath this folder, with exactly `mode`, and flushes it to the
    /// disk. The caller must flush the containing folder, and remove the file after an error.
    package func writeFile(_ name: String, _ bytes: [UInt8], mode: UInt32) throws(StorageError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        guard let file = Descriptor(openat(descriptor, name, flags, 0o600)) else {
            throw fault("created", name)
        }
        guard Descriptor.write(bytes, to: file.number) else { throw fault("written", name) }
        guard fchmod(file.number, mode) == 0 else { throw fault("given its mode", name) }
        guard fsync(file.number) == 0 else { throw fault("made durable", name) }
    }
}
