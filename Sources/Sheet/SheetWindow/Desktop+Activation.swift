// SPDX-License-Identifier: Apache-2.0

import CGtk4

extension Desktop {
    /// An activation token for the activity's window, which shows the compositor that the person asked for
    /// that window, so that it is raised. Nil on X11, where window managers use timestamps.
    func activationToken() -> String? {
        guard isWayland, let context = gdk_display_get_app_launch_context(display) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let token = gtk4_activation_token(context, g_get_prgname()) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }
}
