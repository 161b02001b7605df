// SPDX-License-Identifier: Apache-2.0
//
// A hard link's bytes do not count for the app that shared the file, until the file's names outside the store
// are gone: then the copy alone occupies them. So each call begins by looking for such files.

import CLinux
import Glibc

extension CopyStore {
    /// Counts the bytes of apps' files that have no name outside the store. A file that an app shares twice
    /// has two names here, and its bytes are divided between them.
    func countOrphans(_ store: borrowing Folder) throws(StorageError) {
        let entries = try entries(store).filter { !$0.account.isEmpty }
        let files = entries.map { (try? Self.files(of: $0.token, in: store)) ?? [] }
        let names = files.joined().reduce(into: [:]) { $0[$1.st_ino, default: 0] += 1 }
        for (entry, files) in zip(entries, files) {
            let bytes = files.reduce(0) { bytes, file in
                guard let own = names[file.st_ino], file.st_nlink <= own else { return bytes }
                return bytes + AllocatedBytes.of(blocks: file.st_blocks) / own
            }
            guard bytes > entry.bytes, let lock = try Self.lock(of: entry.token, in: store) else { continue }
            HeldCopies.record(bytes, of: entry.account, in: lock)
        }
    }

    private static func files(of token: String, in store: borrowing Folder) throws(StorageError) -> [stat] {
        let folder = try store.openFolder(token)
        var files: [stat] = []
        for number in try folder.names() where !number.hasPrefix(".") {
            let place = try folder.openFolder(number)
            for name in try place.names() {
                if let status = try place.status(of: name) { files.append(status) }
            }
        }
        return files
    }
}
