# SPDX-License-Identifier: Apache-2.0
"""“Share…” in the menu of files, in Nautilus (nautilus-python) and Caja (python-caja): opens the share sheet.

It runs within the file manager, so it does no more than to start io.activityd.Share.desktop, whose name is the entry's. The
display's launch context adds what lets the sheet take the focus.
"""

import sys

import gi
from gi.repository import Gio, GObject

# Each manager has loaded its own module before its extensions; the other's would load the wrong GTK.
if "gi.repository.Nautilus" in sys.modules:
    from gi.repository import Nautilus as Manager
    GDK = "4.0"
else:
    from gi.repository import Caja as Manager
    GDK = "3.0"


def launch_context():
    """None without the typelib, which the managers' packages do not ask for: the sheet then opens without the focus."""
    try:
        gi.require_version("Gdk", GDK)
        from gi.repository import Gdk
    except (ImportError, ValueError):
        return None
    display = Gdk.Display.get_default()
    return display and display.get_app_launch_context()


class ShareMenu(GObject.GObject, Manager.MenuProvider):
    # With the window before the files where the manager is older than Nautilus 43.
    def get_file_items(self, *arguments):
        files = arguments[-1]
        try:
            app = Gio.DesktopAppInfo.new("io.activityd.Share.desktop")
        except TypeError:
            # How PyGObject says that there is none.
            return []
        if not files:
            return []
        item = Manager.MenuItem(name="ShareMenu::share", label=app.get_name(), icon="document-send")
        # In Recent and the like a file's own URI leads nowhere else.
        item.connect("activate", self.share, app, [file.get_activation_uri() for file in files])
        return [item]

    def get_background_items(self, *arguments):
        return []

    def share(self, item, app, uris):
        app.launch_uris(uris, launch_context())
