// SPDX-License-Identifier: Apache-2.0
//
// A folder of stores that end with their session. Beside each store is a link, `<token>.owner`, that names
// the session (StoreOwner.swift); its modification time is the deadline, until which the store outlasts the
// session. The link is created before the store and removed after it, so a store without a link is the rest
// of a removal.

import CLinux
import Glibc

extension Folder {
    private static let ownerSuffix = ".owner"
    /// Maximum time until a deadline, in seconds. A later one was set by a wrong clock.
    private static let maximumLifetime = 86_400

    /// Creates the owner link of a store, unless it exists.
    package func own(_ token: String, by owner: StoreOwner) throws(StorageError) {
        let link = token + Self.ownerSuffix
        guard symlinkat(owner.text, descriptor, link) == 0 || errno == EEXIST else {
            throw fault("created", link)
        }
    }

    /// Removes a store with all its contents, then its link, which stays if the store cannot be removed.
    package func removeStore(_ token: String, by remover: Remover) throws(StorageError) {
        try remover.discard(token, in: self)
        unlinkat(descriptor, token + Self.ownerSuffix, 0)
    }

    /// Names of the stores; also `.staging-` names of discarded ones.
    package func stores() throws(StorageError) -> [String] {
        try names().filter { Self.isStore($0) }
    }

    /// Names of the stores whose session has ended and whose deadline is over, and of those without a link.
    package func endedStores(at session: StoreOwner.Session = .present) -> [String] {
        let names = (try? names()) ?? []
        // A name with a dot in front is no token: ours is the lock.
        let links = names.filter { $0.hasSuffix(Self.ownerSuffix) && !$0.hasPrefix(".") }
        let ended = links.filter { link in
            StoreOwner(at: link, in: descriptor)?.hasEnded(at: session) != false
        }
        .map { String($0.dropLast(Self.ownerSuffix.count)) }.filter { deadline(of: $0) <= time(nil) }
        return ended + names.filter { Self.isStore($0) && isUnowned($0) }
    }

    private static func isStore(_ name: String) -> Bool {
        !name.hasSuffix(ownerSuffix) && !FolderLock.isLock(name)
    }

    /// Whether a listed store has no link, which is created before the store. An error says nothing, but for a
    /// name to which no link can belong.
    private func isUnowned(_ token: String) -> Bool {
        do throws(StorageError) { return try status(of: token + Self.ownerSuffix) == nil } catch {
            return error.code == ENAMETOOLONG
        }
    }

    /// The time of a store's link; 0 if there is no link, or if the time is too far ahead. The maximum if the
    /// link cannot be examined, which is no reason to remove the store.
    package func deadline(of token: String) -> Int {
        do throws(StorageError) {
            let deadline = try status(of: token + Self.ownerSuffix)?.st_mtim.tv_sec ?? 0
            return deadline > time(nil) + Self.maximumLifetime ? 0 : deadline
        } catch {
            return .max
        }
    }

    /// Moves a store's deadline to at least so many seconds from now.
    package func retain(_ token: String, for seconds: Int) {
        let end = time(nil) + seconds
        guard end > deadline(of: token) else { return }
        let deadline = timespec(tv_sec: end, tv_nsec: 0)
        utimensat(descriptor, token + Self.ownerSuffix, [deadline, deadline], AT_SYMLINK_NOFOLLOW)
    }
}
