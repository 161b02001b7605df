// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGIO
import ContentSelection
import SessionBus
import SheetSession
import StrictJSON

/// What a call shares, as items: URIs, then descriptors, then text.
struct ShareContent: Sendable {
    /// In bytes. A text beyond it travels as a file.
    static let longestText = 256 << 10
    /// In bytes, of the items, exclusions and locale as the daemon gets them; the rest of its 1 MiB is for
    /// the answers to a form.
    static let largestItems = 960 << 10

    let caller: Caller
    /// Nil for a command of the person's own.
    let asker: Asker?
    let items: [Item]
    /// Of files, by their URIs, where there is something to say.
    let natures: [String: FileNature]
    /// Some of the items are these.
    let files: [PrivateFile]

    /// What there is to look up; values, for another thread.
    struct Sources: Sendable {
        let uris: [String]
        /// Of the URIs.
        let types: [String?]
        let files: [HandedFile]
        let text: String?
        let subject: String?
        let origin: String?
        let exclude: [String]
        let locale: String?
        let sender: String
        /// The person's runtime folder.
        let runtime: String
        let connection: BusConnection

        /// The subject, where it is the name of the only thing shared and that is a link.
        var nameOfLink: String? {
            let isAlone = text == nil && files.isEmpty && uris.count == 1
            return isAlone && !uris[0].lowercased().hasPrefix("file:") ? subject : nil
        }
    }

    /// Asks the bus who calls and looks at all files; it may wait for either.
    init(_ sources: Sources) throws(BusError) {
        var found: [FoundFile] = []
        var copies = PrivateCopies(in: sources.runtime)
        caller = Caller(sources.sender, on: sources.connection)
        asker = Asker(caller, origin: sources.origin, locale: sources.locale)
        if !sources.uris.isEmpty {
            found = try SharedLinks(caller, sources).found
            if sources.nameOfLink != nil { found[0].representation.name = sources.nameOfLink }
        }
        for file in sources.files { found.append(try file.look(&copies)) }
        if let text = sources.text {
            found.append(FoundFile(try Self.representation(text, sources.subject, &copies)))
        }
        items = found.map { Item($0.representation) }
        natures = found.reduce(into: [:]) { $1.note(in: &$0) }
        files = copies.files
        try check(sources)
    }

    private static func representation(
        _ text: String, _ subject: String?, _ copies: inout PrivateCopies
    ) throws(BusError) -> Representation {
        do throws(SelectionError) {
            let isLong = text.utf8.count > longestText
            var representation =
                isLong ? try copies.add(text, named: "Text.txt").representation : Representation(text: text)
            representation.type = "text/plain"
            if let subject { representation.name = subject }
            return representation
        } catch {
            throw .failed("The text cannot be kept for the sheet: \(error)")
        }
    }

    /// What the daemon would refuse is refused here.
    private func check(_ sources: Sources) throws(BusError) {
        do throws(ContentFault) {
            _ = try Content(items)
        } catch .invalid(_, let reason) {
            throw .invalid(reason)
        } catch {
            throw .tooManyItems
        }
        let options = JSON.array((sources.exclude + [sources.locale ?? ""]).map { .string($0) })
        let size = items.json.serialized.count + options.serialized.count
        guard size <= Self.largestItems else { throw .tooLarge }
    }
}
