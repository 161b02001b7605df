// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

extension ParentWindow {
    /// Makes the sheet a dialog of the window that it was opened from, which belongs to another process. If
    /// there is no such window, or it is gone by then, the sheet is independent.
    func place(_ window: Widget) {
        if self != .none { gtk_window_set_modal(window.cast(), 1) }
        window.signals.on("realize") {
            guard let surface = gtk_native_get_surface(window.opaque) else { return }
            gtk4_x11_make_dialog(surface)
            attach(surface)
        }
    }

    private func attach(_ surface: OpaquePointer) {
        switch self {
        case .none: break
        case .x11(let identifier): gtk4_x11_set_transient(surface, identifier)
        case .wayland(let handle): gtk4_wayland_set_transient(surface, handle)
        }
    }
}
