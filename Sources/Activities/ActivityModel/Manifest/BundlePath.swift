// SPDX-License-Identifier: Apache-2.0

/// Paths, taken apart by their bytes as the kernel does.
package enum BundlePath {
    /// Whether a program's name is a path; a plain name is looked up in PATH.
    package static func isPath(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

    package static func isAbsolute(_ path: some StringProtocol) -> Bool {
        path.utf8.first == UInt8(ascii: "/")
    }

    /// Bytes. Every folder on the way is watched, and no path of a bundle is a tenth as long.
    package static let maximumBytes = 1024

    /// Whether `path` is relative and not too long, of components of 1-255 bytes, none of them `.` or `..`.
    package static func isInside(_ path: String) -> Bool {
        guard path.utf8.count <= maximumBytes else { return false }
        let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return components.allSatisfy { component in
            (1...255).contains(component.count) && !component.elementsEqual(".".utf8)
                && !component.elementsEqual("..".utf8) && !component.contains(0)
        }
    }

    /// The folders on the way to `path`, the outermost first.
    package static func folders(of path: String) -> [String] {
        path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
    }
}
