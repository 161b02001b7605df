// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// What shared-mime-info knows of types: which endings they have, and which begin alike.
package final class TypeCatalogue {
    private let folders: [String]
    private lazy var endings: [String: [String]] = readEndings()
    private lazy var names: [String] = readNames()

    /// Two or three megabytes: the database of a desktop with all its programs.
    private static let maximumBytes = 8 << 20

    package init(dataFolders: [String]) {
        folders = dataFolders.map { $0 + "/mime" }
    }

    /// What it depends on, once it was asked.
    private(set) package var sources: [String] = []

    /// The types of files whose names end so, without a dot, in lower case.
    package func types(ofEnding ending: String) -> [String] { endings[ending] ?? [] }

    /// All known types whose names begin so.
    package func types(beginning prefix: String) -> [String] { names.filter { $0.hasPrefix(prefix) } }

    private func lines(_ name: String) -> [Substring] {
        folders.flatMap { folder in
            let path = folder + "/" + name
            sources.append(path)
            let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes, followingLinks: true)
            return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        }
    }

    /// `globs2` has lines such as `50:image/png:*.png`.
    private func readEndings() -> [String: [String]] {
        var endings: [String: [String]] = [:]
        for line in lines("globs2") {
            let fields = line.split(separator: ":", maxSplits: 3)
            guard fields.count >= 3, fields[2].hasPrefix("*."), let type = ContentType(String(fields[1]))
            else {
                continue
            }
            let ending = fields[2].dropFirst(2).lowercased()
            if endings[ending]?.contains(type.name) != true { endings[ending, default: []].append(type.name) }
        }
        return endings
    }

    private func readNames() -> [String] {
        lines("types").compactMap { ContentType(String($0))?.name }.sorted()
    }
}
