// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The copies of one call or one Prepare, which are not removed to make room as long as this exists.
package final class HeldCopies: Sendable {
    /// Path of the folder, with links resolved: the person's cache folder may be a link.
    package let path: String
    package let token: String
    let account: String
    private let folder: Folder
    private let lock: Descriptor
    private let store: CopyStore

    init(
        _ folder: consuming Folder, _ token: String, of account: String, _ lock: Descriptor,
        in store: CopyStore
    ) throws(StorageError) {
        guard let path = RealPath.find("/proc/self/fd/\(folder.descriptor)") else {
            throw folder.fault("found")
        }
        self.path = path
        (self.token, self.account, self.lock, self.store) = (token, account, lock, store)
        self.folder = folder
    }

    package func makeFolder(_ name: String) throws(StorageError) -> Folder {
        try folder.makeFolder(name, mode: 0o700)
        return try openFolder(name)
    }

    package func openFolder(_ name: String) throws(StorageError) -> Folder { try folder.openFolder(name) }

    package func names() throws(StorageError) -> [String] { try folder.names() }

    /// Removes a folder if it is empty.
    package func removeFolder(_ name: String) { unlinkat(folder.descriptor, name, AT_REMOVEDIR) }

    /// Removes copies that were not used. Waits for the disk.
    package func discard() { store.discard(token) }

    package func record(_ bytes: Int) { Self.record(bytes, of: account, in: lock) }

    static func record(_ bytes: Int, of account: String, in lock: Descriptor) {
        let text = Array("\(bytes) \(account)".utf8)
        ftruncate(lock.number, 0)
        _ = pwrite(lock.number, text, text.count, 0)
    }

    /// Parses the text of a lock that was just opened.
    static func recorded(_ lock: Descriptor) -> (bytes: Int, account: String) {
        let bytes = Descriptor.read(lock.number, limit: maximumRecordBytes) ?? []
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
        return (words.first.flatMap { Int($0) } ?? 0, words.count > 1 ? String(words[1]) : "")
    }

    /// Maximum length of a record, in bytes: a number and an account.
    private static let maximumRecordBytes = 512
}
