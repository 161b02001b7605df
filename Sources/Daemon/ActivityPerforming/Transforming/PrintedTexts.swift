// SPDX-License-Identifier: Apache-2.0
//
// Links and selected texts have no file, and neither have caption and subject: a transform that accepts links
// prints their new text. A link must keep its scheme, so that no local file can take its place.

import ActivityModel
import StrictJSON

/// The output of a transform that accepts links: a line for each item without a file, and one each for
/// caption and subject. In a text, \n is a newline, and \\ a backslash.
struct PrintedTexts {
    private var texts: ArraySlice<String>

    /// - Parameter count: the exact number of lines.
    init(_ printed: [UInt8], count: Int, by title: String) throws(TransformFault) {
        var lines = printed.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Truncated output lacks its last newline.
        guard lines.popLast()?.isEmpty == true else {
            throw TransformFault("\(title) printed a text without a newline at its end.")
        }
        guard lines.count == count else {
            throw TransformFault("\(title) printed \(lines.count) of \(count) texts.")
        }
        texts = []
        for line in lines {
            guard let text = Self.text(line) else {
                throw TransformFault("\(title) printed a text that cannot be read.")
            }
            texts.append(text)
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        var (bytes, isEscaped) = ([UInt8](), false)
        for byte in line {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped: isEscaped = true
            case UInt8(ascii: "n") where isEscaped:
                bytes.append(UInt8(ascii: "\n"))
                isEscaped = false
            case _ where isEscaped && byte != UInt8(ascii: "\\"): return nil
            default:
                bytes.append(byte)
                isEscaped = false
            }
        }
        guard !isEscaped, !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self).map(JSON.streamSafe)
    }

    mutating func next() -> String? { texts.popFirst() }
}

extension PerformJob {
    /// Whether the item has no file, so that the transform prints its new text.
    func isLinked(_ item: HandedItem) -> Bool { item.path == nil && (keepsTexts || !item.needsFile) }

    /// Applies printed texts to items without files, and to caption and subject.
    func apply(
        _ printed: [UInt8], to linked: [HandedItem], in items: inout [Item], _ next: inout WorkingContent
    ) throws(TransformFault) {
        let words = (caption == nil ? 0 : 1) + (subject == nil ? 0 : 1)
        var texts = try PrintedTexts(printed, count: linked.count + words, by: title)
        for item in linked {
            guard let text = texts.next() else { continue }
            var changed = item.representation
            // A client may send a link only as text.
            if item.type.isLink || changed.uri != nil {
                guard URILocation(text) == .elsewhere, text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }),
                    Self.scheme(of: text) == Self.scheme(of: changed.uri ?? changed.text ?? "")
                else { throw TransformFault("\(title) printed no link where it was given one.") }
                (changed.uri, changed.text) = changed.uri == nil ? (nil, text) : (text, nil)
            } else {
                (changed.text, changed.size) = (text, nil)
            }
            items[item.index] = Item(changed)
        }
        if caption != nil { next.caption = texts.next() }
        if subject != nil { next.subject = texts.next() }
    }

    private static func scheme(of uri: String) -> String { uri.prefix { $0 != ":" }.lowercased() }
}
