// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import SessionBus
import SheetSession

/// The parsed arguments of a Share call. The files have not been looked up yet.
struct ShareOptions: Sendable {
    /// The sheet request, without its items and asker.
    private(set) var sheet = SheetRequest(items: [])
    let token: String?
    let uris: [String]
    let files: [HandedFile]
    /// MIME type of each URI; nil if the caller does not know it.
    let types: [String?]
    let text: String?
    let subject: String?
    /// Origin of the web page, as the caller reports it.
    let origin: String?

    init(_ call: BusCall) throws(BusError) {
        guard let handle = call.arguments[0]?.string, let parent = ParentWindow(handle: handle) else {
            throw .invalid(
                "parent_window is malformed. Give \"\", \"x11:\" with an XID in hexadecimal digits, "
                    + "or \"wayland:\" with a handle of xdg-foreign.")
        }
        sheet.parent = parent
        let uris = try OptionReader.list(call.arguments[1])
        self.uris = uris
        let options = OptionReader(dictionary: call.arguments[2])
        token = try options.token()
        let types = try options.list("types")
        let names = try options.list("names")
        let files = try options.files(call, types.map { Array($0.dropFirst(uris.count)) }, names)
        self.files = files
        let count = uris.count + files.count
        if let types, types.count != count {
            throw .invalid(
                "types has \(types.count) entries, and there are \(count) URIs and fds. "
                    + "Give one for each, \"\" where it is to be found out.")
        }
        self.types =
            types.map { $0.prefix(uris.count).map { $0.isEmpty ? nil : $0 } } ?? uris.map { _ in nil }
        text = try options.nonEmpty("text", limit: ShareContent.maximumTextBytes)
        guard count > 0 || text != nil else {
            throw .invalid("There is nothing to share. Give uris, fds or text.")
        }
        guard count + (text == nil ? 0 : 1) <= Content.maximumItems else { throw .tooManyItems }
        subject = try options.nonEmpty("subject")
        origin = try options.nonEmpty("origin")
        for option in SheetOption.all { try option.read(options, into: &sheet) }
    }
}

extension BusError {
    static let tooMuch = BusError.invalid(SheetRefusal.tooMuch.sentence)
    static let tooManyItems = BusError.invalid(SheetRefusal.tooManyItems.sentence)
}
