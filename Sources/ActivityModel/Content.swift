// SPDX-License-Identifier: Apache-2.0

/// One form of an item.
package struct Representation: Hashable, Sendable {
    package let type: ContentType
    package let uri: String?
    package let text: String?
    package let name: String?
    /// Bytes; nil where the client does not know.
    package let size: Int?
    /// Whether a program that takes paths can be given it: a file of this machine, text (it becomes a private
    /// file), or something whose place was not said.
    package let hasLocalPath: Bool

    package init(
        type: ContentType, uri: String? = nil, text: String? = nil, name: String? = nil, size: Int? = nil
    ) {
        self.type = type
        self.uri = uri
        self.text = text
        self.name = name
        self.size = size
        hasLocalPath = !type.isLink && uri.map(FileURI.isLocal) ?? true
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
        let bytes = uri.utf8
        guard begins(bytes, "file:/") else { return false }
        let rest = bytes.dropFirst(6)
        guard rest.first == UInt8(ascii: "/") else { return true }
        return begins(rest, "//") || begins(rest, "/localhost/")
    }

    /// Without regard to the case of ASCII letters; `beginning` is in lower case.
    private static func begins(_ bytes: some Collection<UInt8>, _ beginning: StaticString) -> Bool {
        var index = 0
        for byte in bytes {
            guard index < beginning.utf8CodeUnitCount else { return true }
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            guard lower == beginning.utf8Start[index] else { return false }
            index += 1
        }
        return index == beginning.utf8CodeUnitCount
    }
}
