// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Paths without links in them: mounts are made on no others.
package enum RealPath {
    private static let slash = UInt8(ascii: "/")

    /// The path itself where it leads nowhere, or to where no text says.
    package static func of(_ path: String) -> String {
        of(Array(path.utf8)).flatMap { String(validating: $0, as: UTF8.self) } ?? path
    }

    /// Nil, with errno, where the path leads nowhere. What is no text in it is replaced.
    package static func find(_ path: String) -> String? {
        of(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nil, with errno, where the path leads nowhere.
    package static func of(_ path: [UInt8]) -> [UInt8]? {
        let real = (path + [0]).withUnsafeBytes { bytes in
            realpath(bytes.assumingMemoryBound(to: CChar.self).baseAddress, nil)
        }
        guard let real else { return nil }
        defer { free(real) }
        return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// The folder that a path lies in; the root of a name alone.
    package static func folder(of path: [UInt8]) -> [UInt8] {
        let folder = path.lastIndex(of: slash).map { Array(path[..<$0]) } ?? []
        return folder.isEmpty ? [slash] : folder
    }

    /// Whether a path is a folder's own, or of something in it. Both are real.
    package static func lies(_ path: [UInt8], in folder: [UInt8]) -> Bool {
        guard path.starts(with: folder) else { return false }
        return folder == [slash] || path.count == folder.count || path[folder.count] == slash
    }
}
