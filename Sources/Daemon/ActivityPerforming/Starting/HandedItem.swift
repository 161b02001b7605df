// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// An item for the activity: the representation that it accepts, and the others if its manifest requests
/// them.
struct HandedItem: Sendable {
    /// The file system's limit, NAME_MAX, in bytes.
    private static let maximumFileName = 255

    /// The item's index in the request's content.
    let index: Int
    let representation: Representation
    let type: ContentType
    /// Path of the item's file, or of the file made of its text; nil if there is neither.
    var path: [UInt8]?
    /// The item's own URI, or the URI of the file made of its text; nil if there is neither.
    var uri: String?
    /// The other representations, in the item's order.
    var alternatives: [HandedItem] = []

    /// - Throws: `invalidContent` if the item has neither URI nor text, or an invalid URI.
    init(_ representation: Representation, _ type: ContentType, at index: Int) throws(PerformRefusal) {
        self.index = index
        self.type = type
        self.representation = representation
        uri = representation.uri
        guard representation.uri != nil || representation.text != nil else {
            throw .invalidContent(
                item: index, reason: "The item has neither a uri nor a text. Send one of them.")
        }
        guard let uri else { return }
        guard !uri.utf8.contains(0) else {
            throw .invalidContent(item: index, reason: "The item's uri holds a NUL. Send one without.")
        }
        guard URILocation(uri) == .thisMachine else { return }
        path = LocalPath.bytes(of: uri)
        guard path != nil else {
            throw .invalidContent(
                item: index, reason: "The item's uri has a broken escape. Write %25 for a percent sign.")
        }
    }

    var text: String { representation.text ?? representation.uri ?? "" }
    /// The item's display name; empty if it has none.
    var name: String { representation.name ?? "" }
    /// Names that a program may use for the item: its display name, and its file's.
    var names: [String] {
        let file = path?.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        return [name, file ?? ""].filter { !$0.isEmpty }
    }
    /// The last component of a file's URI; nil for a link, without a URI, or if it is "." or "..".
    private var nameInURI: String? {
        guard let uri, !type.isLink else { return nil }
        guard let path = path ?? LocalPath.pathBytes(of: uri),
            let name = path.split(separator: UInt8(ascii: "/")).last.map({
                String(decoding: $0, as: UTF8.self)
            })
        else { return nil }
        return [".", ".."].contains(name) ? nil : name
    }
    /// Whether programs can open the item only as a file made of its text.
    var needsFile: Bool { representation.uri == nil }

    /// Name for a file made of the item's text: the item's own as a single path component, with an extension
    /// and cut at its beginning if it is too long; a default by type if it has none. The Python module gives
    /// the same (its content.py).
    var fileName: String {
        let kind = type.name == "text/html" ? ".html" : ".txt"
        let wanted = name.unicodeScalars.map { scalar in
            scalar == "/" || scalar.value < 32 || scalar.value == 127 ? "_" : Character(scalar)
        }
        guard ![[], ["."], [".", "."]].contains(wanted) else { return "text" + kind }
        var name = Substring(String(wanted))
        if !Self.hasExtension(name) { name += kind }
        while name.utf8.count > Self.maximumFileName { name.removeFirst() }
        return String(name)
    }

    /// Endings that a text keeps. Others might come from a page, whose title is the name.
    private static let extensions: Set<String> = [
        "txt", "text", "log", "md", "markdown", "rst", "tex", "html", "htm", "xml", "json", "csv", "tsv",
        "ics", "vcf", "srt", "vtt",
    ]

    private static func hasExtension(_ name: Substring) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        return extensions.contains(name[dot...].dropFirst().lowercased())
    }

    /// The item as it appears in a request (activity-manifest(5), "Standard input").
    var json: JSON {
        var object = object
        if !alternatives.isEmpty {
            object.set("alternatives", .array(alternatives.map { .object($0.object) }))
        }
        return .object(object)
    }

    private var object: JSON.Object {
        let path = path.flatMap { String(validating: $0, as: UTF8.self) }
        return .withoutNulls([
            "type": type.name, "uri": representation.uri, "text": representation.text,
            "name": representation.name ?? nameInURI, "size": representation.size, "path": path,
            "temporary": representation.isTemporary ? true : nil,
        ])
    }
}
