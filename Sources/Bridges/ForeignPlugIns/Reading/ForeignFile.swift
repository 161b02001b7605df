// SPDX-License-Identifier: Apache-2.0

import Host

package enum ForeignFile {
    /// Maximum bytes of a file: twenty times the longest published service menu with its translations.
    package static let maximumBytes = 1 << 20

    /// - Throws: `Omission` for a file that is too large, is not text, or cannot be read.
    package static func read(_ path: String) throws(Omission) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true)
        } catch {
            switch error {
            case .tooLarge: throw Omission("Its file is larger than 1 MiB.")
            case .notAFile: throw Omission("It is not a file.")
            default: throw Omission("Its file cannot be read.")
            }
        }
        guard let bytes else { throw Omission("Its file is gone.") }
        guard !bytes.contains(0) else { throw Omission("Its file is not text.") }
        return bytes
    }
}

/// The reason to omit a plug-in or one of its actions, as a sentence for the person who installed it.
package struct Omission: Error, Hashable, Sendable {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
