// SPDX-License-Identifier: Apache-2.0

import SessionBus

extension PageShare {
    /// The arguments of Share; the files' descriptors accompany the call.
    ///
    /// A link is shared as such, but appended to the text if there are files. The page's title is the
    /// subject, or the text if there is nothing else.
    func body(token: String) -> OpaquePointer? {
        let isTitleAlone = text == nil && url == nil && files.isEmpty
        let links = files.isEmpty ? url.map { [$0] } ?? [] : []
        let words = [isTitleAlone ? title : text, files.isEmpty ? nil : url].compactMap(\.self)
        let text = words.filter { !$0.isEmpty }.joined(separator: " ")
        var options = [
            ("handle_token", Variant.text(token)),
            ("origin", Variant.text(origin.name)),
            ("fds", Variant.handles(files.count)),
            ("names", Variant.texts(files.map(\.name))),
            ("types", Variant.texts(links.map { _ in "" } + files.map(\.type))),
        ]
        if !text.isEmpty { options.append(("text", Variant.text(text))) }
        if let title, !isTitleAlone, !title.isEmpty { options.append(("subject", Variant.text(title))) }
        return Variant.tuple(Variant.text(""), Variant.texts(links), Variant.dictionary(options))
    }
}
