// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// Tab order: the head; its buttons for the list of items and the options; the page, part by part; then
/// around. The grid is one stop, before Edit and Cancel, and focuses the activity that last had the focus.
/// Within a part GTK's own order applies. GTK alone would lose the focus: a scrolled text claims to accept
/// the focus, but does not.
extension SheetWindow {
    private typealias Stop = (widget: Widget, takeFocus: () -> Void)

    func tab(_ key: UInt32, _ modifiers: GdkModifierType, on page: Page) -> Bool {
        guard Self.isTab(key) else { return false }
        let grid = page as? ActivityGrid
        guard grid?.hasMenu != true, !page.widget.hasMenuFocus else { return false }
        let isBack = modifiers.isBack
        let direction = isBack ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
        let above: [Stop] = head.stops.map { widget in
            (widget, { gtk_widget_grab_focus(widget) })
        }
        let stops = above + (grid?.stops ?? page.stops(direction))
        // The last match, because the head's buttons are within its group.
        guard let current = stops.lastIndex(where: { $0.widget.hasFocusWithin }) else { return false }
        if grid == nil, current >= above.count,
            gtk_widget_child_focus(stops[current].widget, direction) != 0
        {
            return true
        }
        let behind = Array(stops[(current + 1)...] + stops[..<current])
        for stop in isBack ? behind.reversed() : behind where stop.widget.isVisible {
            stop.takeFocus()
            if stop.widget.hasFocusWithin { break }
        }
        return true
    }
}

extension SheetWindow {
    private static func isTab(_ key: UInt32) -> Bool {
        [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(key))
    }

    /// Moves from the head to the activities by any arrow, and by the first Tab while no activity is chosen.
    func enter(_ grid: ActivityGrid, by key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard gtk_widget_has_focus(head.group) != 0, PressRule.Key.moves(by: key),
            !Self.isTab(key) || !modifiers.isBack && !grid.hasChosen
        else { return false }
        grid.takeFocus()
        return true
    }
}

extension GdkModifierType {
    fileprivate var isBack: Bool { rawValue & GDK_SHIFT_MASK.rawValue != 0 }
}

extension ActivityGrid {
    fileprivate var stops: [(widget: Widget, takeFocus: () -> Void)] {
        [
            (groups, { self.takeFocus() }), (edit, { gtk_widget_grab_focus(self.edit) }),
            (footer.widget, { self.footer.takeFocus() }),
        ]
    }
}

extension Page {
    fileprivate func stops(_ direction: GtkDirectionType) -> [(widget: Widget, takeFocus: () -> Void)] {
        var stops: [(Widget, () -> Void)] = []
        var part = gtk_widget_get_first_child(widget)
        while let next = part {
            stops.append((next, { gtk_widget_child_focus(next, direction) }))
            part = gtk_widget_get_next_sibling(next)
        }
        return stops
    }
}

extension Widget {
    fileprivate var hasFocusWithin: Bool {
        gtk_widget_has_focus(self) != 0 || gtk_widget_get_focus_child(self) != nil
    }

    /// Whether an open menu or calendar has the focus.
    var hasMenuFocus: Bool {
        guard let root = gtk_widget_get_root(self), let focus = gtk_root_get_focus(root) else { return false }
        return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
    }
}
