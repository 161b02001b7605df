// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// Drops the presses that were not meant for the page, before anything in the window learns of them. Assistive
/// technology presses by actions, which are no events and count at once.
final class PressGuard {
    private let window: Widget
    private var rule = PressRule()
    private var quiet: Source?
    /// The rule's, as the running time began.
    private var times = 0
    /// Connected until the page that came last has been painted.
    private var painting: (clock: SignalSource, handler: gulong)?
    /// The key event that was let through last. An input method may put that very event again once it has looked at it
    /// (gdk_display_put_event), which is no repeat of the key.
    private var meant: OpaquePointer?
    /// Shows that a press was for it, until that ends.
    private var confirmed: (widget: Widget, end: Source)?
    private static let flashTime = Duration.milliseconds(200)
    private(set) var wasPressed = false

    init(_ window: Widget) {
        self.window = window
        window.signals.on("notify::is-active") { [weak self] (_: OpaquePointer) in self?.activate() }
        window.signals.on("map") { [weak self] in self?.activate() }
        // Sees all kinds of events on their way down to their widgets, but for those of a menu that is open.
        guard let events = gtk_event_controller_legacy_new() else { return }
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        SignalSource(events).on(event: "event") { [weak self] in self?.drops($0) ?? false }
        gtk_widget_add_controller(window, events)
    }

    deinit {
        stopPainting()
        endFlash()
        if let meant { gdk_event_unref(meant) }
    }

    /// Another page has come. A person cannot mean what has not been painted.
    func turn() {
        rule.turn()
        wait()
        stopPainting()
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        let source = SignalSource(clock)
        let handler = source.on("after-paint") { [weak self] in
            self?.stopPainting()
            self?.rule.turn()
            self?.wait()
        }
        painting = (source, handler)
    }

    private func stopPainting() {
        if let painting { painting.clock.disconnect(painting.handler) }
        painting = nil
    }

    /// Whether what the person presses is for the window. GTK says so of the one that the keyboard is for: where the seat
    /// has none, as on a touch screen, of no window.
    private var isActive: Bool {
        gtk_window_is_active(window.cast()) != 0 || gtk_widget_get_mapped(window) != 0 && !window.hasKeyboard
    }

    private func activate() {
        if isActive {
            rule.activate(down: keysDown())
            turn()
        } else {
            rule.deactivate()
            wait()
        }
    }

    /// Events that came before the time was over are served before its end is, however late that is.
    private func wait() {
        guard rule.times != times else { return }
        (quiet, times) = (nil, rule.times)
        guard rule.waits else { return }
        quiet = Source(after: PressRule.quietTime, isLast: true) { [weak self] in self?.rule.becomeQuiet() }
    }

    private func drops(_ event: OpaquePointer) -> Bool {
        // The seat's keyboard may have come or gone.
        if isActive != rule.isActive { activate() }
        let isMeant: Bool
        let type = gdk_event_get_event_type(event)
        if [GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN].contains(type) { wasPressed = true }
        switch type {
        case GDK_KEY_PRESS where event == meant: return !rule.pressAgain(key(event))
        case GDK_KEY_PRESS:
            let effect = rule.press(gdk_key_event_get_keycode(event), key(event))
            isMeant = effect == .counts
            if isMeant { keep(event) }
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

    /// Shows that the press was for what has the focus, which the next one performs.
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

    private func keep(_ event: OpaquePointer) {
        if let meant { gdk_event_unref(meant) }
        meant = gdk_event_ref(event)
    }

    private func key(_ event: OpaquePointer) -> PressRule.Key {
        PressRule.Key(
            gdk_key_event_get_keyval(event), isModifier: gdk_key_event_is_modifier(event) != 0,
            hasAlt: has(GDK_ALT_MASK, event), hasControl: has(GDK_CONTROL_MASK, event), in: window.textFocus)
    }

    private func has(_ modifier: GdkModifierType, _ event: OpaquePointer) -> Bool {
        gdk_event_get_modifier_state(event).rawValue & modifier.rawValue != 0
    }

    /// X11 repeats a held key in the window that it gives the focus to; Wayland does not.
    private func keysDown() -> Set<UInt32> {
        guard let surface = gtk_native_get_surface(window.opaque) else { return [] }
        var bits = [UInt8](repeating: 0, count: 32)
        gtk4_x11_keys_down(surface, &bits)
        return Set((0..<UInt32(256)).filter { bits[Int($0 / 8)] >> ($0 % 8) & 1 != 0 })
    }
}

extension Widget {
    /// GTK lists a keyboard in every seat's capabilities, and among its devices only one that is there.
    var hasKeyboard: Bool {
        let seat = gdk_display_get_default_seat(gtk_widget_get_display(self))
        guard let seat, let keyboards = gdk_seat_get_devices(seat, GDK_SEAT_CAPABILITY_KEYBOARD) else {
            return false
        }
        g_list_free(keyboards)
        return true
    }

    /// The text that has the window's focus; nil where something else has it.
    var textFocus: TextWidget? {
        guard let focus = gtk_root_get_focus(opaque) else { return nil }
        if gtk4_is_line(focus) != 0 { return .line }
        return gtk4_is_text(focus) != 0 ? .lines : nil
    }
}
