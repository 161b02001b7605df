// SPDX-License-Identifier: Apache-2.0
//
// A link and a selected text have no file, and neither have the caption and the subject: a transform that accepts links prints
// what becomes of them. A link stays a link of its scheme, so that nothing of the machine takes its place.

import ActivityModel
import StrictJSON

/// The output of a transform that accepts links: a line for each item without a file, and one for each text about the
/// content. Newlines of a text are written \n, and backslashes \\.
struct PrintedTexts {
    private var texts: ArraySlice<String>

    /// - Parameter count: as many lines as there must be.
    init(_ printed: [UInt8], count: Int, by title: String) throws(TransformFault) {
        var lines = printed.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Output that was cut off lacks its last newline.
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

    /// Takes the next text.
    mutating func next() -> String? { texts.popFirst() }
}

extension PerformJob {
    /// Whether a transform prints what it makes of an item, which has no file.
    func isLinked(_ item: HandedItem) -> Bool { item.path == nil && (keepsTexts || !item.needsFile) }

    /// Puts what was printed in the places of items without files, and of the words about the content.
    func apply(
        _ printed: [UInt8], to linked: [HandedItem], in items: inout [Item], _ next: inout WorkingContent
    ) throws(TransformFault) {
        let words = (caption == nil ? 0 : 1) + (subject == nil ? 0 : 1)
        var texts = try PrintedTexts(printed, count: linked.count + words, by: title)
        for item in linked {
            guard let text = texts.next() else { continue }
            var changed = item.representation
            // A client may have sent a link as its text alone.
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
