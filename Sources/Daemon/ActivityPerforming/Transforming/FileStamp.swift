// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// The state of a regular file at one moment; a changed file has another stamp.
struct FileStamp: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let times: [Int]
    private let uri: String

    /// The stamp of a local URI's file; nil if the URI names no regular file.
    ///
    /// - Parameter note: called with the path before the disk is touched.
    private init?(_ path: [UInt8], _ uri: String, _ note: (String) -> Void) {
        note(String(decoding: path, as: UTF8.self))
        var status = stat()
        let found = (path + [0]).withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { stat($0, &status) }
        }
        guard found == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
        self.uri = uri
    }

    /// The bytes of files together, which no integer need hold.
    static func bytes(of stamps: [FileStamp]) -> Double { stamps.reduce(0) { $0 + Double($1.size) } }

    /// The stamps of the items' files; nil if a local URI is not a regular file.
    ///
    /// - Parameter folder: where given, files elsewhere are not looked at: they may lie on a file system that hangs.
    static func all(
        of items: [Item], in folder: String? = nil, _ note: (String) -> Void = { _ in }
    ) -> [FileStamp]? {
        let folder = folder.map { Array($0.utf8) }
        var stamps: [FileStamp] = []
        for representation in items.lazy.flatMap({ [$0.representation] + $0.alternatives }) {
            guard let uri = representation.uri else { continue }
            // A link to a page is nothing that changes.
            guard URILocation(uri) == .thisMachine else { continue }
            guard let path = LocalPath.bytes(of: uri) else { return nil }
            if let folder, !RealPath.lies(path, in: folder) { continue }
            guard let stamp = FileStamp(path, uri, note) else { return nil }
            stamps.append(stamp)
        }
        return stamps
    }

    // MARK: Records

    /// The stamp as a line of a record.
    private var line: String {
        ([Int(device), Int(truncatingIfNeeded: inode), size] + times).map(String.init).joined(separator: " ")
            + " " + uri
    }

    /// Encodes stamps, for `areCurrent` of a later daemon.
    static func record(of stamps: [FileStamp]) -> String { stamps.map(\.line).joined(separator: "\0") }

    /// Whether every file is still as a record describes it.
    static func areCurrent(_ record: String, _ note: (String) -> Void) -> Bool {
        record.split(separator: "\0").allSatisfy { line in
            guard let uri = line.split(separator: " ", maxSplits: 7).last.map(String.init),
                let path = LocalPath.bytes(of: uri)
            else { return false }
            return FileStamp(path, uri, note)?.line.isExactly(String(line)) == true
        }
    }
}
