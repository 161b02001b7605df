// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The private copies of one call, and the lock that protects them from removal.
final class HeldCopies: Sendable {
    static let lock = ".lock"

    /// Path of the folder, with links resolved: the person's cache folder may be a link.
    let path: String
    let name: String
    let account: String
    /// Bytes of orphaned files in the other folders when this one was made, by folder name.
    let orphans: [String: Int]
    private let folder: Folder
    private let lock: Descriptor
    /// Path of the folder that is removed with the session.
    private let mark: String

    init(
        _ folder: consuming Folder, _ name: String, of account: String, _ lock: Descriptor,
        _ orphans: [String: Int], _ mark: String
    ) throws(StorageError) {
        guard let path = RealPath.find("/proc/self/fd/\(folder.descriptor)") else {
            throw folder.fault("found")
        }
        self.path = path
        (self.name, self.account, self.lock, self.orphans) = (name, account, lock, orphans)
        self.mark = mark
        self.folder = folder
    }

    func makeFolder(_ name: String) throws(StorageError) -> Folder {
        try folder.makeFolder(name, mode: 0o700)
        return try folder.openFolder(name)
    }

    /// Removes copies that were not used. Waits for the disk.
    func discard() {
        try? Remover().discard(path)
        rmdir(mark)
    }

    func record(_ bytes: Int) {
        let text = Array("\(bytes) \(account)".utf8)
        ftruncate(lock.number, 0)
        _ = pwrite(lock.number, text, text.count, 0)
    }

    /// Parses the text of a folder's lock.
    static func recorded(_ lock: Descriptor) -> (bytes: Int, account: String) {
        var bytes = [UInt8](repeating: 0, count: maximumRecordBytes)
        let count = pread(lock.number, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 1)
        return (words.first.flatMap { Int($0) } ?? 0, words.count > 1 ? String(words[1]) : "")
    }

    /// Maximum length of a record, in bytes: a number and an account.
    private static let maximumRecordBytes = 512
}
