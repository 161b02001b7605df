// SPDX-License-Identifier: Apache-2.0
//
// The content in words, for what takes a text alone: a message, a post, a program with "stdin": "text". It begins with the
// caption; without one, with the name of the link if there is just one. Texts and links follow, each once: a text that ends
// with the link that is shared beside it is not made to say it twice. Our Python module composes the same
// (Activities/python/activity/composing.py); Tests/ActivitiesTests/composed-texts.json holds both to it.

import ActivityModel

extension PerformJob {
    /// Empty if there are files alone.
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

/// A text that grows by parts, each of which it holds once.
struct ComposedText {
    /// Characters around a word that belong to the sentence.
    private static let punctuation = Set("()[]{}<>\"'“”‘’„«»‹›.,;:!?…".unicodeScalars)

    private(set) var text = ""
    private var words: Set<[UInt8]> = []
    /// Whether a link may stand on the line: behind the words about it.
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
    /// A link's address, which a client may have sent as its text alone.
    fileprivate var address: String { representation.uri ?? text }
    /// The name of a link on one line: its own, else the text that a page shows for it.
    fileprivate var title: String {
        let title = representation.name ?? (representation.uri == nil ? nil : representation.text) ?? ""
        return title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
