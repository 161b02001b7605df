// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// A picture of the shared items: a thumbnail if there is one, else a symbol of their kind. Several items are
/// drawn as a small stack.
final class ContentPicture {
    let widget: Widget
    private let sign: Widget
    private var picture: Widget?

    init?(_ items: [Item], _ natures: [String: FileNature], size: Int32) {
        guard let frame = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "sign"),
            let sign = Widget.symbolicIcon(Self.icon(items, natures), size: size)
        else { return nil }
        (widget, self.sign) = (frame, sign)
        gtk_widget_set_hexpand(sign, 1)
        gtk_widget_set_halign(sign, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(frame, 0)
        gtk_widget_set_valign(frame, GTK_ALIGN_CENTER)
        gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
        frame.append(sign)
        frame.set(class: "several", items.count > 1)
        frame.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    }

    func show(_ items: [Item], _ natures: [String: FileNature]) {
        gtk_image_set_from_icon_name(sign.opaque, Self.icon(items, natures))
        widget.set(class: "several", items.count > 1)
    }

    /// - Parameter thumbnail: nil for the symbol.
    func show(_ thumbnail: Thumbnail?) {
        if let picture { gtk_box_remove(widget.cast(), picture) }
        picture = thumbnail.flatMap(Self.picture)
        widget.set(class: "pictured", picture != nil)
        sign.isVisible = picture == nil
        if let picture { widget.append(picture) }
    }

    /// The thumbnail's middle, as a square that fills the frame.
    private static func picture(_ thumbnail: Thumbnail) -> Widget? {
        let side = min(thumbnail.width, thumbnail.height)
        let stride = thumbnail.width * 4
        let start = (thumbnail.height - side) / 2 * stride + (thumbnail.width - side) / 2 * 4
        let square = thumbnail.pixels[start...]
        guard let bytes = square.withUnsafeBytes({ g_bytes_new($0.baseAddress, gsize($0.count)) })
        else { return nil }
        defer { g_bytes_unref(bytes) }
        let length = Int32(side)
        guard
            let texture = gdk_memory_texture_new(length, length, GDK_MEMORY_R8G8B8A8, bytes, gsize(stride)),
            let picture: Widget = gtk_image_new_from_paintable(texture)
        else { return nil }
        g_object_unref(UnsafeMutableRawPointer(texture))
        gtk_image_set_pixel_size(picture.opaque, frameSide)
        picture.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        return picture
    }

    /// The frame's side in points, as in SheetStyle.
    private static let frameSide: Int32 = 44

    /// The icon of the items' common kind, or of a document if their kinds differ.
    private static func icon(_ items: [Item], _ natures: [String: FileNature]) -> String {
        let icons = Set(
            items.map { item in
                let isProgram = item.representation.uri.flatMap { natures[$0] }?.isProgram ?? false
                return isProgram ? program : icon(item.representation.type)
            })
        return icons.count == 1 ? icons.first ?? document : document
    }

    private static let document = "text-x-generic-symbolic"
    private static let program = "application-x-executable-symbolic"
    /// Icon names for links: Adwaita has the first, Breeze the second.
    private static let link = ["web-browser-symbolic", "insert-link"]

    private static func icon(_ type: String) -> String {
        switch type.prefix(while: { $0 != "/" }) {
        case "image": "image-x-generic-symbolic"
        case "video": "video-x-generic-symbolic"
        case "audio": "audio-x-generic-symbolic"
        case "inode": "folder-symbolic"
        case "x-scheme-handler": Widget.icon(first: link, else: document)
        default: document
        }
    }
}
