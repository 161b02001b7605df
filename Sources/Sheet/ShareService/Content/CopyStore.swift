// SPDX-License-Identifier: Apache-2.0
//
// Private copies are stored on disk, in `activityd/shared` of the person's cache, which only the person can
// open: a folder for each call of Share, with its `.lock` and its files. The process that holds a call's
// sheet holds the lock, so a killed process releases it. The lock's text is the number of bytes that the
// folder may hold, raised before they are written, and the account that they count for. A hard link's bytes
// are not counted until the file's names outside the store are gone: each call begins by looking for such
// files.
//
// The copies of a sheet that was left, or whose activity was cancelled, are removed with it. Other copies
// last until the person's session ends, and for an hour at least, because a mail program may send a file, or
// a desktop draw it, hours later; only a lack of room removes them earlier. The session's mark is a folder in
// the runtime folder, which is removed with the session. Each call's folder contains a link, `.session`, that
// names its mark (StoreOwner). A service that starts removes the folders of ended sessions.
//
// All copies share one budget, and one app has at most half of it. If a new copy finds no room, the app that
// holds most gives way: its oldest copies that no sheet holds are removed. An app that holds less than the
// new copy's app would is spared. Services of two sessions may share a home, so code that makes, measures or
// removes these folders holds the store's lock.
//
// A sandbox may be allowed to write to the cache, and could replace one of these folders by a link at any
// time. So the folders are reached by descriptors, from the cache folder on, and no link is followed. A
// copy's path contains no link either, and our activities follow none on their way to a copy. The lock file's
// text is not trusted, and we never block on it: a sandbox could stall every caller.

import CGIO
import CLinux
import ContentSelection
import Glibc
import Host
import SessionBus

/// Location of the private copies, and their limit on the disk.
struct CopyStore: Sendable {
    /// Minimum age of the copies that a sweep removes, in seconds.
    private static let minimumLifetime = 3600
    private static let mode: UInt32 = 0o700
    /// Name of the link in a call's folder to its session's mark.
    private static let link = ".session"
    /// Folders below the cache folder.
    private static let (folder, subfolder) = ("activityd", "shared")

    private let cache: String
    /// Maximum size of all copies together, in bytes; a tenth of the free space, with the copies, if that is
    /// less.
    private let largest: Int
    /// The folder of the marks, one for each call's folder and of its name.
    private let marks: String

    /// - Parameters:
    ///   - cache: the person's cache folder.
    ///   - runtime: the person's runtime folder.
    init(cache: String, runtime: String, largest: Int) {
        self.cache = cache
        self.largest = largest
        marks = runtime + "/activity-sheet"
        mkdir(marks, mode_t(Self.mode))
    }

    /// Makes an empty, locked folder for one call.
    func makeFolder(of account: String) throws(StorageError) -> HeldCopies {
        let store = try opened()
        return try FolderLock.hold(in: store) { () throws(StorageError) in
            let orphans = try orphans(store)
            let name = String(UInt64.random(in: .min ... .max), radix: 16)
            try store.makeFolder(name, mode: Self.mode)
            let folder = try store.openFolder(name)
            // Without its mark, the folder would belong to an ended session.
            let mark = marks + "/" + name
            guard mkdir(mark, mode_t(Self.mode)) == 0 else {
                throw .storage(path: mark, operation: "created", errno: errno)
            }
            let owner = StoreOwner(session: .present, path: mark)
            guard symlinkat(owner.text, folder.descriptor, Self.link) == 0 else {
                throw folder.fault("marked")
            }
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            guard let lock = Descriptor(openat(folder.descriptor, HeldCopies.lock, flags, 0o600)),
                flock(lock.number, LOCK_EX | LOCK_NB) == 0
            else { throw folder.fault("locked") }
            return try HeldCopies(folder, name, of: account, lock, orphans, mark)
        }
    }

    /// Opens the folder of all calls' folders, creates it if it is missing, and closes it to other users.
    private func opened() throws(StorageError) -> Folder {
        let cache = try Folder(creating: cache, mode: Self.mode)
        try cache.makeFolder(Self.folder, mode: Self.mode)
        let own = try cache.openFolder(Self.folder)
        try own.makeFolder(Self.subfolder, mode: Self.mode)
        let store = try own.openFolder(Self.subfolder)
        var status = stat()
        guard fstat(store.descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw store.fault("opened", nil, EPERM)
        }
        guard status.st_mode & 0o077 == 0 || fchmod(store.descriptor, mode_t(Self.mode)) == 0 else {
            throw store.fault("closed")
        }
        return store
    }

    /// Raises the number of bytes that a folder may hold, and removes other copies to make room.
    ///
    /// - Returns: whether there is room.
    func grow(_ copies: HeldCopies, to bytes: Int) throws(StorageError) -> Bool {
        let store = try opened()
        return try FolderLock.hold(in: store) { () throws(StorageError) in
            let others = try entries(store, copies.orphans).filter { $0.name != copies.name }
            var used = others.reduce(0) { $0 + $1.bytes }
            let budget = try budget(store, used)
            let share = budget / 2
            guard bytes <= share else { return false }
            var held = others.reduce(into: [copies.account: bytes]) { $0[$1.account, default: 0] += $1.bytes }
            // The oldest entry last, for `popLast`.
            var left = Dictionary(grouping: others.sorted { $0.time > $1.time }, by: \.account)
            while true {
                let own = held[copies.account, default: 0]
                guard own > share || used + bytes > budget else { break }
                let larger = left.keys.filter { held[$0, default: 0] >= own }
                let largest = larger.max { held[$0, default: 0] < held[$1, default: 0] }
                let next = own > share ? copies.account : largest
                guard let account = next, let oldest = left[account]?.popLast() else { return false }
                if left[account]?.isEmpty == true { left[account] = nil }
                if remove(oldest.name, in: store) {
                    used -= oldest.bytes
                    held[account, default: 0] -= oldest.bytes
                }
            }
            copies.record(bytes)
            return true
        }
    }

    /// Removes copies of ended sessions that are an hour old, and remains of interrupted removals. Waits for
    /// the disk.
    func sweep() {
        let cache = try? Folder(opening: cache)
        guard let store = try? cache?.openFolder(Self.folder + "/" + Self.subfolder) else { return }
        try? FolderLock.hold(in: store) { () throws(StorageError) in
            try Remover().sweep("/proc/self/fd/\(store.descriptor)")
            let (limit, session) = (time(nil) - Self.minimumLifetime, StoreOwner.Session.present)
            for entry in try entries(store) where entry.time.seconds < limit {
                if entry.owner?.hasEnded(at: session) != false { _ = remove(entry.name, in: store) }
            }
        }
    }

    private struct Entry {
        let name: String
        var owner: StoreOwner?
        /// Time of the last record in its lock.
        var time = (seconds: 0, nanoseconds: 0)
        var bytes = 0
        var account = ""
    }

    /// Disk usage of a file in a call's folder, and the number of the file's links.
    private struct DiskUsage {
        let folder: String
        let inode: ino_t
        let links: Int
        let bytes: Int
    }

    /// Bytes of each folder's files that have no name outside the store. A file that an app shares twice has
    /// two names here, and its bytes are divided between them.
    private func orphans(_ store: borrowing Folder) throws(StorageError) -> [String: Int] {
        var places: [DiskUsage] = []
        for entry in try entries(store) {
            places += (try? Self.diskUsage(of: entry.name, in: store.openFolder(entry.name))) ?? []
        }
        let names = places.reduce(into: [:]) { $0[$1.inode, default: 0] += 1 }
        return places.reduce(into: [:]) { bytes, place in
            guard let own = names[place.inode], place.links <= own else { return }
            bytes[place.folder, default: 0] += place.bytes / own
        }
    }

    private static func diskUsage(
        of copies: String, in folder: borrowing Folder
    ) throws(StorageError) -> [DiskUsage] {
        var places: [DiskUsage] = []
        for number in try folder.names() where !number.hasPrefix(".") {
            let place = try folder.openFolder(number)
            for name in try place.names() {
                guard let status = try place.status(of: name) else { continue }
                places.append(
                    DiskUsage(
                        folder: copies, inode: status.st_ino, links: Int(status.st_nlink),
                        bytes: AllocatedBytes.of(blocks: status.st_blocks)))
            }
        }
        return places
    }

    /// - Parameter orphans: minimum bytes to count, by folder name.
    private func entries(
        _ store: borrowing Folder, _ orphans: [String: Int] = [:]
    ) throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        for name in try store.names() where !name.hasPrefix(".") {
            var entry = Entry(name: name)
            var status = stat()
            if let folder = try? store.openFolder(name),
                let lock = Descriptor(
                    openat(
                        folder.descriptor, HeldCopies.lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)),
                fstat(lock.number, &status) == 0
            {
                let recorded = HeldCopies.recorded(lock)
                entry.owner = StoreOwner(at: Self.link, in: folder.descriptor)
                entry.time = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
                entry.bytes = max(min(recorded.bytes, largest), orphans[name] ?? 0)
                entry.account = recorded.account
            }
            entries.append(entry)
        }
        return entries
    }

    /// Removes a folder that no sheet holds.
    ///
    /// - Returns: whether the folder is gone.
    private func remove(_ name: String, in store: borrowing Folder) -> Bool {
        var lock: Descriptor?
        if let folder = try? store.openFolder(name) {
            lock = Descriptor(
                openat(folder.descriptor, HeldCopies.lock, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
        }
        if let lock, flock(lock.number, LOCK_EX | LOCK_NB) != 0 { return false }
        do throws(StorageError) { try Remover().discard(name, in: store) } catch { return false }
        rmdir(marks + "/" + name)
        return true
    }

    /// - Parameter used: bytes of the copies, counted as free because copies can be removed.
    private func budget(_ store: borrowing Folder, _ used: Int) throws(StorageError) -> Int {
        var status = statvfs()
        guard fstatvfs(store.descriptor, &status) == 0 else { throw store.fault("measured") }
        return min(largest, status.freeBytes / 10 + used / 10)
    }
}
