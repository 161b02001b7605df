// SPDX-License-Identifier: Apache-2.0
//
// Copies of shared content: private copies of the share service (`share-…`), and prepared copies, which
// transforms made (`prepare-…`). Any number of services and daemons use the store:
//
//     $XDG_CACHE_HOME/activityd/copies/.lock          locked while copies are made, counted or removed
//     $XDG_CACHE_HOME/activityd/copies/<token>/…/     the files, under their own names
//     $XDG_CACHE_HOME/activityd/copies/<token>/.lock  locked by each holder; contains the bytes that count
//                                                     for the copies, and their account
//     $XDG_CACHE_HOME/activityd/copies/<token>.owner  the session, and the deadline (Folder+Owners.swift)
//     $XDG_RUNTIME_DIR/activityd/copies/<token>/      the mark, which goes with the session; `record` of
//                                                     prepared copies (PreparedCopies.swift)
//
// Copies last until the session ends, because a mail program may send a file, or a desktop draw it, hours
// after it received it, and no program reports that it is done. Only their maker, or a lack of room, removes
// them earlier. A lack of room removes none that are held (by a sheet, a Prepare, or an activity of which a
// process runs), and none before their deadline: five minutes after they were made, an hour after they were
// handed to an activity. A killed holder releases its lock.
//
// All copies share one budget. One app has at most half of it; the account of the person's own copies, "",
// has no such limit. If new copies find no room, the account that has most gives way: its oldest copies are
// removed. An account that uses less than the new copies' account keeps its copies, unless the new ones are
// the person's own. The bytes of a folder are recorded before they are written, or, for a transform, soon
// after.
//
// A sandbox may be allowed to write to the cache, and could replace one of these folders by a link at any
// time. So the folders are reached by descriptors, from the cache folder on, and no link is followed. A
// copy's path contains no link either, and our activities follow none on their way to a copy. The text of a
// copy's lock is not trusted, and no caller waits for that lock. The store's own is waited for, for two
// seconds at most: a sandbox may keep it, too.

import CLinux
import Glibc

package struct CopyStore: Sendable {
    /// Seconds until the deadline: of copies handed to an activity, and of all others.
    package static let (handedLifetime, minimumLifetime) = (3600, 300)
    /// Maximum size of all copies together, in bytes; a tenth of the free space, with the copies, if that is
    /// less.
    package static let maximumBytes = 8 << 30
    private static let mode: UInt32 = 0o700
    private static let (name, lock) = ("copies", ".lock")

    /// activityd's folder in the person's cache.
    private let folder: String
    /// The folder of the marks, one for each token.
    private let marks: String
    private let largest: Int
    /// Removes copies; nil to remove them at once.
    private let remover: Remover?
    /// Milliseconds to wait for another process that counts or removes copies.
    var timeout = 2_000

    /// - Parameters:
    ///   - folder: activityd's folder in the person's cache.
    ///   - runtime: the person's runtime folder.
    package init(
        folder: String, runtime: String, largest: Int = CopyStore.maximumBytes, _ remover: Remover? = nil
    ) {
        (self.folder, self.largest, self.remover) = (folder, largest, remover)
        marks = runtime + "/activityd/" + Self.name
    }

    package var path: String { folder + "/" + Self.name }

    /// The file that records what its maker knows of the copies; it goes with them.
    package func record(of token: String) -> String { mark(of: token) + "/record" }

    /// Tokens of this session's marks.
    var marked: [String] { (try? Folder(opening: marks).names()) ?? [] }

    private func mark(of token: String) -> String { marks + "/" + token }

    /// Makes an empty folder, which the caller holds.
    ///
    /// - Parameter account: account that the copies count for; empty for the person's own.
    package func make(_ token: String, of account: String = "") throws(StorageError) -> HeldCopies {
        let store = try opened()
        return try FolderLock.hold(in: store, within: timeout) { () throws(StorageError) in
            // The person's own copies have no links to count.
            if !account.isEmpty { try countOrphans(store) }
            return try make(token, of: account, in: store)
        }
    }

    private func make(
        _ token: String, of account: String, in store: borrowing Folder
    ) throws(StorageError) -> HeldCopies {
        do throws(StorageError) {
            // Without its mark, the folder would belong to an ended session.
            let mark = mark(of: token)
            _ = try Folder(creating: mark, mode: Self.mode)
            try store.own(token, by: StoreOwner(session: .present, path: mark))
            store.retain(token, for: Self.minimumLifetime)
            try store.makeFolder(token, mode: Self.mode)
            let folder = try store.openFolder(token)
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            guard let lock = Descriptor(openat(folder.descriptor, Self.lock, flags, 0o600)),
                flock(lock.number, LOCK_SH | LOCK_NB) == 0
            else { throw folder.fault("locked") }
            return try HeldCopies(folder, token, of: account, lock, in: self)
        } catch {
            _ = discard(token, in: store)
            throw error
        }
    }

    /// Opens the store, creates it if it is missing, and closes it to other users.
    private func opened() throws(StorageError) -> Folder {
        let (parent, name) = Folder.split(folder)
        let cache = try Folder(creating: parent, mode: Self.mode)
        try cache.makeFolder(name, mode: Self.mode)
        let own = try cache.openFolder(name)
        try own.makeFolder(Self.name, mode: Self.mode)
        let store = try own.openFolder(Self.name)
        var status = stat()
        guard fstat(store.descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw store.fault("opened", nil, EPERM)
        }
        guard status.st_mode & 0o077 == 0 || fchmod(store.descriptor, mode_t(Self.mode)) == 0 else {
            throw store.fault("closed")
        }
        return store
    }

    private func existing() throws(StorageError) -> Folder {
        let (parent, name) = Folder.split(folder)
        return try Folder(opening: parent).openFolder(name + "/" + Self.name)
    }

    /// Protects copies as long as the result exists, and for at least so many seconds.
    ///
    /// - Returns: nil if there are no such copies.
    package func hold(_ token: String, for seconds: Int = 0) -> Descriptor? {
        guard let store = try? existing(), let lock = try? Self.lock(of: token, in: store),
            flock(lock.number, LOCK_SH | LOCK_NB) == 0
        else { return nil }
        store.retain(token, for: seconds)
        return lock
    }

    // MARK: Room

    package enum Room: Equatable, Sendable {
        /// Maximum bytes that the copies may come to occupy, as long as no others are made.
        case bytes(Int)
        /// The copies alone exceed what they may have.
        case none
        /// Other copies that cannot be removed yet occupy the room.
        case later
    }

    /// Raises the number of bytes that a folder may hold, and removes other copies to make room.
    ///
    /// - Parameter isUrgent: false for a call that can be repeated: it does not wait for other processes.
    package func grow(
        _ copies: HeldCopies, to bytes: Int, isUrgent: Bool = true
    ) throws(StorageError) -> Room {
        let store = try opened()
        return try FolderLock.hold(in: store, within: isUrgent ? timeout : 0) { () throws(StorageError) in
            let others = try entries(store).filter { $0.token != copies.token }
            var used = others.reduce(bytes) { $0 + $1.bytes }
            let budget = try budget(store, used)
            let isPersons = copies.account.isEmpty
            let share = isPersons ? budget : budget / 2
            guard bytes <= share else { return .none }
            var held = others.reduce(into: [copies.account: bytes]) { $0[$1.account, default: 0] += $1.bytes }
            // The oldest entry last, for `popLast`.
            let old = others.filter { $0.deadline < time(nil) }.sorted { $0.deadline > $1.deadline }
            var left = Dictionary(grouping: old, by: \.account)
            while true {
                let own = held[copies.account, default: 0]
                guard own > share || used > budget else {
                    copies.record(bytes)
                    return .bytes(bytes + min(share - own, budget - used))
                }
                let larger = left.keys.filter { isPersons || held[$0, default: 0] >= own }
                let largest = larger.max { held[$0, default: 0] < held[$1, default: 0] }
                let next = own > share ? copies.account : largest
                guard let account = next, let oldest = left[account]?.popLast() else { return .later }
                if left[account]?.isEmpty == true { left[account] = nil }
                if remove(oldest.token, in: store) {
                    used -= oldest.bytes
                    held[account, default: 0] -= oldest.bytes
                }
            }
        }
    }

    /// - Parameter used: bytes of the copies, counted as free because copies can be removed.
    private func budget(_ store: borrowing Folder, _ used: Int) throws(StorageError) -> Int {
        var status = statvfs()
        guard fstatvfs(store.descriptor, &status) == 0 else { throw store.fault("measured") }
        return min(largest, status.freeBytes / 10 + used / 10)
    }

    struct Entry {
        let token: String
        let deadline: Int
        let bytes: Int
        let account: String
    }

    func entries(_ store: borrowing Folder) throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        for token in try store.stores() where !token.hasPrefix(".") {
            let (bytes, account) = try Self.lock(of: token, in: store).map(HeldCopies.recorded) ?? (0, "")
            entries.append(
                Entry(
                    token: token, deadline: store.deadline(of: token), bytes: max(0, min(bytes, largest)),
                    account: account))
        }
        return entries
    }

    /// The lock of copies, not locked yet; nil if they have none. Never blocks: it may be another program's
    /// pipe.
    ///
    /// - Throws: for lack of descriptors or memory, with which a held folder would look like one without a
    ///   lock.
    static func lock(of token: String, in store: borrowing Folder) throws(StorageError) -> Descriptor? {
        do throws(StorageError) {
            let folder = try store.openFolder(token)
            let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            guard let lock = Descriptor(openat(folder.descriptor, Self.lock, flags)) else {
                throw folder.fault("opened", Self.lock)
            }
            return lock
        } catch {
            guard error.isLackOfResources else { return nil }
            throw error
        }
    }

    // MARK: Removing

    /// Removes copies of ended sessions whose deadline is over, remains of interrupted removals, and those of
    /// this session that are unfinished; none that something holds. Waits for the disk.
    package func sweep(_ isUnfinished: (_ token: String) -> Bool = { _ in false }) {
        guard let store = try? existing() else { return }
        try? FolderLock.hold(in: store, within: timeout) {
            for token in store.endedStores() + marked.filter(isUnfinished) { _ = remove(token, in: store) }
        }
    }

    /// Removes copies that were not used, even if they are held. Waits for the disk.
    package func discard(_ token: String) {
        if let store = try? existing() { _ = discard(token, in: store) }
    }

    /// Removes copies unless something holds them.
    ///
    /// - Returns: whether they are gone.
    private func remove(_ token: String, in store: borrowing Folder) -> Bool {
        let lock: Descriptor?
        do throws(StorageError) { lock = try Self.lock(of: token, in: store) } catch { return false }
        if let lock, flock(lock.number, LOCK_EX | LOCK_NB) != 0 { return false }
        return discard(token, in: store)
    }

    private func discard(_ token: String, in store: borrowing Folder) -> Bool {
        // A new remover, since each is for one thread.
        do throws(StorageError) { try store.removeStore(token, by: remover ?? Remover()) } catch {
            return false
        }
        unlink(record(of: token))
        rmdir(mark(of: token))
        return true
    }
}
