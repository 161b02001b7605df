// SPDX-License-Identifier: Apache-2.0
//
// Options come from the same evaluation as the list. A transform that accepts links also changes links in the
// caption and the subject.

/// Types of the web links in a text, such as a caption.
package struct TextLinks: Hashable, Sendable {
    private static let types = ["http", "https"].compactMap { ContentType("x-scheme-handler/" + $0) }

    package private(set) var types: Set<ContentType> = []

    package init(in text: String) {
        let bytes = Array(text.utf8)
        for colon in bytes.indices where bytes[colon...].starts(with: "://".utf8) {
            let scheme = bytes[..<colon].reversed().prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
                .reversed().map { $0 | 0x20 }
            let host = bytes.dropFirst(colon + 3).first ?? UInt8(ascii: " ")
            guard host > UInt8(ascii: " "),
                let type = ContentType("x-scheme-handler/" + String(decoding: scheme, as: UTF8.self)),
                Self.types.contains(type)
            else { continue }
            types.insert(type)
        }
    }
}

extension Manifest {
    /// Whether this is a transform that changes links in the text.
    package func changes(_ text: String) -> Bool {
        guard acceptsLinks else { return false }
        return TextLinks(in: text).types.contains { type in accepts.contains { $0.names(type) } }
    }

    /// Whether this is a transform that accepts web links.
    package var acceptsLinks: Bool {
        transform != nil
            && TextLinks(in: "http://x https://x").types.contains { type in
                accepts.contains { $0.names(type) }
            }
    }
}

extension Manifest.Clause {
    fileprivate func names(_ link: ContentType) -> Bool {
        let patterns: [TypePattern] = [.exact(link), .kind("x-scheme-handler")]
        return !patterns.allSatisfy { !types.contains($0) } && !except.contains(where: patterns.contains)
    }
}

extension Bundle {
    /// Indices of the items that a transform changes, ascending; -1 is the caption or the subject. Empty if
    /// the transform is not an option for the content.
    ///
    /// - Parameter texts: the caption and the subject.
    package func changed(of request: Request, texts: [String]) -> [Int] {
        guard manifest.transform != nil else { return [] }
        let verdict = evaluate(request)
        guard verdict.code == .transform || verdict.code.isAboutContent else { return [] }
        return (texts.contains(where: manifest.changes) ? [-1] : []) + verdict.taken.map(\.item)
    }
}
