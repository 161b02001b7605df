// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The content that a page shares, from the first message.
///
///     {"share": {"origin": "https://example.org", "title": …, "text": …, "url": …,
///                "files": [{"name": "a.png", "type": "image/png", "size": 1234}]}}
struct PageShare {
    /// Maximum files, and maximum bytes of all files together: Chromium's limits for a share.
    static let maximumFiles = 10
    static let maximumBytes = 50 << 20

    let origin: PageOrigin
    let title: String?
    let text: String?
    let url: String?
    let files: [SharedFile]

    init(_ message: JSON) throws(HostError) {
        let outer = try Members(message, ["share"])
        let share = try Members(outer.value("share") ?? .null, ["origin", "title", "text", "url", "files"])
        origin = try PageOrigin(share.text("origin") ?? "")
        (title, text, url) = (try share.text("title"), try share.text("text"), try share.text("url"))
        if let url {
            guard ["https://", "http://"].contains(where: { url.utf8.starts(with: $0.utf8) }) else {
                throw .malformed("The link is not one of the web.")
            }
        }
        guard case .array(let list) = share.value("files") ?? [] else {
            throw .malformed("files is not a list.")
        }
        guard list.count <= Self.maximumFiles else {
            throw .malformed("There are more than \(Self.maximumFiles) files.")
        }
        var (files, rest) = ([SharedFile](), Self.maximumBytes)
        for file in list {
            let file = try Members(file, ["name", "type", "size"])
            guard case .integer(let size)? = file.value("size"), size >= 0, size <= rest else {
                throw .malformed("The files are not of 0 to \(Self.maximumBytes) bytes together.")
            }
            rest -= size
            guard let name = try file.text("name"), let type = try file.text("type") else {
                throw .malformed("A file has no name or no type.")
            }
            files.append(try SharedFile(name: name, type: type, size: size))
        }
        self.files = files
        guard title != nil || text != nil || url != nil || !files.isEmpty else {
            throw .malformed("There is nothing to share.")
        }
    }
}

/// A JSON object in which unknown members are rejected.
struct Members {
    private let object: JSON.Object

    init(_ json: JSON, _ known: Set<String>) throws(HostError) {
        guard case .object(let object) = json else {
            throw .malformed("Expected an object, found \(json.typeName).")
        }
        if let name = object.names.first(where: { name in !known.contains { name.isExactly($0) } }) {
            throw .malformed("\"\(name)\" is unknown here.")
        }
        self.object = object
    }

    /// The member's value; nil if it is absent or null.
    func value(_ name: String) -> JSON? {
        object.value(name).flatMap { $0 == .null ? nil : $0 }
    }

    func text(_ name: String) throws(HostError) -> String? {
        guard let value = value(name) else { return nil }
        guard case .string(let text) = value, !text.utf8.contains(0) else {
            throw .malformed("\"\(name)\" is not a text.")
        }
        return text
    }
}
