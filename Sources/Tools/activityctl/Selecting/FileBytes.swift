// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// A file's contents.
enum FileBytes {
    /// Reads to the limit and one byte more, so that the caller sees that it is too large.
    ///
    /// - Throws: `Failure` with the path, for what is no regular file too: of a pipe one would wait for a writer.
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
