// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// What a file holds.
enum FileBytes {
    /// Reads to the limit and one byte more, so that the caller sees that it is too large.
    ///
    /// - Throws: `Failure` with the path, for what is no regular file too: of a pipe one would wait for a writer.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(printable(path)) is not a regular file.", next: "Put one in its place.")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            if count == 0 { break }
            bytes += chunk.prefix(max(0, count))
        }
        return bytes
    }

    private static func failure(_ path: String) -> Failure {
        Failure("\(printable(path)) cannot be read: \(ErrorText.of()).")
    }
}
