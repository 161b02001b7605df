// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Taking back a change.
extension Folder {
    /// Lets two names change places; 0, or the error's number.
    package func exchange(_ one: String, _ other: String) -> Int32 {
        linux_exchange(descriptor, one, descriptor, other) == 0 ? 0 : errno
    }

    /// Puts `former` back to `name`, over what is there now, unless that is a folder that holds something.
    ///
    /// - Throws: `notTakenBack`; what was there before is kept then.
    package func restore(_ former: String, to name: String) throws(StorageError) {
        guard renameat(descriptor, former, descriptor, name) == 0 else {
            throw keep(former, of: name, errno)
        }
    }

    /// The same for what a sweep would put back as well.
    package func bringBack(_ displaced: String, to name: String) throws(StorageError) {
        guard renameat(descriptor, displaced, descriptor, name) == 0 else {
            throw .notTakenBack(path: path + "/" + name, former: path + "/" + displaced, errno: errno)
        }
    }

    /// Takes a new file away again, where nothing was before.
    ///
    /// - Throws: `notTakenBack`; it is still there then.
    package func withdraw(_ name: String) throws(StorageError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw notWithdrawn(name) }
    }

    /// The same for a folder, which `staging` names from then on.
    package func withdraw(_ name: String, as staging: String) throws(StorageError) {
        guard renameat(descriptor, name, descriptor, staging) == 0 || errno == ENOENT else {
            throw notWithdrawn(name)
        }
    }

    private func notWithdrawn(_ name: String) -> StorageError {
        .notTakenBack(path: path + "/" + name, former: nil, errno: errno)
    }

    /// Gives `former`, which cannot be put back to `name`, a name that no sweep takes away, if the file system lets
    /// us; the error says where it is.
    package func keep(_ former: String, of name: String, _ code: Int32) -> StorageError {
        var kept = former
        if let unused = try? unusedName(for: name + ".former"),
            renameat(descriptor, former, descriptor, unused) == 0
        {
            kept = unused
        }
        return .notTakenBack(path: path + "/" + name, former: path + "/" + kept, errno: code)
    }

    /// `name`, or with the first number from 2 on that makes it new.
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
