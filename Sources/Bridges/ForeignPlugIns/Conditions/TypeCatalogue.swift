// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Synchronization

/// MIME types of shared-mime-info, by file extension or by prefix; read on first use.
package final class TypeCatalogue: Sendable {
    private struct Lists {
        var endings: [String: [String]]?
        var names: [String]?
        var sources: [String] = []
    }

    private let folders: [String]
    private let lists = Mutex(Lists())

    /// Maximum bytes of a list; that of a desktop with all its programs has two or three megabytes.
    private static let maximumBytes = 8 << 20

    package init(dataFolders: [String]) {
        folders = dataFolders.map { $0 + "/mime" }
    }

    /// Files that have been read, existing or not.
    package var sources: [String] { lists.withLock { $0.sources } }

    /// The types with a file extension, given in lower case without a dot.
    package func types(ofEnding ending: String) -> [String] {
        lists.withLock { lists in
            let endings = lists.endings ?? readEndings(&lists)
            lists.endings = endings
            return endings[ending] ?? []
        }
    }

    /// All known types with a prefix.
    package func types(beginning prefix: String) -> [String] {
        lists.withLock { lists in
            let names = lists.names ?? readNames(&lists)
            lists.names = names
            return names
        }.filter { $0.hasPrefix(prefix) }
    }

    private func lines(_ name: String, _ lists: inout Lists) -> [Substring] {
        folders.flatMap { folder in
            let path = folder + "/" + name
            lists.sources.append(path)
            let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes, followingLinks: true)
            return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        }
    }

    /// `globs2` has lines such as `50:image/png:*.png`.
    private func readEndings(_ lists: inout Lists) -> [String: [String]] {
        var endings: [String: [String]] = [:]
        for line in lines("globs2", &lists) {
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

    private func readNames(_ lists: inout Lists) -> [String] {
        lines("types", &lists).compactMap { ContentType(String($0))?.name }.sorted()
    }
}
