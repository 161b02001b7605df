// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The person's screens; which of them the window comes to is not known before it is there.
enum Screens {
    /// Points, of the lowest and of the narrowest; nil where none says what it is.
    static var least: (width: Int32, height: Int32)? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else {
            return nil
        }
        var least: (width: Int32, height: Int32)?
        for index in 0..<g_list_model_get_n_items(monitors) {
            guard let monitor = g_list_model_get_item(monitors, index) else { continue }
            defer { g_object_unref(monitor) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            guard area.width > 0, area.height > 0 else { continue }
            least = (min(least?.width ?? .max, area.width), min(least?.height ?? .max, area.height))
        }
        return least
    }
}
