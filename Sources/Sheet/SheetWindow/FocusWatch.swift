// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// Tells when the person has turned to another window, and when they come back.
///
/// GTK has a window inactive as well while a menu of its own is open, or another program has the keyboard for itself: the window
/// manager that goes through the windows, a screenshot under way. X11 says meanwhile that the focus is where it was.
final class FocusWatch {
    /// Some window managers give the focus away and back within one change.
    private static let patience = Duration.milliseconds(200)

    private let window: Widget
    private let lost: () -> Void
    private let returned: () -> Void
    /// A window that has not had the focus yet loses none.
    private var hasBeenActive = false
    /// Whether another window had the focus when this was last looked at.
    private var isAway = false
    private var looking: Source?

    /// - Parameters:
    ///   - lost: called when another window, and no other sheet, has kept the focus for a while.
    ///   - returned: called when the window has the focus again, however briefly another had it.
    init(_ window: Widget, lost: @escaping () -> Void, returned: @escaping () -> Void) {
        (self.window, self.lost, self.returned) = (window, lost, returned)
        window.signals.on("notify::is-active") { [weak self] (_: OpaquePointer) in self?.look() }
        // A menu has closed, perhaps because the person has turned to another window.
        window.signals.on("notify::focus-widget") { [weak self] (_: OpaquePointer) in
            if self?.isAway == false { self?.look() }
        }
    }

    private func look() {
        let wasAway = isAway
        looking = nil
        guard gtk_window_is_active(window.cast()) == 0 else {
            (hasBeenActive, isAway) = (true, false)
            if wasAway { returned() }
            return
        }
        // Without a keyboard in the seat no window has the focus.
        guard hasBeenActive, window.hasKeyboard, !window.hasMenuFocus else { return isAway = false }
        isAway = !hasFocusOfX11
        guard !wasAway || !isAway || isInAnotherSheet else { return lost() }
        looking = Source(after: Self.patience) { [weak self] in self?.look() }
    }

    /// It may have come together with this one: Thunar shares files and folders by a sheet each.
    private var isInAnotherSheet: Bool {
        let sheets = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(sheets)).contains {
            guard let sheet = g_list_model_get_item(sheets, $0) else { return false }
            defer { g_object_unref(sheet) }
            return gtk_window_is_active(sheet.assumingMemoryBound(to: GtkWindow.self)) != 0
        }
    }

    private var hasFocusOfX11: Bool {
        gtk_native_get_surface(window.opaque).map { gtk4_x11_has_focus($0) != 0 } ?? false
    }
}
