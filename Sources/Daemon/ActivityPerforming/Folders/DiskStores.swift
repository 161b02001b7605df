// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// Where the stores of all performs stand (PrivateFolder.swift), those of other daemons of the person too.
struct DiskStores: Sendable {
    static let ownerSuffix = ".owner"
    /// Seconds for which none is asked to stay.
    private static let longestLife = 86_400

    let path: String
    let remover: Remover
    /// Where the daemon runs; read when it is asked for.
    var session: @Sendable () -> StoreOwner.Session = { .present }

    /// Notes whose a store is that will be made.
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

    /// Takes a store away, whatever an activity has put into it. What is left of it has no owner.
    func remove(_ token: String) {
        do { try remover.discard(path + "/" + token) } catch { return }
        unlink(path + "/" + token + Self.ownerSuffix)
    }

    /// Takes away the stores of sessions of this machine that have ended, and those that have no owner.
    ///
    /// - Parameter untilTheirTime: whether each stays at least until the time of its link.
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

    /// Time until which a store stays at least, as its link has it; 0 if there is none, or it is of a clock that was ahead.
    func end(of link: String) -> Int {
        var status = stat()
        guard lstat(path + "/" + link, &status) == 0 else { return 0 }
        return status.st_mtim.tv_sec > time(nil) + Self.longestLife ? 0 : status.st_mtim.tv_sec
    }

    private func hasOwner(_ name: String) -> Bool {
        var status = stat()
        return lstat(path + "/" + name + Self.ownerSuffix, &status) == 0
    }
}
