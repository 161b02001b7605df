// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4

/// An activity's icon on a tile, which is empty until the icon arrives. As a badge, it marks the activity
/// that a target belongs to.
final class ActivityImage {
    let widget: Widget
    private let image: Widget
    private var icon: [UInt8]?

    init?(class name: String = "tile", size: Double = GridMeasures.icon) {
        guard let tile = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: name),
            let image: Widget = gtk_image_new()
        else { return nil }
        (widget, self.image) = (tile, image)
        gtk_image_set_pixel_size(image.opaque, Int32(size))
        image.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_hexpand(image, 1)
        gtk_widget_set_halign(image, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(tile, 0)
        gtk_widget_set_halign(tile, GTK_ALIGN_CENTER)
        tile.append(image)
    }

    func show(_ icon: [UInt8]?) {
        guard icon != self.icon else { return }
        self.icon = icon
        guard let texture = icon.flatMap(Self.texture) else { return gtk_image_clear(image.opaque) }
        gtk_image_set_from_paintable(image.opaque, texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    /// The picture; nil for invalid bytes. The daemon encoded it from its sandboxed helper's drawing.
    private static func texture(_ png: [UInt8]) -> OpaquePointer? {
        guard let bytes = g_bytes_new(png, gsize(png.count)) else { return nil }
        defer { g_bytes_unref(bytes) }
        return gdk_texture_new_from_bytes(bytes, nil)
    }
}
