// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The content of the clipboard, in the one form that is shared.
package enum CopiedContent: Hashable, Sendable {
    /// Paths and links, as arguments of a selection.
    case arguments([String])
    case text(String)
    case picture([UInt8], type: String)

    /// Forms from which an item can be made, the best first. A text is what a person sees in it, also where an office program adds a
    /// picture of the text.
    private static let types =
        [files, list, "text/plain;charset=utf-8", "UTF8_STRING", "text/plain"] + pictures.map(\.type)
    private static let files = "x-special/gnome-copied-files"
    private static let list = "text/uri-list"
    private static let pictures: [(type: String, ending: String)] = [
        ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"),
        ("image/gif", "gif"), ("image/tiff", "tiff"), ("image/svg+xml", "svg"), ("image/bmp", "bmp"),
    ]

    /// The type to ask for; nil if nothing offered can be shared.
    package static func best(of offered: [String]) -> String? { types.first(where: offered.contains) }

    /// Reads one form; nil if nothing is in it.
    package init?(_ bytes: [UInt8], type: String) {
        switch type {
        case Self.files:
            // "copy" or "cut" stands first.
            self.init(uris: Self.lines(bytes).dropFirst())
        case Self.list: self.init(uris: Self.lines(bytes).filter { !$0.hasPrefix("#") }[...])
        case _ where type.hasPrefix("image/"):
            guard !bytes.isEmpty else { return nil }
            self = .picture(bytes, type: type)
        default: self.init(text: JSON.streamSafe(String(decoding: bytes, as: UTF8.self)))
        }
    }

    /// A path, or "-", is no address, and was not copied by anyone.
    private init?(uris: ArraySlice<String>) {
        let addresses = uris.filter { $0.contains("://") && Representation(link: $0) != nil }
        guard !addresses.isEmpty else { return nil }
        self = .arguments(addresses)
    }

    /// A single address is a link. A file's address is text, as only its name was copied.
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

    /// The name of a picture's file.
    package static func name(ofPicture type: String, in words: Words) -> String {
        let ending = pictures.first { $0.type == type }?.ending ?? "img"
        return words.copiedPicture + "." + ending
    }
}
