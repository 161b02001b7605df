#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the share sheet for files, from inside a sandbox or outside, and says how it ended. Usage: share_files.py FILE...

Needs PyGObject, Debian's python3-gi, and the package activity-sheet.
"""
import os, sys
from gi.repository import Gio, GLib

NAME, PATH = "org.freedesktop.portal.Activityd", "/org/freedesktop/portal/activityd"
ENDINGS = {0: "An activity was performed.", 1: "Nothing was performed.", 2: "It failed."}

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
ending = []


def ended(bus, sender, path, interface, signal, body):
    ending.append(body.unpack()[0])
    loop.quit()


# The handle is known before the call, so no Response can be missed.
sender, token = bus.get_unique_name()[1:].replace(".", "_"), "share%d" % os.getpid()
handle = f"{PATH}/request/{sender}/{token}"
bus.signal_subscribe(NAME, "org.freedesktop.portal.Request", "Response", handle, None, Gio.DBusSignalFlags.NONE, ended)

# By descriptor: what a sandbox calls a file is another one outside, or none.
files = Gio.UnixFDList.new()
try:
    fds = [files.append(os.open(path, os.O_RDONLY)) for path in sys.argv[1:]]
except OSError as error:
    sys.exit(f"{error.filename}: {error.strerror}. Name files that can be read.")
options = {"fds": GLib.Variant("ah", fds), "handle_token": GLib.Variant("s", token)}
# The first argument is the app's window, "x11:..." or "wayland:...".
call = GLib.Variant("(sasa{sv})", ("", [], options))
try:
    bus.call_with_unix_fd_list_sync(
        NAME, PATH, "io.activityd.Share", "Share", call, None, Gio.DBusCallFlags.NONE, -1, files)
except GLib.Error as error:
    sys.exit(error.message)


def gone(bus, name):
    ending.append(2)
    loop.quit()


# A service that dies answers nobody.
Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.NONE, None, gone)
loop.run()
print(ENDINGS[ending[0]])
sys.exit(ending[0])
