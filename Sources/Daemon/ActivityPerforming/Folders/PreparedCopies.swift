// SPDX-License-Identifier: Apache-2.0
//
// Transforms write to the disk, in `activityd/prepared` of the person's cache: a folder for each Prepare, and in it one for
// each transform:
//
//     $XDG_CACHE_HOME/activityd/prepared/<token>/<step>/    what this step has made, under its names
//     $XDG_CACHE_HOME/activityd/prepared/<token>.owner      names the machine, its boot, and the mark
//     $XDG_RUNTIME_DIR/activityd/prepared/<token>/          the mark, which goes with the session
//
// Copies last as private copies do (ShareService's CopyStore): until the session ends, since a mail program may send hours
// later what it was handed, and an hour at least. No program says when it is done with one. Where new ones need room, the
// oldest go; but none that was used within the hour, and none of an activity that this daemon runs. The time of the owner's link is
// that of the last use.
//
// All of this is done on the disk's thread.

import ActivityModel
import CLinux
import Glibc
import Host

/// The folders of prepared copies.
struct PreparedCopies: Sendable {
    /// A copy that was used stays for so many seconds.
    static let shortestLife = 3600
    /// Names that are counted in one folder; a transform that makes more is stopped.
    private static let countedNames = 20_000

    private let marks: String
    private let stores: DiskStores
    /// The most bytes of all copies together; a tenth of the free space where that is less.
    private let largest: Int

    init(_ settings: PerformerSettings, _ remover: Remover) {
        marks = settings.runtimeFolder + "/activityd/prepared"
        stores = DiskStores(path: settings.cacheFolder + "/prepared", remover: remover)
        largest = settings.preparedBytes
    }

    var path: String { stores.path }

    // MARK: One

    /// Makes the folder of a Prepare.
    func make(_ token: String) throws(PerformRefusal) {
        let mark = marks + "/" + token
        for folder in [Folder.split(marks).folder, marks, mark, stores.path + "/" + token] {
            if folder.hasPrefix(stores.path) { try stores.own(token, by: mark) }
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw .system("The folder \(folder) could not be made", errno)
            }
        }
    }

    /// Makes the empty folder of a step.
    ///
    /// - Returns: its real path.
    func makeStep(_ step: Int, of token: String) throws(PerformRefusal) -> String {
        let folder = folder(of: step, token)
        guard mkdir(folder, 0o700) == 0 else {
            throw .system("The folder \(folder) could not be made", errno)
        }
        return folder
    }

    func remove(_ token: String) {
        stores.remove(token)
        rmdir(marks + "/" + token)
    }

    /// The folder of a step.
    func folder(of step: Int, _ token: String) -> String {
        RealPath.of(stores.path + "/" + token) + "/\(step)"
    }

    /// Removes what earlier steps have made and later ones have changed.
    ///
    /// - Parameter paths: the files that stay.
    func keep(_ paths: Set<[UInt8]>, of token: String) {
        for step in FolderNames.read(stores.path + "/" + token) {
            let folder = RealPath.of(stores.path + "/" + token) + "/" + step
            for name in FolderNames.read(folder) where !paths.contains(Array((folder + "/" + name).utf8)) {
                unlink(folder + "/" + name)
            }
            rmdir(folder)
        }
    }

    /// The tokens of the copies that items are. The disk is not asked: of what is none, nothing has the token.
    func tokens(of items: [HandedItem]) -> Set<String> {
        let base = "/" + stores.path.split(separator: "/").suffix(2).joined(separator: "/") + "/"
        return Set(
            items.compactMap { item in
                guard let path = item.path.flatMap({ String(validating: $0, as: UTF8.self) }),
                    let found = path.firstRange(of: base)
                else { return nil }
                return String(path[found.upperBound...].prefix { $0 != "/" })
            })
    }

    /// Lets copies stay for another hour.
    func touch(_ tokens: Set<String>) {
        for token in tokens { utimensat(AT_FDCWD, owner(of: token), nil, AT_SYMLINK_NOFOLLOW) }
    }

    private func owner(of token: String) -> String { stores.path + "/" + token + DiskStores.ownerSuffix }

    // MARK: All

    /// Removes the copies of sessions that have ended.
    func sweep() { stores.sweep(keeping: Self.shortestLife) }

    /// Removes the oldest copies while all together are too many.
    ///
    /// - Parameters:
    ///   - token: the copies that are being made, which stay.
    ///   - used: others that stay.
    /// - Returns: the most bytes that the copies that are being made may hold; nil if they hold more.
    func makeRoom(for token: String, keeping used: Set<String>) -> Int? {
        let names = FolderNames.read(stores.path).filter {
            !$0.hasSuffix(DiskStores.ownerSuffix) && !StagingName.isStaging($0)
        }
        var sizes = Dictionary(uniqueKeysWithValues: names.map { ($0, bytes(of: $0)) })
        var total = sizes.values.reduce(0, +)
        let budget = budget(total)
        let latest = time(nil) - Self.shortestLife
        var old = names.filter { $0 != token && !used.contains($0) }
            .map { (name: $0, time: lastUse(of: $0)) }.filter { $0.time < latest }
            .sorted { $0.time > $1.time }
        while total > budget, let oldest = old.popLast() {
            remove(oldest.name)
            total -= sizes.removeValue(forKey: oldest.name) ?? 0
        }
        return total <= budget ? budget - total + (sizes[token] ?? 0) : nil
    }

    private func lastUse(of token: String) -> Int {
        var status = stat()
        return lstat(owner(of: token), &status) == 0 ? status.st_mtim.tv_sec : 0
    }

    /// - Parameter used: what the copies hold, which counts as free: they may go.
    private func budget(_ used: Int) -> Int {
        var status = statvfs()
        guard statvfs(stores.path, &status) == 0 else { return largest }
        let free = Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
        return min(largest, (free + used) / 10)
    }

    /// The bytes of all that lies in the folder of a Prepare.
    func bytes(of token: String) -> Int {
        guard let folder = try? Folder(opening: stores.path + "/" + token) else { return 0 }
        var names = Self.countedNames
        return bytes(in: folder, &names, depth: 0)
    }

    /// The bytes of all that lies in a folder, whatever it is; more than there may be where it holds too many names.
    private func bytes(in folder: borrowing Folder, _ left: inout Int, depth: Int) -> Int {
        var names: [[CChar]] = []
        let most = left
        try? folder.visit { name, _ in
            names.append(Array(name) + [0])
            return names.count <= most
        }
        left -= names.count
        guard left >= 0, depth < 32 else { return largest + 1 }
        return names.reduce(0) { total, name in
            var status = stat()
            guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return total }
            var bytes = Int(status.st_blocks) * 512
            if status.st_mode & S_IFMT == S_IFDIR {
                let inner = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                if inner >= 0 {
                    bytes += self.bytes(in: Folder(descriptor: inner, path: ""), &left, depth: depth + 1)
                }
            }
            return min(total + bytes, largest + 1)
        }
    }
}
