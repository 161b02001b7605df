# SPDX-License-Identifier: Apache-2.0
"""Another app's window: fullscreen, or as large as a picture that is given. Prints its xdg-foreign handle, by which another
window can be placed above it."""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("GdkWayland", "4.0")
from gi.repository import GdkWayland, GLib, Gtk  # noqa: E402, F401


def export(window):
    window.get_surface().export_handle(lambda _, handle: print(handle, flush=True))


window = Gtk.Window(title="photo.png")
if len(sys.argv) > 1:
    window.set_child(Gtk.Picture.new_for_filename(sys.argv[1]))
    window.set_resizable(False)
else:
    window.fullscreen()
window.connect("map", export)
window.present()
GLib.MainLoop().run()
