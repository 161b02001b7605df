# SPDX-License-Identifier: Apache-2.0
"""The extension of Nautilus and Caja, in a program with the same GTK, and the sheet that it opens."""

import os
import re
import subprocess
import sys
import unittest

from displays import Wayland
from pages import PROGRAMS, ROOT
from sheets import SheetTestCase
from test_window import property_of, window_of
from waiting import wait_until

# The name is not valid UTF-8.
NAME = "a b '\udcff"
# Sharing the same file again would replace the first sheet.
OTHER = "other"
HERE = os.path.dirname(os.path.abspath(__file__))
# Activities that the manager has in its own menu.
LEFT_OUT = "--exclude io.activityd.open --exclude io.activityd.open-with --exclude io.activityd.show"


class ManagerTestCase(SheetTestCase):
    def open_manager(self, name):
        self.start_daemon()
        applications = self.folder("data/applications")
        os.symlink(ROOT + "/Integrations/io.activityd.Share.desktop", applications + "/io.activityd.Share.desktop")
        self.program(self.home + "/bin/activity-sheet", f'printf "%s " "$@" >>"$HOME/commands"\nexec {PROGRAMS}/activity-sheet "$@"')
        manager = subprocess.Popen(
            [sys.executable, "-B", HERE + "/manager.py", name], env={**self.environment, "NO_AT_BRIDGE": "1"}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for stream in [manager.stdin, manager.stdout]:
            self.addCleanup(stream.close)
        self.addCleanup(self.stop, manager)
        self.assertEqual(manager.stdout.readline(), "open\n")
        return manager

    def share(self, manager, name=NAME):
        return self.tell(manager, "file://" + self.file(name).replace(" ", "%20").replace("\udcff", "%FF"))

    def tell(self, manager, line):
        """Sends a line; returns how many window handles are exported then."""
        manager.stdin.write(line + "\n")
        manager.stdin.flush()
        return int(manager.stdout.readline())

    def commands(self):
        try:
            with open(self.home + "/commands", encoding="utf-8", errors="surrogateescape") as file:
                return file.read()
        except FileNotFoundError:
            return ""


class X11ManagerTests(ManagerTestCase):
    def check(self, name):
        manager = self.open_manager(name)
        window = int(window_of(manager))
        self.share(manager)
        wait_until(lambda: self.commands().endswith(f"--parent x11:{window:x} {LEFT_OUT} -- {self.home}/{NAME} "), "the command")
        self.check_sheet(window)

    def check_sheet(self, window):
        sheets = ["xdotool", "search", "--onlyvisible", "--class", "io.activityd.Share"]
        sheet = wait_until(lambda: subprocess.run(sheets, capture_output=True, text=True, check=False).stdout.split(), "the sheet")[-1]
        said = property_of(sheet, "WM_TRANSIENT_FOR")
        self.assertEqual(int(re.search(r"0x[0-9a-f]+", said)[0], 16), window)

    def test_the_sheet_stands_before_a_window_of_nautilus(self):
        self.check("Nautilus")

    def test_the_sheet_stands_before_a_window_of_caja(self):
        self.check("Caja")

    def test_the_service_opens_it_where_there_is_one(self):
        manager = self.open_manager("Nautilus")
        self.start_service()
        self.share(manager)
        self.check_sheet(int(window_of(manager)))
        self.assertEqual(self.commands(), "")


class WaylandManagerTests(ManagerTestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = Wayland()
        cls.addClassCleanup(cls.display.close)

    def sheets(self):
        return [window for window in self.display.windows() if window["app_id"] == "io.activityd.Share"]

    def test_the_sheet_stands_before_the_window_whose_name_goes_with_the_last(self):
        manager = self.open_manager("Nautilus")
        self.share_twice(manager)
        first, second = re.findall(rf"--parent wayland:(\S+) {LEFT_OUT} -- ", self.commands())
        self.assertEqual(first, second)
        self.leave_both(manager)

    def test_so_it_does_by_the_service(self):
        manager = self.open_manager("Nautilus")
        self.start_service()
        self.share_twice(manager)
        self.assertEqual(self.commands(), "")
        self.leave_both(manager)

    def test_the_name_goes_with_a_service_that_dies(self):
        manager = self.open_manager("Nautilus")
        service = self.start_service()
        self.share_twice(manager)
        service.kill()
        wait_until(lambda: self.tell(manager, "?") == 0, "the end of the name")

    def share_twice(self, manager):
        wait_until(lambda: self.display.window(manager.pid), "the window")
        self.share(manager)
        window = wait_until(self.sheets, "the sheet")[0]
        self.assertEqual(window["type"], "floating_con")
        # The window already has a handle, so the second sheet is above it, too.
        self.assertEqual(self.share(manager, OTHER), 1)
        wait_until(lambda: len(self.sheets()) == 2, "the second sheet")

    def leave_both(self, manager):
        for count in [1, 0]:
            wait_until(lambda: any(window["focused"] for window in self.sheets()), "the focus")
            self.display.press("Escape")
            wait_until(lambda: len(self.sheets()) == count, "the end of a sheet")
        wait_until(lambda: self.tell(manager, "?") == 0, "the end of the name")


if __name__ == "__main__":
    unittest.main()
