// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import Host
import StrictJSON

/// One file of a bundle that a client registers or checks.
package struct BundleFile: Hashable, Sendable {
    /// Path relative to the bundle's folder.
    package let path: String
    package let bytes: [UInt8]
    package let isExecutable: Bool

    package init(path: String, bytes: [UInt8], isExecutable: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.isExecutable = isExecutable
    }
}

extension BundleFile {
    /// Checks that a file system can store the paths, and that none leaves the bundle: they must be relative,
    /// with at most `maximumComponents` components of 1 to 255 bytes, without `.`, `..` or NUL, and unique;
    /// no path may be both file and folder.
    ///
    /// - Throws: `invalidPath` for the first invalid path.
    package static func checkPaths(of files: [BundleFile]) throws(StorageError) {
        var paths: Set<ExactText> = []
        var folders: Set<ExactText> = []
        for file in files {
            try checkComponents(of: file.path)
            guard paths.insert(ExactText(file.path)).inserted else {
                throw .invalidPath(path: file.path, reason: "it appears twice")
            }
            folders.formUnion(file.folders.map { ExactText($0) })
        }
        if let both = files.first(where: { folders.contains(ExactText($0.path)) }) {
            throw .invalidPath(path: both.path, reason: "another file lies beneath it")
        }
    }

    /// PATH_MAX without its final NUL, minus room for the search folder's own path.
    package static let maximumPathBytes = 3_072
    /// NAME_MAX of Linux's file systems.
    package static let maximumComponentBytes = 255

    /// Maximum components of a path. No bundle needs as many, and each costs a folder.
    package static let maximumComponents = 16

    private static func checkComponents(of path: String) throws(StorageError) {
        guard path.utf8.count <= maximumPathBytes else {
            throw .invalidPath(path: path, reason: "it is longer than \(maximumPathBytes) bytes")
        }
        guard !path.utf8.contains(0) else { throw .invalidPath(path: path, reason: "it holds a NUL") }
        let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard components.count <= maximumComponents else {
            throw .invalidPath(path: path, reason: "it is deeper than \(maximumComponents) levels")
        }
        for component in components {
            guard (1...maximumComponentBytes).contains(component.count) else {
                let reason = "a component is empty or longer than \(maximumComponentBytes) bytes"
                throw .invalidPath(path: path, reason: reason)
            }
            guard !component.elementsEqual(".".utf8), !component.elementsEqual("..".utf8) else {
                throw .invalidPath(path: path, reason: "\".\" and \"..\" are not allowed")
            }
        }
    }

    var folders: [String] { BundlePath.folders(of: path) }
}
