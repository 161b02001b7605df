// SPDX-License-Identifier: Apache-2.0
//
// A selection may contain thousands of items, and an app asks for a sheet while a person waits. So the rules
// look at a few numbers per item (ContentOutline.swift), and the items stay unchanged for performing and
// explaining: no item is copied, and no text is read twice.

import StrictJSON

/// A person's selection: items, each in one or more representations, the first being the item itself.
package struct Content: Sendable {
    /// Maximum items, so that one request cannot stall the daemon; a file manager's largest folders fit.
    package static let maximumItems = 4096
    /// Maximum representations of all items together: a browser's richest selection has four of each.
    package static let maximumRepresentations = 16_384
    /// Maximum different types: each is matched against every activity that accepts its kind.
    package static let maximumTypes = 256

    package let items: [Item]
    package let outline: ContentOutline

    /// Checks the limits and formats that the interface definition cannot express.
    ///
    /// - Throws: `ContentFault` with the first invalid item, or the limit that is exceeded.
    package init(_ items: [Item]) throws(ContentFault) {
        guard !items.isEmpty else {
            throw .invalid(item: 0, reason: "The content is empty. Send at least one item.")
        }
        guard items.count <= Self.maximumItems else { throw .tooMany(maximum: Self.maximumItems) }
        let representations = items.reduce(0) { $0 + 1 + $1.alternatives.count }
        guard representations <= Self.maximumRepresentations else {
            throw .tooMany(maximum: Self.maximumRepresentations)
        }
        var types = KnownTypes()
        var outline = ContentOutline(items: items.count, representations: representations)
        for (index, item) in items.enumerated() {
            outline.add(try Self.properties(item.representation, of: index, &types))
            for representation in item.alternatives {
                outline.add(try Self.properties(representation, of: index, &types))
            }
            outline.endItem()
        }
        outline.types = types.types
        (self.items, self.outline) = (items, outline)
    }

    package var types: [ContentType] { outline.types }

    package func properties(_ item: Int) -> ArraySlice<ContentOutline.Properties> { outline.properties(item) }

    package func properties(_ taken: TakenItem) -> ContentOutline.Properties { outline.properties(taken) }
}

package enum ContentFault: Error, Hashable, Sendable {
    case invalid(item: Int, reason: String)
    case tooMany(maximum: Int)
}

extension Content {
    private static func properties(
        _ representation: Representation, of item: Int, _ types: inout KnownTypes
    ) throws(ContentFault) -> ContentOutline.Properties {
        guard let type = types.index(of: representation.type) else {
            throw .invalid(
                item: item,
                reason:
                    "\"\(representation.type.excerpt)\" is not a content type. "
                    + "Send one like image/png, without wildcards."
            )
        }
        guard type < maximumTypes else {
            throw .invalid(
                item: item,
                reason: "More than \(maximumTypes) different types. Send the selection in parts.")
        }
        let location = representation.uri.map { URILocation($0) }
        if let uri = representation.uri, location == .relative {
            throw .invalid(
                item: item,
                reason: "\"\(uri.excerpt)\" is not an absolute URI. Send one like file:///home/ada/a.png.")
        }
        if let size = representation.size, size < 0 {
            throw .invalid(item: item, reason: "A size of \(size) bytes. Leave out what is not known.")
        }
        return ContentOutline.Properties(
            type: type, size: representation.size ?? 0, location: location,
            hasText: representation.text != nil, isLink: types.types[type].isLink)
    }
}

/// The distinct types of one request. A selection of hundreds of files has few, which a linear search finds
/// faster than hashing.
private struct KnownTypes {
    private static let looked = 8
    private(set) var types: [ContentType] = []
    /// The first spellings met, each with its type's index; a type may have several spellings.
    private var few: [(text: String, index: Int)] = []
    private var others: [ExactText: Int] = [:]
    private var indices: [ContentType: Int] = [:]

    /// The type's index in `types`, to which a new type is added; nil if the text is not a type.
    mutating func index(of text: String) -> Int? {
        // Comparing lengths first is cheaper than comparing unequal strings.
        let count = text.utf8.count
        for known in few where known.text.utf8.count == count && known.text.isExactly(text) {
            return known.index
        }
        if !others.isEmpty, let known = others[ExactText(text)] { return known }
        guard let type = ContentType(text) else { return nil }
        let index = indices[type] ?? types.count
        if index == types.count {
            types.append(type)
            indices[type] = index
        }
        if few.count < Self.looked { few.append((text, index)) } else { others[ExactText(text)] = index }
        return index
    }
}

extension String {
    /// The text, shortened for a quotation in a message.
    fileprivate var excerpt: String {
        utf8.count <= 80 ? self : prefix(80) + "…"
    }
}
