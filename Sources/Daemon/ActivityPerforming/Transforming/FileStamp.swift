// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// The state of a file or a folder at one moment, to detect changes.
struct FileStamp: Hashable, Sendable {
    /// Maximum entries of a folder and its subfolders: two seconds of the disk's thread.
    private static let maximumEntries = 250_000

    private let device: dev_t
    private let inode: ino_t
    /// Bytes of a file; entries of a folder, -1 if they could not be counted.
    private let size: Int
    private let links: Int
    /// mtime and ctime, each in seconds and nanoseconds; for a folder, zeros and its newest entry's ctime.
    private let times: [Int]
    private let uri: String
    private let isFolder: Bool

    /// Stamps the regular file or folder at a path; nil if there is neither.
    ///
    /// - Parameters:
    ///   - takesFolders: whether to stamp a folder too, by walking it; otherwise nil for a folder.
    ///   - reportPath: called with the path before the disk is touched.
    private init?(_ path: [UInt8], _ uri: String, takesFolders: Bool, _ reportPath: (String) -> Void) {
        reportPath(String(decoding: path, as: UTF8.self))
        var status = stat()
        let name = path.map(CChar.init(bitPattern:)) + [0]
        guard stat(name, &status) == 0 else { return nil }
        (device, inode, self.uri) = (status.st_dev, status.st_ino, uri)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard !isFolder else {
            guard takesFolders else { return nil }
            let (count, newest) = Self.entries(of: name, reportPath) ?? (-1, timespec())
            (size, links, times) = (count, 0, [0, 0, newest.tv_sec, newest.tv_nsec])
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        (size, links) = (status.st_size, Int(status.st_nlink))
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
    }

    /// Stamps a path at which there is no file or folder.
    private init(absent uri: String) {
        (device, inode, size, links, times) = (0, 0, 0, 0, [0, 0, 0, 0])
        (self.uri, isFolder) = (uri, false)
    }

    /// The number of entries in a folder and its subfolders, and their newest ctime; nil if the walk fails,
    /// or after `maximumEntries`. Links are not followed. A folder that denies access counts with its own
    /// ctime, which changes with its permissions.
    private static func entries(
        of folder: [CChar], _ reportPath: (String) -> Void
    ) -> (count: Int, newest: timespec)? {
        var (count, newest) = (0, timespec())
        var folder = folder
        return folder.withUnsafeMutableBufferPointer { path in
            var paths = [path.baseAddress, nil]
            guard let walk = fts_open(&paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, nil) else {
                return nil
            }
            defer { fts_close(walk) }
            errno = 0
            while let entry = fts_read(walk) {
                guard count < maximumEntries else { return nil }
                switch Int32(entry.pointee.fts_info) {
                case FTS_DP: continue
                case FTS_ERR: return nil
                case FTS_DNR where entry.pointee.fts_errno != EACCES: return nil
                // An entry that cannot be reached counts without a time; once it can be reached, the stamp
                // differs.
                case FTS_NS where [EACCES, ENOENT].contains(entry.pointee.fts_errno): count += 1
                case FTS_NS: return nil
                case let kind:
                    if kind == FTS_D { reportPath(String(cString: entry.pointee.fts_path)) }
                    let time = entry.pointee.fts_statp.pointee.st_ctim
                    count += 1
                    if (time.tv_sec, time.tv_nsec) > (newest.tv_sec, newest.tv_nsec) { newest = time }
                }
                errno = 0
            }
            return errno == 0 ? (count, newest) : nil
        }
    }

    /// Approximate bytes of memory that stamps occupy.
    static func memory(of stamps: [FileStamp]) -> Int {
        stamps.reduce(0) { $0 + MemoryLayout<FileStamp>.size + 64 + $1.uri.utf8.count }
    }

    /// Total size of the files in bytes, which could overflow an Int; folders do not count.
    static func bytes(of stamps: [FileStamp]) -> Double {
        stamps.reduce(0) { $0 + ($1.isFolder ? 0 : Double($1.size)) }
    }

    /// The stamps of the items' files; nil if a local URI does not name a regular file.
    ///
    /// - Parameter folder: the folder of the files to stamp; files elsewhere are not touched, since their
    ///   file system may hang. Nil to stamp all.
    static func all(
        of items: [Item], in folder: String? = nil, _ reportPath: (String) -> Void = { _ in }
    ) -> [FileStamp]? {
        let folder = folder.map { Array($0.utf8) }
        var stamps: [FileStamp] = []
        for representation in items.lazy.flatMap({ [$0.representation] + $0.alternatives }) {
            guard let uri = representation.uri else { continue }
            // A link to a page has no file to stamp.
            guard URILocation(uri) == .thisMachine else { continue }
            guard let path = LocalPath.bytes(of: uri) else { return nil }
            if let folder, !RealPath.isInside(path, folder: folder) { continue }
            guard let stamp = FileStamp(path, uri, takesFolders: false, reportPath) else { return nil }
            stamps.append(stamp)
        }
        return stamps
    }

    // MARK: Records

    /// Stamps of the items' files and folders, one for each path; a missing file has a stamp too.
    static func present(of items: [Item], _ reportPath: (String) -> Void) -> [FileStamp] {
        var known: Set<[UInt8]> = []
        return items.lazy.flatMap { [$0.representation] + $0.alternatives }.compactMap { representation in
            guard let uri = representation.uri, URILocation(uri) == .thisMachine,
                let path = LocalPath.bytes(of: uri), known.insert(path).inserted
            else { return nil }
            return FileStamp(path, uri, takesFolders: true, reportPath) ?? FileStamp(absent: uri)
        }
    }

    private var numbers: [Int] { [Int(device), Int(truncatingIfNeeded: inode), size, links] + times }

    /// Encodes stamps for `areCurrent`.
    static func record(of stamps: [FileStamp]) -> String {
        stamps.map { $0.numbers.map(String.init).joined(separator: " ") + " " + $0.uri }
            .joined(separator: "\0")
    }

    /// Whether all files and folders still match a record.
    static func areCurrent(_ record: String, _ reportPath: (String) -> Void) -> Bool {
        record.utf8.split(separator: 0).allSatisfy { line in
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8).map { String(Substring($0)) }
            guard words.count == 9, let path = LocalPath.bytes(of: words[8]) else { return false }
            let stamp =
                FileStamp(path, words[8], takesFolders: true, reportPath) ?? FileStamp(absent: words[8])
            return stamp.isCurrent(words.dropLast().compactMap { Int($0) })
        }
    }

    /// Ignores the ctime if the number of hard links has changed: a new link changes the ctime, but not the
    /// contents.
    private func isCurrent(_ recorded: [Int]) -> Bool {
        guard recorded.count == numbers.count, size >= 0 else { return false }
        let compared = numbers[3] == recorded[3] ? Array(numbers.indices) : [0, 1, 2, 4, 5]
        return compared.allSatisfy { numbers[$0] == recorded[$0] }
    }
}
