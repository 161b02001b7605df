// SPDX-License-Identifier: Apache-2.0
//
// Composes the content into one text, for a message, a post, or a program with "stdin": "text". It begins
// with the caption; without one, with the name of the link if there is exactly one. Texts and links follow in
// the items' order. A part is left out if it repeats an earlier part or a word of one: many apps share a text
// that ends with the link, and the link besides. The Python module composes likewise
// (Activities/python/activity/composing.py); Tests/ActivitiesTests/composed-texts.json tests both.

import ActivityModel

extension PerformJob {
    /// Empty if there is no caption, and all items are files.
    var composedText: String {
        let links = items.filter(\.type.isLink)
        var text = ComposedText()
        let title = links.count == 1 ? links[0].title : ""
        text.add(caption.flatMap { $0.isEmpty ? nil : $0 } ?? title)
        for item in items where item.type.isLink || item.representation.text != nil {
            text.add(item.type.isLink ? item.address : item.text, isLink: item.type.isLink)
        }
        return text.text
    }
}

/// A text composed of parts without repetitions.
struct ComposedText {
    /// Punctuation that is ignored around a word, so that a link at the end of a sentence is recognized.
    private static let punctuation = Set("()[]{}<>\"'“”‘’„«»‹›.,;:!?…".unicodeScalars)

    private(set) var text = ""
    private var words: Set<[UInt8]> = []
    /// Whether a link may follow on the same line: only after a first part of one line that is not a link.
    private var isOpen = false

    mutating func add(_ part: String, isLink: Bool = false) {
        guard !part.isEmpty, !words.contains(Array(part.utf8)) else { return }
        let isFirst = text.isEmpty
        text += (isFirst ? "" : isLink && isOpen ? " " : "\n") + part
        isOpen = isFirst && !isLink && !part.contains(where: \.isNewline)
        words.insert(Array(part.utf8))
        for word in part.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            words.insert(Array(String(word).utf8))
            words.insert(Array(String(Self.bare(word)).utf8))
        }
    }

    private static func bare(_ word: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let first = word.drop(while: punctuation.contains)
        guard let last = first.lastIndex(where: { !punctuation.contains($0) }) else { return first }
        return first[...last]
    }
}

extension HandedItem {
    /// A link's address; a client may have sent it only as text.
    fileprivate var address: String { representation.uri ?? text }
    /// The name of a link on one line: its own, else the text beside its URI; empty without either.
    fileprivate var title: String {
        let title = representation.name ?? (representation.uri == nil ? nil : representation.text) ?? ""
        return title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
