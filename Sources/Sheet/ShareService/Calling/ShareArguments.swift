// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import SessionBus
import SheetSession

struct ShareArguments {
    private let request: SheetRequest
    private let links: ArraySlice<Item>
    private let text: Representation?

    /// Returns nil if a Share call cannot express the request: text beside other items, with a caption or of
    /// another type than text/plain; an item under another name, with alternatives or in a private copy; or
    /// initial options, which an older service would ignore.
    init?(_ request: SheetRequest) {
        self.request = request
        let only = request.items.count == 1 ? request.items[0].representation : nil
        text = only?.uri == nil ? only : nil
        links = text == nil ? request.items[...] : []
        let isSaid = links.allSatisfy { item in
            item.representation.uri != nil && item.representation.hasOwnName && item.alternatives.isEmpty
                && !item.representation.isTemporary
        }
        guard isSaid, request.options.isEmpty, text == nil || request.caption == nil,
            text.map({ $0.type == "text/plain" }) ?? true
        else { return nil }
    }

    /// The request's subject, else the name of the text or of a single link.
    private var subject: String? {
        if let subject = request.subject { return subject }
        guard text == nil, links.count == 1 else { return text?.name }
        return links.first.flatMap { $0.representation.isLink ? $0.representation.name : nil }
    }

    private var words: String? { text?.text ?? request.caption }

    /// Whether the text or caption is so long that the service stores it in a private copy.
    var needsCopy: Bool { (words?.utf8.count ?? 0) > ShareContent.maximumInlineBytes }

    func body(token: String) -> OpaquePointer? {
        var options = [
            ("handle_token", Variant.text(token)),
            ("types", Variant.texts(links.map(\.representation.type))),
        ]
        for (name, value) in [("text", words), ("subject", subject)] {
            if let value { options.append((name, Variant.text(value))) }
        }
        options += SheetOption.all.compactMap { $0.entry(of: request) }
        return Variant.tuple(
            Variant.text(request.parent.handle),
            Variant.texts(links.compactMap(\.representation.uri)), Variant.dictionary(options))
    }
}
