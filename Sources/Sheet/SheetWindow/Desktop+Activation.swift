// SPDX-License-Identifier: Apache-2.0

import CGtk4

extension Desktop {
    /// An activation token, which lets the compositor raise the activity's window. Nil on X11, where window
    /// managers use timestamps, or if the compositor grants none.
    func activationToken() -> String? {
        guard isWayland, let context = gdk_display_get_app_launch_context(display) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let token = gtk4_activation_token(context, g_get_prgname()) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }
}
