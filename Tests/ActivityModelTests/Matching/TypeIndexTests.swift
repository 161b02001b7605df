// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@Suite struct `The index of types` {
    private static let patterns = [
        "image/*", "image/png", "image/jpeg", "text/plain", "*/*", "x-scheme-handler/https",
    ]
    private static let types = [
        "image/png", "image/jpeg", "text/plain", "application/pdf", "x-scheme-handler/https",
    ]

    /// Every pair of patterns in one clause and in two, for all items and for any.
    private static func bundles() throws -> [Bundle] {
        try patterns.flatMap { one in
            try patterns.flatMap { other in
                try ["all", "any"].flatMap { match in
                    [
                        try activity(accepts: #"[{"types": ["\#(one)", "\#(other)"]}]"#, match: match),
                        try activity(
                            accepts: #"[{"types": ["\#(one)"]}, {"types": ["\#(other)"]}]"#, match: match),
                    ]
                }
            }
        }
    }

    /// All selections of one and of two items, the first as it is and with an alternative.
    private static func contents() throws -> [Content] {
        func item(_ type: String, _ alternatives: [String] = []) -> Item {
            Item(Representation(type: type), alternatives: alternatives.map { Representation(type: $0) })
        }
        return try types.flatMap { first in
            try types.flatMap { second in
                [
                    try Content([item(first)]), try Content([item(first, [second])]),
                    try Content([item(first), item(second)]),
                ] + (try types.map { try Content([item(first, [second]), item($0)]) })
            }
        }
    }

    @Test func `keeps all that are listed, and leaves out most of the others`() throws {
        let bundles = try Self.bundles()
        let index = TypeIndex(bundles)
        var (listed, asked, all) = (0, 0, 0)
        for content in try Self.contents() {
            let request = Request(content: content.outline, types: ContentTypeDatabase())
            let candidates = index.candidates(request)
            let fitting = bundles.indices.filter { bundles[$0].evaluate(request).isListed }
            #expect(Set(fitting).isSubset(of: candidates))
            #expect(candidates == Array(Set(candidates)).sorted())
            (listed, asked, all) = (listed + fitting.count, asked + candidates.count, all + bundles.count)
        }
        #expect(listed > all / 4 && asked < all && asked - listed < (all - listed) / 2)
    }
}
