// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The order of Tab: the head; the button of the options; the page; and around. Of the activities the grid is one stop, before Edit
/// and Cancel, and focuses the activity that had the focus last. Within other pages the order is GTK's own, which by itself
/// would leave the focus nowhere behind a button that cannot be pressed.
extension SheetWindow {
    private typealias Stop = (widget: Widget, takeFocus: () -> Void)

    func tab(_ key: UInt32, _ modifiers: GdkModifierType, on page: Page) -> Bool {
        guard [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(key)) else { return false }
        guard (page as? ActivityGrid)?.hasMenu != true, !page.widget.hasMenuFocus else { return false }
        let isBack = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        let direction = isBack ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
        let stops = stops(of: page, direction).filter {
            $0.widget.isVisible && gtk_widget_is_sensitive($0.widget) != 0
        }
        guard let current = stops.firstIndex(where: { $0.widget.hasFocusWithin }) else { return false }
        if stops[current].widget == page.widget, gtk_widget_child_focus(page.widget, direction) != 0 {
            return true
        }
        stops[(current + (isBack ? stops.count - 1 : 1)) % stops.count].takeFocus()
        return true
    }

    private func stops(of page: Page, _ direction: GtkDirectionType) -> [Stop] {
        let above: [Stop] = [head.stop, head.options.button].map { widget in
            (widget, { gtk_widget_grab_focus(widget) })
        }
        guard let grid = page as? ActivityGrid else {
            return above + [(page.widget, { gtk_widget_child_focus(page.widget, direction) })]
        }
        return above + [
            (grid.groups, { grid.takeFocus() }), (grid.edit, { gtk_widget_grab_focus(grid.edit) }),
            (grid.footer.widget, { grid.footer.takeFocus() }),
        ]
    }
}

extension Widget {
    fileprivate var hasFocusWithin: Bool {
        gtk_widget_has_focus(self) != 0 || gtk_widget_get_focus_child(self) != nil
    }

    /// Whether the focus is in a menu or a calendar that is open.
    fileprivate var hasMenuFocus: Bool {
        guard let root = gtk_widget_get_root(self), let focus = gtk_root_get_focus(root) else { return false }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
    }
}
