// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// Files that a command leaves behind.
enum NewFile {
    /// Writes a file, or into a pipe or device that stands there; one that is `isNew` does not replace what is
    /// there.
    ///
    /// - Throws: `Failure` with the path; also for a pipe without a reader, for whom one would wait.
    static func write(_ bytes: [UInt8], to path: String, isNew: Bool = false, mode: mode_t = 0o666) throws {
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
        let descriptor = open(path, flags, mode)
        guard descriptor >= 0 else {
            guard errno == ENXIO else { throw failure(path) }
            throw Failure("\(printable(path)) is a pipe or a socket without a reader.", next: "Name a file.")
        }
        defer { close(descriptor) }
        // Only opening must not wait.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    static func failure(_ path: String) -> Failure {
        Failure("\(printable(path)) cannot be written: \(ErrorText.of()).")
    }
}
