// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Paths without links in them: mounts are made on no others.
enum RealPath {
    /// The path itself where it leads nowhere.
    static func of(_ path: String) -> String {
        of(Array(path.utf8)).flatMap { String(validating: $0, as: UTF8.self) } ?? path
    }

    /// Nil where it leads nowhere.
    static func of(_ path: [UInt8]) -> [UInt8]? {
        guard let real = realpath((path + [0]).map { CChar(bitPattern: $0) }, nil) else { return nil }
        defer { free(real) }
        return UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    }
}
