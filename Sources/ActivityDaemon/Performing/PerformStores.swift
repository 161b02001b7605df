// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import Glibc
import Host

/// Where the stores of all performs stand (PerformFolder.swift), those of other daemons of the person too.
struct PerformStores: Sendable {
    static let ownerSuffix = ".owner"

    let path: String
    let remover: Remover

    /// Makes the folder, and those above it.
    func make() throws(PerformRefusal) {
        for folder in BundlePath.folders(of: path) + [path] where !folder.isEmpty {
            if mkdir(folder, 0o700) != 0, errno != EEXIST, access(folder, F_OK) != 0 {
                throw .system("The folder \(path) could not be made", errno)
            }
        }
    }

    /// Takes a store away, whatever an activity has put into it. What is left of it has no owner.
    func remove(_ token: String) {
        do { try remover.discard(path + "/" + token) } catch { return }
        unlink(path + "/" + token + Self.ownerSuffix)
    }

    /// Takes away the stores whose owner is gone: the session that they belonged to has ended.
    func sweep() {
        let names = FolderNames.read(path)
        for name in names where name.hasSuffix(Self.ownerSuffix) && access(path + "/" + name, F_OK) != 0 {
            unlink(path + "/" + name)
        }
        remover.remove(names.filter { !$0.hasSuffix(Self.ownerSuffix) && !hasOwner($0) }, in: path)
    }

    private func hasOwner(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name + Self.ownerSuffix, &status) == 0
    }
}
