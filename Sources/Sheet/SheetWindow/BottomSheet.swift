// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// A compact sheet at the bottom of the screen, as on a phone.
///
/// A Wayland client cannot place its window at an edge, but it can ask to be maximised. So the window covers
/// the screen, the sheet takes the bottom, and the rest is dimmed; a press there closes the sheet. A window
/// that is not maximised contains the sheet alone.
enum BottomSheet {
    static func put(_ sheet: Widget, into window: Widget, leave: @escaping () -> Void) {
        guard let screen = Widget.box(GTK_ORIENTATION_VERTICAL), let outside: Widget = gtk_button_new()
        else { return gtk_window_set_child(window.cast(), sheet) }
        outside.add(class: "outside")
        // Only for pointer and touch; the keyboard has Escape and Cancel.
        outside.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_focusable(outside, 0)
        gtk_widget_set_vexpand(outside, 1)
        outside.signals.on("clicked") { leave() }
        window.add(class: "compact")
        // GTK itself adds the class "bottom" to a widget at an overlay's end.
        sheet.add(class: "from-bottom")
        gtk_widget_set_halign(sheet, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(sheet, 0)
        screen.append(outside)
        screen.append(sheet)
        gtk_window_set_child(window.cast(), screen)
        gtk_window_maximize(window.cast())
    }
}
