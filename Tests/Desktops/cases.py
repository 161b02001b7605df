# SPDX-License-Identifier: Apache-2.0
"""For tests in both desktops: an app with a window, and a caller of io.activityd.Share."""

import os
import subprocess
import sys
import unittest

from gi.repository import Gio, GLib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Harness"))
from waiting import wait_until, wait_while_trying  # noqa: E402,F401

PHOTO = "/home/person/Beach.png"


class DesktopTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desktop = cls.Desktop()
        with open(PHOTO, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")

    def tearDown(self):
        self.desktop.picture(self.id().split(".")[-1])

    def open_app(self, *part):
        """Opens an app's window and waits for its focus; returns its handle, which contains `part` if that is
        given."""
        app = subprocess.Popen([sys.executable, "app.py", "Album", *part], stdout=subprocess.PIPE, text=True)
        self.addCleanup(app.communicate)
        self.addCleanup(app.terminate)
        handle = app.stdout.readline().removesuffix("\n")
        self.wait_for_focus("Album")
        return handle

    def share(self, parent):
        """Requests a sheet from the service, on a connection of its own: the sheet closes with it."""
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        bus = Gio.DBusConnection.new_for_address_sync(address, flags)
        self.addCleanup(bus.close_sync)
        bus.call_sync(
            "io.activityd.Share", "/org/freedesktop/portal/activityd", "io.activityd.Share", "Share",
            GLib.Variant("(sasa{sv})", (parent, ["file://" + PHOTO], {})), None, Gio.DBusCallFlags.NONE, -1)
        self.wait_for_focus("Share")

    def window(self, title):
        return next((window for window in self.desktop.windows() if window["title"] == title), None)

    def wait_for_focus(self, title):
        wait_until(lambda: (window := self.window(title)) and window["hasFocus"], f"the focus on {title}")

    def wait_until_gone(self, title):
        wait_until(lambda: not self.window(title), f"the end of {title}")

    def press_beside(self, title, behind):
        """Clicks beside a window, midway between its left edge and that of the larger window behind it."""
        front, back = self.window(title), self.window(behind)
        self.desktop.press((front["x"] + back["x"]) // 2, front["y"] + front["height"] // 2)


class ByItself:
    """A sheet without a parent."""

    def test_by_itself_a_sheet_leaves_with_a_click_beside_it(self):
        self.open_app()
        self.share("")
        self.press_beside("Share", "Album")
        self.wait_until_gone("Share")
        self.wait_for_focus("Album")
