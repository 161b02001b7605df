// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Decides whether a path that could not be opened (ENOENT) is really absent or only unreachable.
package enum Absence {
    /// The error that makes the path unreachable; nil if it is absent. A dangling link, at the path or on the
    /// way to it, may hide something, and so may a non-folder on the way.
    package static func fault(at path: String) -> StorageError? {
        var status = stat()
        guard lstat(path, &status) != 0 else { return .deadLink(path: path) }
        guard errno == ENOENT else { return .storage(path: path, operation: "opened", errno: errno) }
        let parent = Folder.split(path).folder
        return stat(parent, &status) == 0 ? nil : fault(at: parent)
    }
}
