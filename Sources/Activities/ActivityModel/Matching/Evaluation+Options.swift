// SPDX-License-Identifier: Apache-2.0
//
// Options are found as a list is, by the evaluation; and a transform that accepts links changes those in what is said about
// the content, too.

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
    /// Whether a transform changes the links in a text.
    package func changes(_ text: String) -> Bool {
        guard acceptsLinks else { return false }
        return TextLinks(in: text).types.contains { type in accepts.contains { $0.names(type) } }
    }

    /// Whether a transform accepts links to the web.
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
    /// Places of the items that a transform changes, ascending; -1 is the caption or the subject. Empty if it is none of the
    /// content's options.
    ///
    /// - Parameter texts: the caption and the subject.
    package func changed(of request: Request, texts: [String]) -> [Int] {
        guard manifest.transform != nil else { return [] }
        let verdict = evaluate(request)
        guard verdict.code == .transform || verdict.code.isAboutContent else { return [] }
        return (texts.contains(where: manifest.changes) ? [-1] : []) + verdict.taken.map(\.item)
    }
}
