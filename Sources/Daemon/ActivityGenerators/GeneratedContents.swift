// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// A generator's bundles, counted by name, and its list of skipped plug-ins.
struct GeneratedContents: Sendable {
    /// A plug-in of the other format for which the generator made no bundle.
    struct LeftOut: Hashable, Sendable {
        /// Absolute path of the plug-in's file.
        let origin: String
        /// The plug-in's name for people; may be empty.
        let name: String
        /// The reason why there is no bundle, as a sentence.
        let reason: String

        /// Parses a line `origin<TAB>name<TAB>reason`; nil for any other line.
        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.plain)
            guard fields.count == 3, BundlePath.isAbsolute(fields[0]), !fields[2].isEmpty else { return nil }
            (origin, name, reason) = (fields[0], fields[1], fields[2])
        }

        /// Replaces C0 control characters, which would need six bytes each in a reply, and breaks up runs of
        /// combining marks that JSON clients would reject.
        private static func plain(_ text: Substring) -> String {
            JSON.streamSafe(
                String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 })))
        }
    }

    /// Name of the list of skipped plug-ins in the generator's served folder.
    static let listName = "left-out"
    /// Maximum bytes of the list: thousands of lines. Replies contain the lists of all generators.
    static let maximumBytes = 256 << 10

    private(set) var bundles = 0
    private(set) var omitted: [LeftOut] = []
    /// The error in the list, as a sentence; nil if there is none.
    private(set) var problem: String?

    /// Reads a generator's folder; an unreadable folder counts as empty.
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
        omitted = lines.compactMap { LeftOut($0) }
        let faulty = lines.count - omitted.count
        guard faulty > 0 else { return }
        problem =
            "Lines of \(Self.listName) that are not an absolute path, a name and a reason with tabs "
            + "between them: \(faulty)."
    }
}
