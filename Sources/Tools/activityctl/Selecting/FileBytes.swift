// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

enum FileBytes {
    /// Reads at most one byte more than the limit, so that the caller can detect a file that is too large.
    ///
    /// - Throws: `Failure` with the path, also for special files: opening a pipe would wait for a writer.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        var status = stat()
        guard let file = Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)),
            fstat(file.number, &status) == 0
        else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(printable(path)) is not a regular file.", next: "Put one in its place.")
        }
        guard let bytes = Descriptor.read(file.number, limit: limit + 1, expecting: Int(status.st_size))
        else { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> Failure {
        Failure("\(printable(path)) cannot be read: \(ErrorText.of()).")
    }
}
