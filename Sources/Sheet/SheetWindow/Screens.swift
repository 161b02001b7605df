// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The person's screens. Which one a window appears on is not known before it is shown.
enum Screens {
    /// The smallest width and the smallest height of any, in points; nil while none is known.
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
