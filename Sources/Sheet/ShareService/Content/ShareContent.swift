// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGIO
import ContentSelection
import Host
import SessionBus
import SheetSession
import StrictJSON

/// A call's content as items: URIs, then descriptors, then text.
struct ShareContent: Sendable {
    /// Maximum length of an inline text or caption, in bytes. A longer text is shared as a file.
    static let maximumInlineBytes = 256 << 10
    /// Name of such a file on disk. The person sees the subject, if there is one.
    private static let fileName = "Text.txt"
    /// Maximum length of a text, in bytes.
    static let maximumTextBytes = 64 << 20
    /// The app that shares; nil for the person's own command, unless a known app started it.
    let asker: Asker?
    let items: [Item]
    /// The text, if it is short and accompanies files or links.
    let caption: String?
    /// Title of the text or of a single link.
    let subject: String?
    /// The files' natures by URI; an ordinary file has none.
    let natures: [String: FileNature]
    /// The private copies among the items; they exist at least as long as this reference.
    let copies: HeldCopies?

    /// Inputs of the lookup, sendable to another thread.
    struct Sources: Sendable {
        let options: ShareOptions
        let caller: Caller
        let runtime: String
        let store: CopyStore
        let connection: BusConnection

        /// The text, if it is short and accompanies files or links.
        fileprivate var caption: String? {
            guard !options.uris.isEmpty || !options.files.isEmpty else { return nil }
            return options.text.flatMap { ShareContent.isShort($0) ? $0 : nil }
        }

        /// The subject, if the call has one URI, which is a link, and no descriptors.
        var nameOfLink: String? {
            let isAlone = options.files.isEmpty && options.uris.count == 1
            return isAlone && !options.uris[0].lowercased().hasPrefix("file:") ? options.subject : nil
        }
    }

    /// Looks up all files; may block on any of them.
    init(_ sources: Sources) throws(BusError) {
        var copies = PrivateCopies(of: sources.caller.account, in: sources.store)
        caption = sources.caption
        subject = sources.options.subject.map { JSON.streamSafe($0) }
        asker = Asker(sources.caller, origin: sources.options.origin, locale: sources.options.sheet.locale)
        do throws(BusError) {
            let found = try Self.lookUp(sources, &copies)
            items = found.map { Item($0.representation) }
            natures = found.reduce(into: [:]) { $1.note(in: &$0) }
            var request = sources.options.sheet
            (request.items, request.caption, request.subject) = (items, caption, subject)
            if let refusal = request.refusal { throw .invalid(refusal.sentence) }
        } catch {
            copies.held?.discard()
            throw error
        }
        copies.finish()
        self.copies = copies.held
    }

    private static func isShort(_ text: String) -> Bool {
        text.utf8.count <= maximumInlineBytes && JSON.takes(text)
    }

    private static func lookUp(
        _ sources: Sources, _ copies: inout PrivateCopies
    ) throws(BusError) -> [FoundFile] {
        var found = try sources.links(&copies)
        if let name = sources.nameOfLink { found[0].representation.name = JSON.streamSafe(name) }
        for file in sources.options.files {
            found.append(try file.lookUp(isSandboxed: sources.caller.isSandboxed, &copies))
        }
        if let text = sources.options.text, sources.caption == nil {
            found.append(try lookUp(text, sources.options.subject, &copies))
        }
        return found
    }

    private static func lookUp(
        _ text: String, _ subject: String?, _ copies: inout PrivateCopies
    ) throws(BusError) -> FoundFile {
        let subject = subject.map { JSON.streamSafe($0) }
        guard isShort(text) else {
            return try copies.add(Array(text.utf8), as: GivenName(subject ?? fileName, fileName: fileName))
        }
        var found = FoundFile(Representation(text: text))
        found.representation.type = "text/plain"
        found.representation.name = subject
        return found
    }
}
