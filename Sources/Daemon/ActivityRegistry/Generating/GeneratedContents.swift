// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// A generator's bundles, counted by name, and what it says it has left out.
package struct GeneratedContents: Sendable {
    /// Something of the other format that has become no bundle.
    package struct LeftOut: Hashable, Sendable {
        /// The file's absolute path.
        package let origin: String
        /// As people know it; may be empty.
        package let name: String
        /// A sentence.
        package let reason: String

        /// Reads a line `origin<TAB>name<TAB>reason`; nil for any other.
        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.plain)
            guard fields.count == 3, BundlePath.isAbsolute(fields[0]), !fields[2].isEmpty else { return nil }
            (origin, name, reason) = (fields[0], fields[1], fields[2])
        }

        /// Without control characters, of which each takes six bytes in a reply, and as JSON that clients can read.
        private static func plain(_ text: Substring) -> String {
            JSON.streamSafe(
                String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 })))
        }
    }

    /// Name of the list in the folder that serves.
    static let listName = "left-out"
    /// Thousands of lines, and a quarter of a mebibyte for each generator in a reply.
    static let maximumBytes = 256 << 10

    /// How many bundles, sound or not.
    package private(set) var bundles = 0
    package private(set) var leftOut: [LeftOut] = []
    /// The problem with the list, as a sentence.
    package private(set) var problem: String?

    /// Reads a generator's folder; where there is none, it has made nothing.
    init(_ folder: String) {
        let names = (try? Folder(opening: folder).names()) ?? []
        bundles = names.count { BundleName.identifier(in: $0) != nil }
        do throws(StorageError) {
            guard let bytes = try AtomicFile.read(folder + "/" + Self.listName, limit: Self.maximumBytes)
            else {
                return
            }
            read(String(decoding: bytes, as: UTF8.self))
        } catch {
            problem = "\(error)"
        }
    }

    private mutating func read(_ text: String) {
        let lines = text.split(separator: "\n")
        leftOut = lines.compactMap { LeftOut($0) }
        let faulty = lines.count - leftOut.count
        guard faulty > 0 else { return }
        problem =
            "Lines of \(Self.listName) that are not an absolute path, a name and a reason with tabs between them: \(faulty)."
    }
}
