// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension Folder {
    /// Swaps two names; returns 0 or errno.
    package func exchange(_ one: String, _ other: String) -> Int32 {
        linux_exchange(descriptor, one, descriptor, other) == 0 ? 0 : errno
    }

    /// Moves `former` back to `name`, over whatever is there now except a non-empty folder.
    ///
    /// - Throws: `notRolledBack`; the former file is then kept under a name of its own.
    package func restore(_ former: String, to name: String) throws(StorageError) {
        guard renameat(descriptor, former, descriptor, name) == 0 else {
            throw preserve(former, of: name, errno)
        }
    }

    /// The same for a name that the next sweep would restore anyway, and that therefore needs no other name.
    package func restoreDisplaced(_ displaced: String, to name: String) throws(StorageError) {
        guard renameat(descriptor, displaced, descriptor, name) == 0 else {
            throw .notRolledBack(path: path + "/" + name, former: path + "/" + displaced, errno: errno)
        }
    }

    /// Removes a new file, where there was none before.
    ///
    /// - Throws: `notRolledBack`; the file is then still there.
    package func withdraw(_ name: String) throws(StorageError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw withdrawalFailure(name) }
    }

    /// The same for a folder, which is renamed to `staging`.
    package func withdraw(_ name: String, as staging: String) throws(StorageError) {
        guard renameat(descriptor, name, descriptor, staging) == 0 || errno == ENOENT else {
            throw withdrawalFailure(name)
        }
    }

    private func withdrawalFailure(_ name: String) -> StorageError {
        .notRolledBack(path: path + "/" + name, former: nil, errno: errno)
    }

    /// Renames `former`, which cannot go back to `name`, to a name that no sweep removes, if the file system
    /// allows it; the returned error names its path.
    package func preserve(_ former: String, of name: String, _ code: Int32) -> StorageError {
        var kept = former
        if let unused = try? unusedName(for: name + ".former"),
            renameat(descriptor, former, descriptor, unused) == 0
        {
            kept = unused
        }
        return .notRolledBack(path: path + "/" + name, former: path + "/" + kept, errno: code)
    }

    /// `name` if it is unused, else with the first free number from 2 on.
    package func unusedName(for name: String) throws(StorageError) -> String {
        var candidate = name
        var number = 1
        while try status(of: candidate) != nil {
            number += 1
            candidate = "\(name)-\(number)"
        }
        return candidate
    }
}
