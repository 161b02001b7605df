# SPDX-License-Identifier: Apache-2.0
"""activity-sheet and a daemon, in a home of their own."""

import functools
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

from gi.repository import Gio, GLib

from displays import X11
from pages import PROGRAMS, ROOT, Page
from daemon import Daemon, programs
from waiting import LIMIT, wait_until

PLUGIN = {"manifestVersion": 1, "icon": "icon.png", "category": "action", "accepts": [{"types": ["*/*"]}],
          "perform": {"exec": ["bin/run"]}}

NOTIFICATIONS = """<node><interface name="org.freedesktop.Notifications"><method name="Notify">
  <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
  <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
  <arg type="i" direction="in"/><arg type="u" direction="out"/>
</method></interface></node>"""


@functools.cache
def data_without_applications():
    """Links to the machine's data, without the installed applications: sheets would offer them, and mails would go there."""
    folder = tempfile.mkdtemp(prefix="share-", dir=os.environ["HOME"])
    for name in set(os.listdir("/usr/share")) - {"applications"}:
        os.symlink("/usr/share/" + name, f"{folder}/{name}")
    return folder


class SheetTestCase(unittest.TestCase):
    display = X11()

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="sheet-", dir=os.environ["HOME"])
        self.addCleanup(shutil.rmtree, self.home)
        self.environment = {
            **self.display.environment(), "HOME": self.home, "XDG_RUNTIME_DIR": self.folder("run"), "XDG_DATA_HOME": self.folder("data"),
            "XDG_CONFIG_HOME": self.folder("config"), "XDG_STATE_HOME": self.folder("state"),
            "XDG_CACHE_HOME": self.folder("cache"), "XDG_DATA_DIRS": data_without_applications(),
            "PATH": self.folder("bin") + ":" + os.environ["PATH"]}
        os.chmod(self.home + "/run", 0o700)
        # Mail is listed only if a program opens mailto.
        SheetTestCase.program(self, self.home + "/bin/mailer", "")
        self.folder("data/applications")
        self.file("data/applications/mailer.desktop", b"[Desktop Entry]\nType=Application\nName=Mailer\nExec=mailer %u\n")
        self.file("data/applications/mimeapps.list", b"[Default Applications]\nx-scheme-handler/mailto=mailer.desktop\n")
        self.downloads = self.folder("Downloads")
        self.daemon = None

    def folder(self, name):
        path = os.path.join(self.home, name)
        os.makedirs(path, exist_ok=True)
        return path

    def file(self, name, content=b"content"):
        path = os.path.join(self.home, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def program(self, path, script):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + script + "\n")
        os.chmod(path, 0o755)

    def plugin(self, name, title, script, **manifest):
        folder = self.folder(f"data/activities/org.example.{name}.activity")
        shutil.copy(ROOT + "/Activities/io.activityd.copy.activity/icon.png", folder)
        with open(folder + "/manifest.json", "w", encoding="utf-8") as file:
            json.dump({**PLUGIN, "identifier": f"org.example.{name}", "title": title, **manifest}, file)
        self.program(folder + "/bin/run", script)

    def start_daemon(self):
        plugins = glob.glob("*.activity", root_dir=self.home + "/data/activities")
        daemon = Daemon(self.home, programs("debug"), self.environment).start()
        self.addCleanup(daemon.close)
        self.daemon = daemon.process
        # A plug-in is listed once its icon has been judged.
        for plugin in plugins:
            name = plugin.removesuffix(".activity")
            wait_until(lambda: name in self.control("sheet", "--user", self.file("probe.txt")), plugin)

    def control(self, *arguments):
        return subprocess.run(
            [PROGRAMS + "/activityctl", *arguments], env=self.environment, capture_output=True, text=True,
            check=False).stdout

    def start_service(self, **options):
        service = self.start("--service", **options)
        wait_until(lambda: "true" in self.call("CanShare", "['image/png']"), "the service")
        return service

    def call(self, member, *arguments):
        return subprocess.run(
            ["gdbus", "call", "--session", "--dest", "io.activityd.Share", "--object-path",
             "/org/freedesktop/portal/activityd", "--method", "io.activityd.Share." + member, *arguments],
            env=self.environment, capture_output=True, text=True, check=False).stdout

    def stop(self, process, number=signal.SIGTERM):
        if process.poll() is None:
            process.send_signal(number)
        process.wait(LIMIT)

    def start(self, *arguments, **options):
        process = subprocess.Popen(
            [PROGRAMS + "/activity-sheet", *arguments], env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.addCleanup(self.close, process)
        return process

    def close(self, process):
        self.stop(process)
        process.stdout.close()
        process.stderr.close()

    def share(self, *arguments, service=None):
        """Opens a sheet, and waits for its activities."""
        page = Page(self.start("--json", *arguments), self.display, service and service.pid)
        # If they are late, Cancel has the focus until they arrive.
        wait_until(lambda: (widget := page.focused()) and widget.name != "Cancel", "the activities")
        return page

    def outcome(self, page):
        out, err = page.process.communicate(timeout=LIMIT)
        return json.loads(out), page.process.returncode, err

    def texts(self, page):
        return [widget.name for widget in page.tree().all()]

    def notifications(self):
        """Acts as the notification server. Returns a function that waits for the next notification's title and text."""
        told = []
        bus = Gio.DBusConnection.new_for_address_sync(
            os.environ["DBUS_SESSION_BUS_ADDRESS"], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.addCleanup(bus.close_sync, None)

        def answer(connection, sender, path, interface, method, arguments, call):
            told.append(arguments.unpack()[3:5])
            call.return_value(GLib.Variant("(u)", (1,)))

        register = getattr(bus, "register_object_with_closures2", bus.register_object)
        register(
            "/org/freedesktop/Notifications", Gio.DBusNodeInfo.new_for_xml(NOTIFICATIONS).interfaces[0], answer, None, None)
        bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.freedesktop.Notifications", 0)), None, 0, 1000 * LIMIT, None)

        def next():
            wait_until(waiting, "the notification")
            return told.pop(0)

        def waiting():
            while GLib.MainContext.default().iteration(False):
                pass
            return told

        next.waiting = waiting
        return next
