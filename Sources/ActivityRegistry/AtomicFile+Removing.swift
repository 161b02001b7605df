// SPDX-License-Identifier: Apache-2.0

import Glibc

extension AtomicFile {
    /// Takes away what is at `path`, a folder with all that is in it; links are not followed.
    package static func removeTree(_ path: String) throws(RegistryError) {
        let (place, name) = Folder.split(path)
        do {
            try Folder(opening: place).removeTree(name)
        } catch .storage(_, _, ENOENT) {
            return
        }
    }
}
