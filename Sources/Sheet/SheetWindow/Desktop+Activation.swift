// SPDX-License-Identifier: Apache-2.0

import CGtk4

extension Desktop {
    /// A token for a window that the activity opens: with it the compositor knows that the person asked for
    /// that window, and puts it to the front. Nil on X11, where window managers go by time.
    func activationToken() -> String? {
        guard isWayland, let context = gdk_display_get_app_launch_context(display) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let token = gtk4_activation_token(context, g_get_prgname()) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }
}
