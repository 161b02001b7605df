// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SessionBus

/// Reports when the person turns to another window, and when they return.
///
/// GTK also reports a window as inactive while one of its own menus is open, or while another program grabs
/// the keyboard: a window manager's window switcher, or a screenshot tool. X11 still reports the focus at its
/// old window meanwhile.
final class FocusWatch {
    /// Some window managers move the focus away and back within one change.
    private static let timeout = Duration.milliseconds(200)

    private let window: Widget
    private let lost: () -> Void
    private let returned: () -> Void
    /// A window that has never had the focus cannot lose it.
    private var hasBeenActive = false
    /// Whether another window had the focus at the last check.
    private var isAway = false
    private var looking: Source?

    /// - Parameters:
    ///   - lost: called when another window, other than a sheet, has kept the focus for a while.
    ///   - returned: called when the window has the focus again, however briefly another had it.
    init(_ window: Widget, lost: @escaping () -> Void, returned: @escaping () -> Void) {
        (self.window, self.lost, self.returned) = (window, lost, returned)
        window.signals.on("notify::is-active") { [weak self] (_: OpaquePointer) in self?.checkFocus() }
        // A menu has closed, perhaps because the person turned to another window.
        window.signals.on("notify::focus-widget") { [weak self] (_: OpaquePointer) in
            if self?.isAway == false { self?.checkFocus() }
        }
    }

    private func checkFocus() {
        let wasAway = isAway
        looking = nil
        guard gtk_window_is_active(window.cast()) == 0 else {
            (hasBeenActive, isAway) = (true, false)
            if wasAway { returned() }
            return
        }
        // Without a keyboard in the seat, no window has the focus.
        guard hasBeenActive, window.hasKeyboard, !window.hasMenuFocus else { return isAway = false }
        isAway = !hasFocusOfX11
        guard !wasAway || !isAway || isInAnotherSheet else { return lost() }
        looking = Source(after: Self.timeout) { [weak self] in self?.checkFocus() }
    }

    /// Whether another sheet is active. It may have opened together with this one: Thunar opens a sheet for
    /// files and one for folders.
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
