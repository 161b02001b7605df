# SPDX-License-Identifier: Apache-2.0
"""Owns the clipboard until it ends. Its arguments are pairs of a MIME type and a text, or "@PATH" for the bytes of a file."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def content(text):
    if not text.startswith("@"):
        return GLib.Bytes.new(text.encode())
    with open(text[1:], "rb") as file:
        return GLib.Bytes.new(file.read())


Gtk.init()
pairs = zip(sys.argv[1::2], sys.argv[2::2])
providers = [Gdk.ContentProvider.new_for_bytes(name, content(text)) for name, text in pairs]
clipboard = Gdk.Display.get_default().get_clipboard()
clipboard.set_content(Gdk.ContentProvider.new_union(providers))
print("copied", flush=True)
GLib.MainLoop().run()
