# SPDX-License-Identifier: Apache-2.0
"""A file manager with one window and our extension. Prints "open" when the window is mapped. For each line that it reads, a URI,
it activates the menu entry and prints how many window handles are exported; for "?" it prints only that.

Usage: manager.py Nautilus|Caja"""

import os
import sys
import types

import gi
from gi.repository import GObject

name = sys.argv[1]
gi.require_version("Gtk", {"Nautilus": "4.0", "Caja": "3.0"}[name])
from gi.repository import GLib, Gtk  # noqa: E402


class MenuItem(GObject.GObject):
    __gsignals__ = {"activate": (GObject.SignalFlags.RUN_LAST, None, ())}

    def __init__(self, **properties):
        super().__init__()


class File:
    def __init__(self, uri):
        self.get_activation_uri = lambda: uri


module = types.ModuleType(name)
module.MenuProvider, module.MenuItem = type("MenuProvider", (), {}), MenuItem
sys.modules["gi.repository." + name] = module
setattr(gi.repository, name, module)
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Integrations/FileManagers"))
import activity_share  # noqa: E402


def take(source, condition):
    uri = sys.stdin.readline().strip()
    if not uri:
        app.quit()
        return False
    if uri != "?":
        menu.get_file_items([File(uri)])[0].emit("activate")
    print(len(activity_share.Export.exports), flush=True)
    return True


def activate(app):
    window = Gtk.ApplicationWindow(application=app, title="Files")
    window.set_default_size(900, 700)
    window.connect("map", lambda _: print("open", flush=True))
    window.present()


menu = activity_share.ShareMenu()
app = Gtk.Application(application_id="org.example.Manager")
app.connect("activate", activate)
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, take)
app.run([])
