// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// A compact sheet: from the bottom of the screen, as on a phone.
///
/// No program may put its window to an edge, but all window managers of phones make a window as large as the screen. So this
/// one asks for that, lets the sheet stand at its bottom, and dims the rest; a press there leaves. Where it is not made as large,
/// the sheet is all of it.
enum BottomSheet {
    static func put(_ sheet: Widget, into window: Widget, leave: @escaping () -> Void) {
        guard let screen = Widget.box(GTK_ORIENTATION_VERTICAL), let outside: Widget = gtk_button_new()
        else { return gtk_window_set_child(window.cast(), sheet) }
        outside.add(class: "outside")
        // For the pointer alone: others have Cancel and Escape.
        outside.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_focusable(outside, 0)
        gtk_widget_set_vexpand(outside, 1)
        outside.signals.on("clicked") { leave() }
        window.add(class: "compact")
        sheet.add(class: "bottom")
        gtk_widget_set_halign(sheet, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(sheet, 0)
        screen.append(outside)
        screen.append(sheet)
        gtk_window_set_child(window.cast(), screen)
        gtk_window_maximize(window.cast())
    }
}
