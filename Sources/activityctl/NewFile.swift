// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files that a command leaves behind.
enum NewFile {
    /// Writes a file; one that is `isNew` does not replace what is there.
    ///
    /// - Throws: `Failure` with the path.
    static func write(_ bytes: [UInt8], to path: String, isNew: Bool = false, mode: mode_t = 0o666) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC), mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    static func failure(_ path: String) -> Failure {
        Failure("\(printable(path)) cannot be written: \(String(cString: strerror(errno))).")
    }
}
