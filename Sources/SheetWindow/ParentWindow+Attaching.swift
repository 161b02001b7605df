// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

/// Puts a sheet before the window that it was opened from, which belongs to another process. Where that
/// window is gone by then, the sheet opens by itself.
extension ParentWindow {
    static func attach(_ window: Widget, to parent: ParentWindow) {
        guard parent != .none else { return }
        gtk_window_set_modal(window.cast(), 1)
        window.signals.on("realize") {
            guard let surface = gtk_native_get_surface(window.opaque) else { return }
            parent.attach(surface)
        }
    }

    private func attach(_ surface: OpaquePointer) {
        switch self {
        case .none: break
        case .x11(let identifier): _ = gtk4_x11_set_transient(surface, identifier)
        case .wayland(let handle): _ = gtk4_wayland_set_transient(surface, handle)
        }
    }
}
