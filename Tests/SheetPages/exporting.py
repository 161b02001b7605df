# SPDX-License-Identifier: Apache-2.0
"""A window of another app's, over the whole screen. Prints the handle by which others may stand above it."""

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("GdkWayland", "4.0")
from gi.repository import GdkWayland, GLib, Gtk  # noqa: E402, F401


def export(window):
    window.get_surface().export_handle(lambda _, handle: print(handle, flush=True))


window = Gtk.Window()
window.fullscreen()
window.connect("map", export)
window.present()
GLib.MainLoop().run()
