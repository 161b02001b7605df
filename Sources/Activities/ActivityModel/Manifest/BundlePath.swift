// SPDX-License-Identifier: Apache-2.0

/// Path rules on bytes, as the kernel compares them.
package enum BundlePath {
    /// Whether a program's name is a path; plain names are looked up in PATH.
    package static func isPath(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

    package static func isAbsolute(_ path: some StringProtocol) -> Bool {
        path.utf8.first == UInt8(ascii: "/")
    }

    /// Longest path, in bytes. The daemon watches every folder along it, and real bundles' paths are under a
    /// tenth of this.
    package static let maximumBytes = 1024

    /// Whether `path` is relative, short enough, and made of components of 1-255 bytes without NUL, other
    /// than `.` and `..`.
    package static func isInside(_ path: String) -> Bool {
        guard path.utf8.count <= maximumBytes else { return false }
        let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return components.allSatisfy { component in
            (1...255).contains(component.count) && !component.elementsEqual(".".utf8)
                && !component.elementsEqual("..".utf8) && !component.contains(0)
        }
    }

    /// The folders on the way to `path`, outermost first.
    package static func folders(of path: String) -> [String] {
        path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
    }
}
