// SPDX-License-Identifier: Apache-2.0

/// One form of an item.
package struct Representation: Hashable, Sendable {
    package let type: ContentType
    package let uri: String?
    package let text: String?
    package let name: String?
    /// Bytes; nil where the client does not know.
    package let size: Int?

    package init(
        type: ContentType, uri: String? = nil, text: String? = nil, name: String? = nil, size: Int? = nil
    ) {
        self.type = type
        self.uri = uri
        self.text = text
        self.name = name
        self.size = size
    }

    /// Whether a program that takes paths can be given it: a file of this machine, text (it becomes a private
    /// file), or something whose place was not said.
    package var hasLocalPath: Bool {
        guard !type.isLink else { return false }
        guard let uri else { return true }
        return FileURI.isLocal(uri)
    }
}

/// What a person has selected: items, each in one or more representations, the first being the item itself.
package struct Content: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package let representations: [Representation]

        package init(_ representations: [Representation]) {
            self.representations = representations
        }
    }

    /// A selection is bounded so that one request cannot hold the daemon: a file manager's largest folders
    /// fit.
    package static let maximumItems = 4096
    /// All items' representations together: a browser's richest selection has four of each.
    package static let maximumRepresentations = 16_384

    package let items: [Item]

    package init(_ items: [Item]) {
        self.items = items
    }
}

/// The `file:` URIs of RFC 8089.
package enum FileURI {
    package static func isLocal(_ uri: String) -> Bool {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), uri[..<colon].lowercased() == "file"
        else {
            return false
        }
        let rest = uri[uri.utf8.index(after: colon)...]
        if rest.hasPrefix("///") { return true }
        if rest.hasPrefix("//") { return rest.dropFirst(2).lowercased().hasPrefix("localhost/") }
        return rest.hasPrefix("/")
    }
}
