// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The clipboard's content, in the one form to share.
package enum CopiedContent: Hashable, Sendable {
    /// Paths and links, as arguments of a selection.
    case arguments([String])
    case text(String)
    case picture([UInt8], type: String)

    /// Forms that can become an item, best first. Text precedes pictures, because office programs copy a
    /// picture along with their text.
    private static let types =
        [files, list, "text/plain;charset=utf-8", "UTF8_STRING", "text/plain"] + pictures.map(\.type)
    private static let files = "x-special/gnome-copied-files"
    private static let list = "text/uri-list"
    private static let pictures: [(type: String, ending: String)] = [
        ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
        ("image/gif", "gif"), ("image/tiff", "tiff"), ("image/svg+xml", "svg"), ("image/bmp", "bmp"),
    ]

    /// The type to request; nil if no offered type can be shared.
    package static func best(of offered: [String]) -> String? { types.first(where: offered.contains) }

    /// Parses one form; nil if it contains nothing to share.
    package init?(_ bytes: [UInt8], type: String) {
        switch type {
        case Self.files:
            // The first line is "copy" or "cut".
            self.init(uris: Self.lines(bytes).dropFirst())
        case Self.list: self.init(uris: Self.lines(bytes).filter { !$0.hasPrefix("#") }[...])
        case _ where type.hasPrefix("image/"):
            guard !bytes.isEmpty else { return nil }
            self = .picture(bytes, type: type)
        default: self.init(text: JSON.streamSafe(String(decoding: bytes, as: UTF8.self)))
        }
    }

    /// Accepts only addresses: no program copies a bare path or "-" as one.
    private init?(uris: ArraySlice<String>) {
        let addresses = uris.filter { $0.contains("://") && Representation(link: $0) != nil }
        guard !addresses.isEmpty else { return nil }
        self = .arguments(addresses)
    }

    /// A single address becomes a link. A file's address stays text, because the person copied only its name.
    private init?(text: String) {
        let text = String(text.prefix { $0 != "\0" })
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let word = words.first.map(String.init) else { return nil }
        let isLink = words.count == 1 && word.contains("://") && Representation(link: word)?.isLink == true
        self = isLink ? .arguments([word]) : .text(text)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            String($0.prefix { $0 != "\0" })
        }.filter { !$0.isEmpty }
    }

    /// The file name for a copied picture.
    package static func name(ofPicture type: String, in words: Words) -> String {
        let ending = pictures.first { $0.type == type }?.ending ?? "img"
        return words.copiedPicture + "." + ending
    }
}
