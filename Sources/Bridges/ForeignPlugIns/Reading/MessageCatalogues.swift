// SPDX-License-Identifier: Apache-2.0

import Host
import Synchronization

/// Installed translations of programs, to which contracts refer by text domain (gettext's .mo files).
package final class MessageCatalogues: Sendable {
    private let folders: [String]
    private let languages: [String]
    /// Catalogues keyed by path; empty if the file cannot be read.
    private let catalogues = Mutex<[String: [UInt8]]>([:])

    /// Paths that have been read, existing or not.
    package var sources: [String] { catalogues.withLock { $0.keys.sorted() } }

    /// Maximum bytes of a catalogue; office suites have some of two million.
    private static let maximumBytes = 4 << 20

    package init(dataFolders: [String], languages: [String]) {
        folders = dataFolders.map { $0 + "/locale" }
        self.languages = languages
    }

    /// Translates a text into the first of the person's languages that has a translation, like dgettext(3);
    /// nil if none has.
    package func translation(of text: String, domain: String) -> (language: String, text: String)? {
        guard !domain.isEmpty, !domain.hasPrefix("."), !domain.contains("/") else { return nil }
        for language in languages where !language.contains("/") && !language.hasPrefix(".") {
            for folder in folders {
                let catalogue = catalogue("\(folder)/\(language)/LC_MESSAGES/\(domain).mo")
                if let found = MessageCatalogue(catalogue)?.translation(of: text) { return (language, found) }
            }
        }
        return nil
    }

    private func catalogue(_ path: String) -> [UInt8] {
        catalogues.withLock { catalogues in
            if let catalogue = catalogues[path] { return catalogue }
            let read = try? AtomicFile.read(path, limit: Self.maximumBytes, followingLinks: true)
            let bytes = (read ?? nil) ?? []
            catalogues[path] = bytes
            return bytes
        }
    }
}

/// A catalogue in gettext's binary format (gettext manual, "The Format of GNU MO Files").
///
/// Offsets and lengths in it are checked against the file's size.
struct MessageCatalogue {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private let count: Int
    private let originals: Int
    private let translations: Int

    private static let magic: UInt32 = 0x9504_12DE

    /// - Returns: nil if the bytes are not a catalogue, or are truncated.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let first = Self.word(bytes, at: 0, isBigEndian: false),
            first == Self.magic || first.byteSwapped == Self.magic
        else { return nil }
        let isBigEndian = first != Self.magic
        let header = (1..<5).compactMap { Self.word(bytes, at: $0 * 4, isBigEndian: isBigEndian) }.map(
            Int.init)
        // The upper half of the revision counts incompatible changes; 0 and 1 share a header.
        guard header.count == 4, header[0] >> 16 <= 1 else { return nil }
        self.isBigEndian = isBigEndian
        (count, originals, translations) = (header[1], header[2], header[3])
        guard max(originals, translations) + count * 8 <= bytes.count else { return nil }
    }

    /// The translation of a text; nil if there is none. Searches linearly: a damaged catalogue may be
    /// unsorted, and a domain is searched for one text only.
    func translation(of text: String) -> String? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty,
            let index = (0..<count).first(where: { isString(originals, $0, wanted) }),
            let found = string(translations, index)?.prefix(while: { $0 != 0 }), !found.isEmpty
        else { return nil }
        return String(validating: found, as: UTF8.self)
    }

    /// Whether a table's string is `wanted`. Compares only as many bytes: thousands of entries may point to
    /// the same megabytes.
    private func isString(_ table: Int, _ index: Int, _ wanted: [UInt8]) -> Bool {
        guard let found = string(table, index), found.starts(with: wanted) else { return false }
        return found.count == wanted.count || found[found.startIndex + wanted.count] == 0
    }

    /// A table's string at an index; plural forms follow after a zero.
    private func string(_ table: Int, _ index: Int) -> ArraySlice<UInt8>? {
        guard let length = Self.word(bytes, at: table + index * 8, isBigEndian: isBigEndian),
            let offset = Self.word(bytes, at: table + index * 8 + 4, isBigEndian: isBigEndian),
            Int(offset) + Int(length) <= bytes.count
        else { return nil }
        return bytes[Int(offset)..<Int(offset) + Int(length)]
    }

    private static func word(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) -> UInt32? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        let word = bytes[offset..<offset + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return isBigEndian ? word.byteSwapped : word
    }
}
