# SPDX-License-Identifier: Apache-2.0
"""The surroundings of sheets: a home, a daemon, two buses, and their clients."""

import json
import os

from client import Client
from program import Program
from servers import CHECKOUT, Daemon
from session_bus import Bus
from waiting import wait_until

SHARE, SHARE_PATH = "io.activityd.Share", "/org/freedesktop/portal/activityd"
PORTAL, PORTAL_PATH = "org.freedesktop.impl.portal.desktop.gtk", "/org/freedesktop/portal/desktop"
CHOICE = PORTAL_PATH + "/request/bench/1"
WORDS = "Shared with the sheet that is measured here"


def stand_ins(folder):
    """A PATH with fake versions of all programs that system activities require, so that each activity is
    listed."""
    folder.mkdir()
    names = set()
    for path in (CHECKOUT / "Activities").glob("*/manifest.json"):
        for name in json.loads(path.read_text()).get("requires", {}).get("programs", []):
            names |= set(name) if isinstance(name, list) else {name}
    for name in names - {"python3"}:
        (folder / name).symlink_to("/bin/true")
    return f"{folder}:{os.environ['PATH']}"


def viewers(data, count):
    """Installs desktop entries for the chooser to show, as many as the sheet has activities."""
    (data / "applications").mkdir()
    names = [f"org.example.Viewer{number}" for number in range(count)]
    for name in names:
        entry = f"[Desktop Entry]\nType=Application\nName={name}\nExec=true\nIcon=text-x-generic\n"
        (data / f"applications/{name}.desktop").write_text(entry)
    return names


class Session:
    """A home, a daemon that can be restarted, and two buses: on a bus with the service, a command would leave
    its sheet to it."""

    def __init__(self, folder):
        folder.mkdir(mode=0o711)
        self.folder, self.data = folder, folder / "data"
        self.data.mkdir()
        self.path = stand_ins(folder / "programs")
        self.bus, self.service_bus = (Bus(folder / name) for name in ("bus", "service-bus"))
        self.daemon = None
        self.restart()

    def restart(self):
        if self.daemon:
            self.daemon.stop()
        self.daemon = Daemon(self.folder / "daemon", self.data, self.path)

    def rest(self):
        """Waits for the end of the previous sheet's programs, which search for targets; activity-draw
        stays."""
        wait_until(lambda: len(self.daemon.process.children()) <= 1, "the programs of the sheet before")

    def start(self, command, screen, bus=None):
        environment = {
            "PATH": self.path,
            "HOME": str(self.folder / "daemon/home"),
            "XDG_RUNTIME_DIR": str(self.folder / "daemon/run"),
            "XDG_DATA_HOME": str(self.data),
            "DBUS_SESSION_BUS_ADDRESS": (bus or self.bus).address,
            "GSETTINGS_BACKEND": "memory",
            "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no",
        }
        return Program(command, environment | screen.environment, self.folder / "log")

    def listed(self):
        content = [{"type": "text/plain", "text": WORDS}]
        return Client(self.daemon.socket).call("io.activityd.Sheet.List", content=content)["activities"]

    def stop(self):
        for one in (self.daemon, self.bus, self.service_bus):
            one.stop()


class Caller:
    """A client that connects before the measured call."""

    def __init__(self, bus):
        # Imported here: only Debian's Python has it, and other benchmarks may run with another Python.
        from gi.repository import Gio, GLib

        self.variant, flags = GLib.Variant, Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            bus.address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )
        sender = self.connection.get_unique_name()[1:].replace(".", "_")
        self.handle = f"{SHARE_PATH}/request/{sender}/bench"

    def send(self, name, path, member, signature="()", arguments=()):
        """Sends a call without waiting for its reply."""
        interface, _, method = member.rpartition(".")
        body = self.variant(signature, arguments)
        self.connection.call(name, path, interface, method, body, None, 0, 10_000, None, None)
        self.connection.flush_sync(None)

    def has(self, name):
        bus = "org.freedesktop.DBus"
        body = self.variant("(s)", (name,))
        return self.connection.call_sync(bus, "/", bus, "NameHasOwner", body, None, 0, 10_000, None).unpack()[0]

    def share(self):
        options = {"text": self.variant("s", WORDS), "handle_token": self.variant("s", "bench")}
        self.send(SHARE, SHARE_PATH, SHARE + ".Share", "(sasa{sv})", ("", [], options))

    def close_sheet(self):
        self.send(SHARE, self.handle, "org.freedesktop.portal.Request.Close")

    def choose(self, programs):
        member = "org.freedesktop.impl.portal.AppChooser.ChooseApplication"
        self.send(PORTAL, PORTAL_PATH, member, "(ossasa{sv})", (CHOICE, "org.example.bench", "", programs, {}))

    def close_chooser(self):
        self.send(PORTAL, CHOICE, "org.freedesktop.impl.portal.Request.Close")
