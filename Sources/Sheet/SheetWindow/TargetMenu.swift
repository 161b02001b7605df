// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import SessionBus
import SheetSession

final class TargetMenu {
    private var popover: Widget?
    private var closing: Source?
    /// Runs while presses are ignored: a press that began before the menu opened was meant for another
    /// widget.
    private var waiting: Source?

    /// - Parameter away: suffix for ways that are unavailable.
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
            let choice = Widget.button(title, classes: ["plain", "choice"], length: 32) { [weak self] in
                self?.close()
                pick(way)
            }
            guard let choice else { continue }
            choice.set(role: GTK_ACCESSIBLE_ROLE_MENU_ITEM)
            choice.set(class: "away", !way.reachable)
            gtk_label_set_xalign(OpaquePointer(gtk_button_get_child(choice.cast())), 0)
            list.append(choice)
        }
        gtk_popover_set_child(popover.cast(), list)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_parent(popover, tile)
        popover.setDirection(gtk_widget_get_direction(tile))
        // Unparented later: GTK is still emitting the popover's signal.
        popover.signals.on("closed") { [weak self] in
            self?.closing = Source(after: .zero) { self?.leave() }
        }
        tile.signals.on("destroy") { [weak self] in self?.leave() }
        guardPresses(in: popover)
        gtk_popover_popup(popover.cast())
        wait()
    }

    private func wait() {
        waiting = Source(after: PressRule.quietTime) { [weak self] in self?.waiting = nil }
    }

    /// Drops early presses. A menu grabs the events, so `PressGuard` sees none of them. Assistive technology
    /// presses by actions, which are not events.
    private func guardPresses(in popover: Widget) {
        guard let events = gtk_event_controller_legacy_new() else { return }
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        SignalSource(events).on(event: "event") { [weak self] event in
            guard let self, waiting != nil, Self.isPress(event) else { return false }
            wait()
            return true
        }
        gtk_widget_add_controller(popover, events)
    }

    private static func isPress(_ event: OpaquePointer) -> Bool {
        guard gdk_event_get_event_type(event) == GDK_KEY_PRESS else {
            return [GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(gdk_event_get_event_type(event))
        }
        let isModifier = gdk_key_event_is_modifier(event) != 0
        return PressRule.Key(gdk_key_event_get_keyval(event), isModifier: isModifier, in: nil) == .performs
    }

    deinit { leave() }

    private func close() { if let popover { gtk_popover_popdown(popover.cast()) } }

    /// Unparents the popover: a GTK button, when destroyed, removes only its own child.
    private func leave() {
        closing = nil
        if let popover { gtk_widget_unparent(popover) }
        popover = nil
    }
}
