// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// Drops presses that were not meant for the page, before any widget of the window receives them. Assistive
/// technology presses by actions, which are not events and count at once.
final class PressGuard {
    private let window: Widget
    private var rule = PressRule()
    private var quiet: Source?
    /// The rule's `times` when the timer started.
    private var times = 0
    /// Frame clock handler, connected until the latest page has been painted.
    private var painting: (clock: SignalSource, handler: gulong)?
    /// The key event that was let through last. An input method may put the same event back after looking at
    /// it (gdk_display_put_event); that is not a key repeat.
    private var passedEvent: OpaquePointer?
    /// The widget highlighted by a confirming press, and the end of the highlight.
    private var confirmed: (widget: Widget, end: Source)?
    private static let flashTime = Duration.milliseconds(200)
    private(set) var wasPressed = false

    init(_ window: Widget) {
        self.window = window
        window.signals.on("notify::is-active") { [weak self] (_: OpaquePointer) in self?.activate() }
        window.signals.on("map") { [weak self] in self?.activate() }
        // Receives all events on their way down to the widgets, except those of an open menu.
        guard let events = gtk_event_controller_legacy_new() else { return }
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        SignalSource(events).on(event: "event") { [weak self] in self?.shouldDrop($0) ?? false }
        gtk_widget_add_controller(window, events)
    }

    deinit {
        stopPainting()
        endFlash()
        if let passedEvent { gdk_event_unref(passedEvent) }
    }

    /// Called when the page has changed. A person cannot mean a page that has not been painted.
    func pageChanged() {
        rule.pageChanged()
        wait()
        stopPainting()
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        let source = SignalSource(clock)
        let handler = source.on("after-paint") { [weak self] in
            self?.stopPainting()
            self?.rule.pageChanged()
            self?.wait()
        }
        painting = (source, handler)
    }

    private func stopPainting() {
        if let painting { painting.clock.disconnect(painting.handler) }
        painting = nil
    }

    /// Whether the person's presses go to this window. GTK marks the window with the keyboard focus as
    /// active; in a seat without a keyboard, as on a touch screen, no window.
    private var isActive: Bool {
        gtk_window_is_active(window.cast()) != 0 || gtk_widget_get_mapped(window) != 0 && !window.hasKeyboard
    }

    private func activate() {
        if isActive {
            rule.activate(down: keysDown())
            pageChanged()
        } else {
            rule.deactivate()
            wait()
        }
    }

    /// Restarts the timer. Events that arrived before its end are handled first, however late they are
    /// served.
    private func wait() {
        guard rule.times != times else { return }
        (quiet, times) = (nil, rule.times)
        guard rule.waits else { return }
        quiet = Source(after: PressRule.quietTime, isLast: true) { [weak self] in self?.rule.becomeQuiet() }
    }

    private func shouldDrop(_ event: OpaquePointer) -> Bool {
        // The seat's keyboard may have been plugged in or removed.
        if isActive != rule.isActive { activate() }
        let isMeant: Bool
        let type = gdk_event_get_event_type(event)
        if [GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(type) { wasPressed = true }
        switch type {
        case GDK_KEY_PRESS where event == passedEvent: return !rule.pressAgain(key(event))
        case GDK_KEY_PRESS:
            let effect = rule.press(gdk_key_event_get_keycode(event), key(event))
            isMeant = effect == .counts
            if isMeant { remember(event) }
            if effect == .confirms { confirm() }
        case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: isMeant = rule.press()
        case GDK_KEY_RELEASE:
            rule.release(gdk_key_event_get_keycode(event))
            return false
        default: return false
        }
        wait()
        return !isMeant
    }

    /// Highlights the focused widget, which the next press performs.
    private func confirm() {
        endFlash()
        guard let focus = gtk_root_get_focus(window.opaque) else { return }
        g_object_ref(focus)
        focus.add(class: "confirmed")
        confirmed = (focus, Source(after: Self.flashTime) { [weak self] in self?.endFlash() })
    }

    private func endFlash() {
        guard let (widget, _) = confirmed else { return }
        confirmed = nil
        widget.set(class: "confirmed", false)
        g_object_unref(widget)
    }

    private func remember(_ event: OpaquePointer) {
        if let passedEvent { gdk_event_unref(passedEvent) }
        passedEvent = gdk_event_ref(event)
    }

    private func key(_ event: OpaquePointer) -> PressRule.Key {
        PressRule.Key(
            gdk_key_event_get_keyval(event), isModifier: gdk_key_event_is_modifier(event) != 0,
            hasAlt: has(GDK_ALT_MASK, event), hasControl: has(GDK_CONTROL_MASK, event), in: window.textFocus)
    }

    private func has(_ modifier: GdkModifierType, _ event: OpaquePointer) -> Bool {
        gdk_event_get_modifier_state(event).rawValue & modifier.rawValue != 0
    }

    /// Keys held down when the window becomes active: X11 repeats a held key in the newly focused window;
    /// Wayland does not.
    private func keysDown() -> Set<UInt32> {
        guard let surface = gtk_native_get_surface(window.opaque) else { return [] }
        var bits = [UInt8](repeating: 0, count: 32)
        gtk4_x11_keys_down(surface, &bits)
        return Set((0..<UInt32(256)).filter { bits[Int($0 / 8)] >> ($0 % 8) & 1 != 0 })
    }
}

extension Widget {
    /// Whether the seat has a keyboard. GTK lists one in every seat's capabilities, but among its devices
    /// only if it exists.
    var hasKeyboard: Bool {
        let seat = gdk_display_get_default_seat(gtk_widget_get_display(self))
        guard let seat, let keyboards = gdk_seat_get_devices(seat, GDK_SEAT_CAPABILITY_KEYBOARD) else {
            return false
        }
        g_list_free(keyboards)
        return true
    }

    /// The kind of text widget that has the window's focus; nil for other widgets.
    var textFocus: TextWidget? {
        guard let focus = gtk_root_get_focus(opaque) else { return nil }
        if gtk4_is_line(focus) != 0 { return .line }
        return gtk4_is_text(focus) != 0 ? .lines : nil
    }
}
