// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// The copies that sheets share instead of the originals: private ones, and those that transforms have made.
struct SharedCopies: Sendable {
    let store: CopyStore

    var path: String { store.path }

    /// Tokens of the items that are copies, found by path, each with the index of its first item.
    func tokens(of items: [Item]) -> [String: Int] {
        let folders = [path, RealPath.of(path)].map { Self.names(Array($0.utf8)) }
        var tokens: [String: Int] = [:]
        for (index, item) in items.enumerated() {
            let forms = [item.representation] + item.alternatives
            for uri in forms.compactMap(\.uri) where URILocation(uri) == .thisMachine {
                // The path ends in the token, the step and the file.
                let names = Self.names(LocalPath.bytes(of: uri) ?? [])
                guard names.count > 3, folders.contains(Array(names.dropLast(3))) else { continue }
                let token = String(decoding: names[names.count - 3], as: UTF8.self)
                tokens[token] = min(tokens[token] ?? index, index)
            }
        }
        return tokens
    }

    private static func names(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
        path.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    }
}
