# SPDX-License-Identifier: Apache-2.0
"""An app with one window; prints the handle by which other programs refer to it (xdg-foreign).

Usage: app.py TITLE [PART], where PART is text that the handle must contain, such as a blank."""

import sys

import gi

gi.require_version("GdkWayland", "4.0")
gi.require_version("Gtk", "4.0")
# GdkWayland adds methods to Wayland's surfaces.
from gi.repository import GdkWayland, GLib, Gtk  # noqa: E402,F401

title, part = sys.argv[1], (sys.argv + [""])[2]


def export(surface):
    surface.export_handle(exported, None)


def exported(surface, handle, _):
    if part in handle:
        print(handle, flush=True)
    else:
        # Not within its own callback.
        GLib.idle_add(export_anew, surface, handle)


def export_anew(surface, handle):
    surface.drop_exported_handle(handle)
    export(surface)


def activate(app):
    global window
    window = Gtk.ApplicationWindow(application=app, title=title, default_width=900, default_height=700)
    window.connect("map", lambda window: export(window.get_surface()))
    window.present()


app = Gtk.Application(application_id="org.example.Album")
app.connect("activate", activate)
app.run()
