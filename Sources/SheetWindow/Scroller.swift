// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// What a page holds scrolls once it is too high for the screen.
enum Scroller {
    /// Points: no page is higher, so that the sheet stays one.
    private static let greatestHeight: Int32 = 560
    /// Of the screen: for the sheet's head and buttons, and for panels.
    private static let surroundings: Int32 = 240

    static func around(_ child: Widget?) -> Widget? {
        guard let scroller: Widget = gtk_scrolled_window_new() else { return nil }
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, height)
        gtk_widget_set_focusable(scroller, 0)
        gtk_widget_set_vexpand(scroller, 1)
        if let child { gtk_scrolled_window_set_child(scroller.opaque, child) }
        return scroller
    }

    /// As the lowest screen has room for: which of them the window comes to is not known yet.
    private static var height: Int32 {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else {
            return greatestHeight
        }
        var height = greatestHeight
        for index in 0..<g_list_model_get_n_items(monitors) {
            guard let monitor = g_list_model_get_item(monitors, index) else { continue }
            defer { g_object_unref(monitor) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            if area.height > 0 { height = min(height, max(120, area.height - surroundings)) }
        }
        return height
    }
}
