// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// A folder of stores: those of performs (PrivateFolder.swift), or those of prepared copies
/// (PreparedCopies.swift). Other daemons of the same person use it too.
struct DiskStores: Sendable {
    static let ownerSuffix = ".owner"
    /// Maximum lifetime in seconds. A link whose time is further ahead was made by a wrong clock.
    private static let maximumLifetime = 86_400

    let path: String
    let remover: Remover
    /// Returns the session in which the daemon runs.
    var session: @Sendable () -> StoreOwner.Session = { .present }

    /// Creates the owner link of a store, and the stores' folder, unless they exist. Call before creating the
    /// store.
    func own(_ token: String, by folder: String) throws(PerformRefusal) {
        let owner = StoreOwner(session: session(), path: folder)
        let link = path + "/" + token + Self.ownerSuffix
        if symlink(owner.text, link) == 0 || errno == EEXIST { return }
        do { _ = try Folder(creating: path, mode: 0o700) } catch {
            throw .notPerformable(reason: error.description)
        }
        guard symlink(owner.text, link) == 0 else {
            throw .system("The link \(link) could not be made", errno)
        }
    }

    /// Removes a store with all its contents, then its link; the link stays if the store cannot be removed.
    func remove(_ token: String) {
        do { try remover.discard(path + "/" + token) } catch { return }
        unlink(path + "/" + token + Self.ownerSuffix)
    }

    /// Removes the stores of this machine's ended sessions, and stores without an owner.
    ///
    /// - Parameter untilTheirTime: whether a store stays at least until the time of its link.
    func sweep(untilTheirTime: Bool = false) {
        let (names, session) = (FolderNames.read(path), session())
        for name in names where name.hasSuffix(Self.ownerSuffix) {
            guard let owner = StoreOwner(at: path + "/" + name) else { continue }
            if owner.hasEnded(at: session), !untilTheirTime || end(of: name) < time(nil) {
                unlink(path + "/" + name)
            }
        }
        remover.remove(names.filter { !$0.hasSuffix(Self.ownerSuffix) && !hasOwner($0) }, in: path)
    }

    /// The time of a store's link, until which the store is not evicted; 0 if there is no link, or if the
    /// time is more than `maximumLifetime` ahead.
    func end(of link: String) -> Int {
        var status = stat()
        guard lstat(path + "/" + link, &status) == 0 else { return 0 }
        return status.st_mtim.tv_sec > time(nil) + Self.maximumLifetime ? 0 : status.st_mtim.tv_sec
    }

    private func hasOwner(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name + Self.ownerSuffix, &status) == 0
    }
}
