// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The order of Tab while the activities are shown: the head; the button of the options; the grid, as one stop; Edit;
/// Cancel. The grid focuses the activity that had the focus last. Other pages have GTK's own order.
extension SheetWindow {
    private typealias Stop = (widget: Widget, takeFocus: () -> Void)

    func tab(_ key: UInt32, _ modifiers: GdkModifierType, in grid: ActivityGrid) -> Bool {
        let isBack = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        guard [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(key)) else { return false }
        guard !grid.hasMenu else { return false }
        let options = head.options.button
        let stops: [Stop] = [
            (head.stop, { gtk_widget_grab_focus(self.head.stop) }),
            (options, { gtk_widget_grab_focus(options) }), (grid.groups, { grid.takeFocus() }),
            (grid.edit, { gtk_widget_grab_focus(grid.edit) }),
            (grid.footer.widget, { grid.footer.takeFocus() }),
        ].filter(\.widget.isVisible)
        guard let current = stops.firstIndex(where: { $0.widget.hasFocusWithin }) else { return false }
        stops[(current + (isBack ? stops.count - 1 : 1)) % stops.count].takeFocus()
        return true
    }
}

extension Widget {
    fileprivate var hasFocusWithin: Bool {
        gtk_widget_has_focus(self) != 0 || gtk_widget_get_focus_child(self) != nil
    }
}
