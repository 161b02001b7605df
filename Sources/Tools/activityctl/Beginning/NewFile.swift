// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

enum NewFile {
    /// Writes or overwrites a file, or writes to an existing pipe or device; with `isNew`, fails if the path
    /// exists.
    ///
    /// - Throws: `Failure` with the path, also for a pipe without a reader, where opening would block.
    static func write(_ bytes: [UInt8], to path: String, isNew: Bool = false, mode: mode_t = 0o666) throws {
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
        guard let file = Descriptor(open(path, flags, mode)) else {
            guard errno == ENXIO else { throw failure(path) }
            throw Failure("\(printable(path)) is a pipe or a socket without a reader.", next: "Name a file.")
        }
        // Only opening must not block.
        _ = fcntl(file.number, F_SETFL, fcntl(file.number, F_GETFL) & ~O_NONBLOCK)
        guard Descriptor.write(bytes, to: file.number) else { throw failure(path) }
    }

    static func failure(_ path: String) -> Failure {
        Failure("\(printable(path)) cannot be written: \(ErrorText.of()).")
    }
}
