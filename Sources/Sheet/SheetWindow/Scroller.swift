// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// Scrolls a page's content once it is too high for the screen.
enum Scroller {
    /// Maximum height of a page's scrolled part in points, so that the sheet does not fill the screen.
    private static let maximumHeight: Int32 = 640
    /// Height reserved for panels, in points.
    private static let panels: Int32 = 80
    private static let minimumHeight: Int32 = 120

    static func around(_ child: Widget?) -> Widget? {
        guard let scroller: Widget = gtk_scrolled_window_new() else { return nil }
        // The grid decides the sheet's width, however long a title or a choice is.
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_widget_set_focusable(scroller, 0)
        gtk_widget_set_vexpand(scroller, 1)
        if let child { gtk_scrolled_window_set_child(scroller.opaque, child) }
        return scroller
    }

    /// The available height on the smallest screen, at most `height`.
    static func room(atMost height: Int32) -> Int32 {
        Screens.smallestScreen.map { min(height, $0.height - panels) } ?? height
    }

    /// - Parameters:
    ///   - surroundings: height of the rest of the sheet.
    ///   - width: the sheet's width.
    ///   - height: the sheet's height; nil for as much as the screen has.
    static func fit(_ scroller: Widget, beside surroundings: Int32, width: Int32, within height: Int32?) {
        let whole = room(atMost: height ?? maximumHeight + surroundings)
        let height = min(maximumHeight, max(minimumHeight, whole - surroundings))
        gtk_scrolled_window_set_min_content_height(scroller.opaque, -1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, height)
        // GTK measures a text at its natural width, which is wider than the sheet with large letters.
        guard let content = gtk_scrolled_window_get_child(scroller.opaque),
            g_type_check_instance_is_a(content.cast(), gtk_viewport_get_type()) != 0
        else { return }
        let least = min(height, content.naturalHeight(width))
        gtk_scrolled_window_set_min_content_height(scroller.opaque, least)
    }
}
