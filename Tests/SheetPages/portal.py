# SPDX-License-Identifier: Apache-2.0
"""The desktop's settings portal, on the tests' bus."""

import os
import threading

from gi.repository import Gio, GLib

from waiting import LIMIT

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACE = "org.freedesktop.portal.Settings"
NAMESPACE = "org.freedesktop.appearance"
XML = f"""<node><interface name="{INTERFACE}">
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{{sa{{sv}}}}" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface></node>"""


class SettingsPortal:
    """The portal, which replies on a thread of its own until it is closed."""

    def __init__(self, **values):
        self.values = dict(values)
        self.context = GLib.MainContext()
        self.loop = GLib.MainLoop(self.context)
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()
        if not self.is_ready.wait(LIMIT):
            raise TimeoutError("the settings portal has no name on the bus")

    def serve(self):
        self.context.push_thread_default()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
        # The newer name of the same function, if there is one.
        register = getattr(
            self.connection, "register_object_with_closures2", self.connection.register_object)
        register(PATH, interface, self.answer, None, None)
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (NAME, 0)), None, 0, 1000 * LIMIT, None)
        self.is_ready.set()
        self.loop.run()
        self.context.pop_thread_default()

    def answer(self, connection, sender, path, interface, method, arguments, call):
        call.return_value(GLib.Variant("(a{sa{sv}})", ({NAMESPACE: self.values},)))

    def set(self, name, value):
        """Changes a value, and emits SettingChanged."""
        self.values = {**self.values, name: value}
        self.connection.emit_signal(
            None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (NAMESPACE, name, value)))

    def close(self):
        self.loop.quit()
        self.thread.join()
        self.connection.close_sync(None)
