// SPDX-License-Identifier: Apache-2.0
//
// Transforms write to the disk, into `activityd/prepared` of the person's cache: one folder for each Prepare,
// in it one for each step:
//
//     $XDG_CACHE_HOME/activityd/prepared/<token>/<step>/    the step's files, under their own names
//     $XDG_CACHE_HOME/activityd/prepared/<token>.owner      names the session (StoreOwner.swift) and the mark
//     $XDG_RUNTIME_DIR/activityd/prepared/<token>/          the mark, which goes with the session
//     $XDG_RUNTIME_DIR/activityd/prepared/<token>/making/   exists until the last step has ended; the next
//                                                           daemon removes copies that it finds unfinished
//     $XDG_RUNTIME_DIR/activityd/prepared/<token>/record    stamps of the copies and of the given files:
//                                                           once one has changed, no copy is shared
//
// Copies last until the session ends, as private copies do (ShareService's CopyStore): a mail program may
// send a file hours after it received it, and no program reports that it is done. If new copies need room,
// older ones are evicted, except copies that a running activity uses, copies handed to an activity within the
// last hour, and copies younger than five minutes that only a sheet has: each switch that a person tries
// creates some. The modification time of the owner link is the end of that grace period.
//
// All functions run on the disk's thread.

import ActivityModel
import CLinux
import Glibc
import Host

struct PreparedCopies: Sendable {
    /// Minimum lifetimes in seconds: of copies handed to an activity, and of all others.
    static let (handedLifetime, minimumLifetime) = (3600, 300)
    /// Maximum files and folders of a Prepare at a time: a transform's input, its output, and as many again
    /// while it works.
    private static let maximumEntries = 4 * Content.maximumItems
    /// Maximum bytes of a record: percent-encoded paths of all items of a request of 1 MiB, and of their
    /// copies.
    private static let maximumRecord = 8 << 20
    /// Maximum depth of folders; no transform needs as much.
    private static let maximumDepth = 32

    private let marks: String
    private let stores: DiskStores
    /// Maximum bytes of all copies together; less if the disk is nearly full (`budget`).
    private let maximumBytes: Int

    init(_ settings: PerformerSettings, _ remover: Remover) {
        marks = settings.runtimeFolder + "/activityd/prepared"
        stores = DiskStores(path: settings.cacheFolder + "/prepared", remover: remover)
        maximumBytes = settings.preparedBytes
    }

    var path: String { stores.path }

    // MARK: One

    func make(_ token: String) throws(PerformRefusal) {
        let mark = marks + "/" + token
        for folder in [
            Folder.split(marks).folder, marks, mark, making(token), stores.path + "/" + token,
        ] {
            if folder.hasPrefix(stores.path) { try stores.own(token, by: mark) }
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw .system("The folder \(folder) could not be made", errno)
            }
        }
        // Another machine's daemon may evict copies in the same home.
        retain([token], for: Self.minimumLifetime)
    }

    /// Creates the empty folder of a step.
    ///
    /// - Returns: the folder's real path.
    func makeStep(_ step: Int, of token: String) throws(TransformFault) -> String {
        let folder = folder(of: step, token)
        guard mkdir(folder, 0o700) == 0 else {
            throw TransformFault(.system("The folder \(folder) could not be made", errno))
        }
        return folder
    }

    /// Marks the copies as complete, and records their stamps.
    ///
    /// - Parameter stamps: stamps of the copies and of their originals.
    func finish(_ token: String, _ stamps: [FileStamp]) {
        // Without a record the copies count as changed.
        try? AtomicFile.write(Array(FileStamp.record(of: stamps).utf8), to: record(of: token), mode: 0o600)
        rmdir(making(token))
        retain([token], for: Self.minimumLifetime)
    }

    func remove(_ token: String) {
        stores.remove(token)
        rmdir(making(token))
        unlink(record(of: token))
        rmdir(marks + "/" + token)
    }

    func hasRecord(_ token: String) -> Bool { access(record(of: token), F_OK) == 0 }

    /// Whether the copies, their originals and the unchanged files are still as recorded; false without a
    /// readable record.
    func areCurrent(_ token: String, _ reportPath: (String) -> Void) -> Bool {
        guard let bytes = try? AtomicFile.read(record(of: token), limit: Self.maximumRecord) else {
            return false
        }
        return FileStamp.areCurrent(String(decoding: bytes, as: UTF8.self), reportPath)
    }

    func folder(of step: Int, _ token: String) -> String {
        RealPath.of(stores.path + "/" + token) + "/\(step)"
    }

    /// Removes the files of all steps except the items' files.
    func retain(_ items: [Item], of token: String) {
        let paths = Set(items.compactMap { $0.representation.uri.flatMap(LocalPath.bytes) })
        for step in FolderNames.read(stores.path + "/" + token) {
            let folder = RealPath.of(stores.path + "/" + token) + "/" + step
            for name in FolderNames.read(folder) where !paths.contains(Array((folder + "/" + name).utf8)) {
                unlink(folder + "/" + name)
            }
            rmdir(folder)
        }
    }

    /// Tokens of the items that are prepared copies, found by path, each with the index of its first item.
    func tokens(of items: [Item]) -> [String: Int] {
        let folders = [stores.path, RealPath.of(stores.path)].map { Self.names(Array($0.utf8)) }
        var tokens: [String: Int] = [:]
        for (index, item) in items.enumerated() {
            let forms = [item.representation] + item.alternatives
            for uri in forms.compactMap(\.uri) where URILocation(uri) == .thisMachine {
                // The path ends in the token, the step and the file.
                let names = Self.names(LocalPath.bytes(of: uri) ?? [])
                guard names.count > 3, folders.contains(Array(names.dropLast(3))) else { continue }
                let token = String(decoding: names[names.count - 3], as: UTF8.self)
                tokens[token] = min(tokens[token] ?? index, index)
            }
        }
        return tokens
    }

    private static func names(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
        path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// Extends the lifetime of copies to at least so many seconds from now.
    func retain(_ tokens: Set<String>, for seconds: Int) {
        let end = time(nil) + seconds
        for token in tokens where end > self.end(of: token) {
            let time = timespec(tv_sec: end, tv_nsec: 0)
            utimensat(AT_FDCWD, owner(of: token), [time, time], AT_SYMLINK_NOFOLLOW)
        }
    }

    private func making(_ token: String) -> String { marks + "/" + token + "/making" }

    private func record(of token: String) -> String { marks + "/" + token + "/record" }

    private func owner(of token: String) -> String { stores.path + "/" + token + DiskStores.ownerSuffix }

    /// Stamps of the items that are copies; nil if one is not a regular file any more.
    func stamps(of items: [Item]) -> [FileStamp]? { FileStamp.all(of: items, in: RealPath.of(path)) }

    // MARK: All

    /// Removes copies of ended sessions whose grace period is over, copies without an owner, and copies that
    /// an earlier daemon left unfinished.
    func sweep() {
        for token in FolderNames.read(marks) where access(making(token), F_OK) == 0 { remove(token) }
        stores.sweep(untilTheirTime: true)
    }

    /// Evicts copies whose grace period is over, the oldest first, while all copies exceed the budget.
    ///
    /// - Parameters:
    ///   - token: the copies that are being made, which stay.
    ///   - title: title of the transform that makes them.
    ///   - used: tokens of other copies that stay.
    /// - Returns: the maximum bytes that the copies that are being made may occupy.
    /// - Throws: `noRoom` if they alone exceed the budget, `noRoomYet` if the other copies cannot be evicted
    ///   yet, or another fault if they have too many entries or too deep folders.
    func makeRoom(
        for token: String, by title: String, keeping used: Set<String>
    ) throws(TransformFault) -> Int {
        let own = size(of: token)
        guard !own.isCrowded else {
            throw TransformFault(title, "made too many files, or folders too deep")
        }
        // No dictionary: foreign names may differ in bytes, yet be equal as strings.
        let others = FolderNames.read(stores.path).filter {
            $0 != token && !$0.hasSuffix(DiskStores.ownerSuffix) && !StagingName.isStaging($0)
        }.map { (name: $0, bytes: size(of: $0).bytes, end: end(of: $0)) }
        var total = others.reduce(own.bytes) { $0 + $1.bytes }
        let budget = budget(total)
        let now = time(nil)
        var old = others.filter { !used.contains($0.name) && $0.end < now }.sorted { $0.end > $1.end }
        while total > budget, let oldest = old.popLast() {
            remove(oldest.name)
            total -= oldest.bytes
        }
        guard total <= budget else { throw own.bytes > budget ? .noRoom : .noRoomYet }
        return budget - total + own.bytes
    }

    /// Evicts copies if the copies that are being made have outgrown their room, and extends their lifetime.
    ///
    /// - Throws: as above.
    func makeRoom(
        beyond room: Int, for token: String, by title: String, keeping used: Set<String>
    ) throws(TransformFault) {
        retain([token], for: Self.minimumLifetime)
        let size = size(of: token)
        if size.isCrowded || size.bytes > room { _ = try makeRoom(for: token, by: title, keeping: used) }
    }

    private func end(of token: String) -> Int { stores.end(of: token + DiskStores.ownerSuffix) }

    /// The maximum bytes of all copies: `maximumBytes`, or a tenth of the free space if that is less.
    ///
    /// - Parameter used: bytes of all copies; they count as free, since copies can be evicted.
    private func budget(_ used: Int) -> Int {
        var status = statvfs()
        guard statvfs(stores.path, &status) == 0 else { return maximumBytes }
        return min(maximumBytes, status.freeBytes / 10 + used / 10)
    }

    private struct Size {
        var bytes = 0
        var entries = 0
        /// Whether the folder has too many entries or is too deep; `bytes` is then incomplete.
        var isCrowded: Bool { entries > PreparedCopies.maximumEntries }
    }

    private func size(of token: String) -> Size {
        var size = Size()
        if let folder = try? Folder(opening: stores.path + "/" + token) { count(folder, &size, depth: 0) }
        return size
    }

    private func count(_ folder: borrowing Folder, _ size: inout Size, depth: Int) {
        var names: [[CChar]] = []
        let left = Self.maximumEntries - size.entries
        try? folder.visit { name, _ in
            names.append(Array(name) + [0])
            return names.count <= left
        }
        size.entries += depth < Self.maximumDepth ? names.count : left + 1
        for name in names where !size.isCrowded {
            var status = stat()
            guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            size.bytes += AllocatedBytes.of(blocks: status.st_blocks)
            guard status.st_mode & S_IFMT == S_IFDIR else { continue }
            let inner = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if inner >= 0 { count(Folder(descriptor: inner, path: ""), &size, depth: depth + 1) }
        }
    }
}
