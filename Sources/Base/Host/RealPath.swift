// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Paths without symbolic links, as mounts need them.
package enum RealPath {
    private static let slash = UInt8(ascii: "/")

    /// The resolved path; the path itself if it does not resolve, or not to UTF-8.
    package static func of(_ path: String) -> String {
        of(Array(path.utf8)).flatMap { String(validating: $0, as: UTF8.self) } ?? path
    }

    /// The resolved path; nil, with errno, if it does not resolve. Invalid UTF-8 in the result is replaced.
    package static func find(_ path: String) -> String? {
        of(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The resolved path; nil, with errno, if it does not resolve.
    package static func of(_ path: [UInt8]) -> [UInt8]? {
        let real = (path + [0]).withUnsafeBytes { bytes in
            realpath(bytes.assumingMemoryBound(to: CChar.self).baseAddress, nil)
        }
        guard let real else { return nil }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// The parent folder of a path; the root for a bare name.
    package static func folder(of path: [UInt8]) -> [UInt8] {
        let folder = path.lastIndex(of: slash).map { Array(path[..<$0]) } ?? []
        return folder.isEmpty ? [slash] : folder
    }

    /// Whether a path is the folder itself or inside it. Both paths must be resolved.
    package static func isInside(_ path: [UInt8], folder: [UInt8]) -> Bool {
        guard path.starts(with: folder) else { return false }
        return folder == [slash] || path.count == folder.count || path[folder.count] == slash
    }
}
