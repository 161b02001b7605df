// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Decides whether a missing path is really absent or only out of reach.
package enum Absence {
    /// The fault that keeps the path out of reach; nil if nothing is there. A dangling link, at the path or
    /// on the way to it, may hide something, and so may a non-folder on the way.
    package static func fault(at path: String) -> StorageError? {
        var status = stat()
        guard lstat(path, &status) != 0 else { return .deadLink(path: path) }
        guard errno == ENOENT else { return .storage(path: path, operation: "opened", errno: errno) }
        let parent = Folder.split(path).folder
        return stat(parent, &status) == 0 ? nil : fault(at: parent)
    }
}
