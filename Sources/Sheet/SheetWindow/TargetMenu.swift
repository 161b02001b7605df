// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import SessionBus
import SheetSession

/// The other ways to a target: a menu of the activities that lead there.
final class TargetMenu {
    private var popover: Widget?
    private var closing: Source?
    /// Runs while presses pick nothing: one that was under way when the menu came was meant for something else.
    private var waiting: Source?

    /// Opens it beneath a tile.
    ///
    /// - Parameter away: said of a way by which the target was not found.
    init?(
        _ target: TargetTile, on tile: Widget, away: String, pick: @escaping (Sheet.Target) -> Void
    ) {
        guard let popover: Widget = gtk_popover_new(), let list = Widget.box(GTK_ORIENTATION_VERTICAL)
        else { return nil }
        self.popover = popover
        list.set(role: GTK_ACCESSIBLE_ROLE_MENU)
        list.set(name: target.label)
        for way in target.otherWays {
            let title = way.reachable ? way.title : "\(way.title), \(away)"
            let choice = Self.choice(title) { [weak self] in
                guard let self else { return }
                guard waiting == nil else { return wait() }
                close()
                pick(way)
            }
            choice?.set(class: "away", !way.reachable)
            list.append(choice)
        }
        gtk_popover_set_child(popover.cast(), list)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_parent(popover, tile)
        popover.setDirection(gtk_widget_get_direction(tile))
        // Not while it tells of it.
        popover.signals.on("closed") { [weak self] in
            self?.closing = Source(after: .zero) { self?.leave() }
        }
        tile.signals.on("destroy") { [weak self] in self?.leave() }
        gtk_popover_popup(popover.cast())
        wait()
    }

    private func wait() {
        waiting = Source(after: PressRule.quietTime) { [weak self] in self?.waiting = nil }
    }

    deinit { leave() }

    private func close() { if let popover { gtk_popover_popdown(popover.cast()) } }

    /// GTK takes no child away with a button but its own.
    private func leave() {
        closing = nil
        if let popover { gtk_widget_unparent(popover) }
        popover = nil
    }

    private static func choice(_ title: String, press: @escaping () -> Void) -> Widget? {
        guard let button: Widget = gtk_button_new(), let label: Widget = gtk_label_new(title) else {
            return nil
        }
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(label.opaque, 32)
        gtk_button_set_child(button.cast(), label)
        for name in ["plain", "choice"] { button.add(class: name) }
        button.set(role: GTK_ACCESSIBLE_ROLE_MENU_ITEM)
        button.set(name: title)
        button.signals.on("clicked") { press() }
        return button
    }
}
