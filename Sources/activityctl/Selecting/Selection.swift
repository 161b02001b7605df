// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
package import ActivityModel
package import StrictJSON

/// What a person means by the arguments: files, folders, links and text, as an app would send them.
package struct Selection {
    package private(set) var items: [Item] = []

    /// - Parameters:
    ///   - arguments: a path, a URL, or `-` for text on standard input. A file that bears a URL's name comes
    ///     before the URL.
    ///   - text: one more item, of text.
    ///   - type: instead of every item's own.
    /// - Throws: `Failure` for the first argument that is nothing; nothing has been sent then.
    package init(_ arguments: [String], text: String? = nil, type: String? = nil) throws {
        for argument in arguments { items.append(Item(try Self.representation(argument))) }
        if let text { items.append(Item(Self.representation(text: text, type: "text/plain"))) }
        guard let type else { return }
        for index in items.indices { items[index].representation.type = type }
    }

    private static func representation(_ argument: String) throws -> Representation {
        guard argument != "-" else { return try StandardInput.representation() }
        let path = RawArgument.bytes(of: argument)
        if LocalFile.exists(path) { return try LocalFile(path).representation }
        guard let scheme = scheme(of: argument) else { throw LocalFile.missing(argument) }
        if scheme == "file" {
            guard let file = LocalFile(uri: argument) else { throw LocalFile.missing(argument) }
            return try file.representation
        }
        return Representation(type: "x-scheme-handler/" + scheme, uri: argument)
    }

    static func representation(text: String, type: String) -> Representation {
        Representation(type: type, text: text, size: text.utf8.count)
    }

    /// In lower case; nil where no scheme (RFC 3986, section 3.1) stands first, or nothing after it.
    private static func scheme(of argument: String) -> String? {
        let scheme = argument.prefix { $0 != ":" }
        guard scheme.utf8.count + 1 < argument.utf8.count, scheme.first?.isLetter == true else { return nil }
        let isScheme = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme ? scheme.lowercased() : nil
    }
}

extension Selection {
    package var json: JSON { items.json }

    /// What people call an item; nil where there is no such item.
    package func name(_ index: Int) -> String? {
        guard items.indices.contains(index) else { return nil }
        let representation = items[index].representation
        return printable(
            representation.name ?? representation.uri ?? Self.beginning(representation.text ?? ""))
    }

    /// Such as `1 item: a.png (image/png)`.
    package var summary: String {
        let shown = items.prefix(3).indices.map {
            "\(name($0) ?? "") (\(printable(items[$0].representation.type)))"
        }
        let rest = items.count > shown.count ? ["…"] : []
        return (items.count == 1 ? "1 item: " : "\(items.count) items: ")
            + (shown + rest).joined(separator: ", ")
    }

    private static func beginning(_ text: String) -> String {
        "\"" + (text.count > 30 ? text.prefix(29) + "…" : text[...]) + "\""
    }
}
