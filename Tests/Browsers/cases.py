# SPDX-License-Identifier: Apache-2.0
"""A browser with the extension, the sheet's service and a daemon, for the tests of this folder."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "Tests", folder) for folder in ["Harness", "SheetPages"]]

from gi.repository import Gio, GLib  # noqa: E402

from chromium import Chromium, Worker  # noqa: E402
from firefox import Firefox  # noqa: E402
from pages import PROGRAMS, Page  # noqa: E402
from sites import Sites  # noqa: E402
from sheets import SheetTestCase  # noqa: E402
from waiting import wait_until  # noqa: E402

INTEGRATION = os.path.join(ROOT, "Integrations/Browsers")
EXTENSION = os.path.join(INTEGRATION, "extension")
INSECURE = "insecure.example"
NAME = "io.activityd.Share"


def is_owned(name):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    return bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                         GLib.Variant("(s)", (name,)), None, 0, 5000, None).unpack()[0]


class BrowserTestCase(SheetTestCase):
    """Tests with one browser for the whole class, an instance of `browser_class`."""

    extension = EXTENSION
    program = PROGRAMS + "/activity-share-host"
    preferences = {}

    @classmethod
    def setUpClass(cls):
        cls.folder_of_browser = tempfile.mkdtemp(prefix="browser-", dir=os.environ["HOME"])
        cls.addClassCleanup(shutil.rmtree, cls.folder_of_browser, ignore_errors=True)
        cls.sites = cls.make_sites()
        cls.addClassCleanup(cls.sites.close)
        cls.browser = cls.start_browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make_sites(cls):
        return Sites()

    @classmethod
    def start_browser(cls):
        profile = cls.folder_of_browser + "/profile"
        is_firefox = cls.browser_class is Firefox
        if cls.program:
            folder = cls.folder_of_browser + "/.mozilla/native-messaging-hosts" if is_firefox else profile + "/NativeMessagingHosts"
            os.makedirs(folder)
            with open(f"{INTEGRATION}/{cls.browser_class.name}.json", encoding="utf-8") as file:
                manifest = json.load(file)
            with open(folder + "/io.activityd.share.json", "w", encoding="utf-8") as file:
                json.dump({**manifest, "path": cls.program}, file)
        environment = {**os.environ, "HOME": cls.folder_of_browser}
        if is_firefox:
            preferences = {"network.dns.localDomains": INSECURE, **cls.preferences}
            return Firefox(profile, cls.extension, environment, preferences)
        return Chromium(profile, cls.extension, environment, [f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1"])

    def start_service(self):
        self.service = subprocess.Popen(
            [PROGRAMS + "/activity-sheet", "--service"], env=self.environment, stderr=subprocess.DEVNULL)
        self.addCleanup(self.stop, self.service)
        wait_until(lambda: is_owned(NAME), "the service")

    def restart_service(self):
        self.stop(self.service)
        wait_until(lambda: not is_owned(NAME), "the service's end")
        self.start_service()

    def setUp(self):
        super().setUp()
        # The sheet takes the browser's name from its desktop entry.
        entries = self.folder("data/applications")
        for name in ("chromium", "firefox-esr"):
            shutil.copy(f"/usr/share/applications/{name}.desktop", entries)
        self.start_daemon()
        self.start_service()

    def open_page(self, path="/", host="localhost", data=None):
        tab = self.browser.open(self.sites.url(path, host))
        self.addCleanup(tab.close)
        if data:
            tab.run(f"window.data = () => ({data})")
        return tab

    def worker(self):
        """The extension's service worker in Chromium. It must have answered a page first: a worker that is
        still starting may never answer the protocol."""
        tab = self.browser.open(self.sites.url())
        tab.run('window.data = () => ({ text: "" })')
        tab.click("#share")
        self.assertEqual(self.result(tab), "AbortError")
        tab.close()
        return Worker(self.browser)

    def result(self, tab):
        return wait_until(lambda: tab.run("return window.result"), "the end of the share")

    def sheet(self, start):
        """The sheet that `start` opens, as assistive technology sees it."""
        # GTK 4.8 reports only the first window of a process to assistive technology.
        self.restart_service()
        start()
        # The window appears once the files have been transferred.
        self.wait_for_windows(1)
        page = Page(self.service, self.display)
        wait_until(page.focused, "the focus")
        return page

    def click(self, tab):
        return self.sheet(lambda: tab.click("#share"))

    def leave(self):
        def is_gone():
            subprocess.run(["xdotool", "key", "Escape"], check=True)
            return not self.display.is_shown(self.service.pid)

        wait_until(is_gone, "the sheet's end")

    def windows(self):
        return len(self.display.is_shown(self.service.pid).split())

    def wait_for_windows(self, count):
        wait_until(lambda: self.windows() == count, f"the sheets on the display to be {count}")

    def assert_asked_by(self, page, host="localhost"):
        """Asserts that the only heading contains the page's origin and the browser's name from its desktop
        entry."""
        browser = Gio.DesktopAppInfo.new(self.browser_class.desktop_entry).get_name()
        headings = [widget.name for widget in page.tree().all() if widget.role == "heading"]
        self.assertEqual(headings, [f"{self.sites.url('', host)} in {browser}"])


__all__ = ["BrowserTestCase", "Chromium", "EXTENSION", "Firefox", "INSECURE", "ROOT", "wait_until"]
