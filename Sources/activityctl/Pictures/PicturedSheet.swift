// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// A sheet on its way to a picture. Titles and icons are only those of the daemon's reply.
struct PicturedSheet {
    let list: Sheet.ListReply
    let selection: Selection
    let locale: LocaleTag?
    let options: PictureOptions

    /// Asks for the icons, has the sheet drawn and writes it.
    ///
    /// - Throws: `Failure`.
    func write(to path: String, _ daemon: DaemonClient) throws {
        let png = try PictureClient.draw("sheet", drawing(daemon).object)
        guard path != "-" else { return Output.write(png) }
        try NewFile.write(png, to: path)
    }

    private func drawing(_ daemon: DaemonClient) -> SheetDrawing {
        var drawing = SheetDrawing()
        drawing.presentation = list.presentation == .popover ? .popover : .actionSheet
        drawing.themes = (options.theme ?? .light).themes
        drawing.textSize = options.textSize ?? 1
        drawing.isMirrored = locale?.isRightToLeft ?? false
        drawing.language = locale?.description ?? ""
        let words = Words(locale)
        drawing.summary = SheetDrawing.Summary(SelectionSummary(selection.items, folder: words.folder))
        (drawing.words.cancel, drawing.words.empty) = (words.cancel, words.empty)
        drawing.activities = list.activities.prefix(SheetDrawing.maximumActivities).map {
            pictured($0, drawing, daemon)
        }
        return drawing
    }

    private func pictured(
        _ activity: Sheet.Activity, _ drawing: SheetDrawing, _ daemon: DaemonClient
    ) -> SheetDrawing.Activity {
        var pictured = SheetDrawing.Activity(
            title: activity.title, subtitle: activity.subtitle, category: activity.category)
        pictured.asks = activity.asksFirst
        if let taken = activity.taken { pictured.note = "\(taken.count)/\(selection.items.count)" }
        for theme in drawing.themes {
            let size = SheetDrawing.iconSide * drawing.density
            pictured.icons[theme] = icon(activity.identifier, size, theme.iconTint, daemon)
        }
        return pictured
    }

    /// Nil where the daemon has none: the title is shown without, as on a sheet whose icons are still coming.
    private func icon(_ identifier: String, _ size: Int, _ tint: String, _ daemon: DaemonClient) -> [UInt8]? {
        let request = Sheet.IconRequest(identifier: identifier, size: size, tint: tint)
        guard let reply = try? daemon.call(Interfaces.sheet + ".Icon", request.object),
            let icon: Sheet.IconReply = try? DaemonClient.read(reply)
        else { return nil }
        return Base64.decode(icon.png)
    }
}

extension SheetDrawing.Summary {
    fileprivate init(_ summary: SelectionSummary) {
        self.init()
        title = summary.title
        detail = summary.detail
        kind =
            switch summary.kind {
            case .picture: .picture
            case .document: .document
            case .text: .text
            case .link: .link
            case .folder: .folder
            }
    }
}
