// SPDX-License-Identifier: Apache-2.0

import SessionBus

extension PageShare {
    /// The arguments of Share; the files' descriptors accompany the call.
    ///
    /// The page's title becomes the subject, or the text if the page shares nothing else.
    func body(token: String) -> OpaquePointer? {
        let isTitleAlone = text == nil && url == nil && files.isEmpty
        let links = url.map { [$0] } ?? []
        var options = [
            ("handle_token", Variant.text(token)),
            ("origin", Variant.text(origin.name)),
            ("fds", Variant.handles(files.count)),
            ("names", Variant.texts(files.map(\.name))),
            ("types", Variant.texts(links.map { _ in "" } + files.map(\.type))),
        ]
        if let text = isTitleAlone ? title : text, !text.isEmpty {
            options.append(("text", Variant.text(text)))
        }
        if let title, !isTitleAlone, !title.isEmpty { options.append(("subject", Variant.text(title))) }
        return Variant.tuple(Variant.text(""), Variant.texts(links), Variant.dictionary(options))
    }
}
