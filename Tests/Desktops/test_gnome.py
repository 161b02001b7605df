# SPDX-License-Identifier: Apache-2.0
"""The sheet in a session of GNOME's Shell."""

import os
import shutil
import subprocess

from cases import PHOTO, ByItself, DesktopTestCase, wait_until, wait_while_trying
from gnome import Gnome


class GnomeTests(ByItself, DesktopTestCase):
    Desktop = Gnome

    def test_a_handle_with_a_blank_names_the_parent(self):
        """Mutter's handles may contain any printable ASCII character."""
        self.share("wayland:" + self.open_app(" "))
        sheet = self.window("Share")
        self.assertEqual((sheet["parent"], sheet["isModal"]), ("Album", True))

    def test_from_nautilus_the_sheet_stands_before_its_window(self):
        """A click beside the sheet does not reach the parent window."""
        folder = "/home/person/Photos"
        os.mkdir(folder)
        shutil.copy(PHOTO, folder)
        nautilus = subprocess.Popen(["nautilus", "--new-window", folder])
        self.addCleanup(nautilus.wait)
        self.addCleanup(nautilus.terminate)
        self.wait_for_focus("Photos")
        sheet = wait_while_trying(self.press_entry, lambda: self.window("Share"), "the sheet")
        self.addCleanup(self.desktop.type, "Escape")
        self.assertEqual((sheet["parent"], sheet["isModal"]), ("Photos", True))
        self.press_beside("Share", "Photos")
        self.wait_for_focus("Share")

    def press_entry(self):
        """Presses the entry in the menu of the first file. Files may still be loading."""
        self.desktop.type("Escape", "Down", "Menu", "Up", "Up", "Return")

    def test_why_there_is_no_sheet_outlasts_the_command(self):
        """GNOME Shell removes the notifications of a program that it knows once the program leaves the
        bus."""
        command = subprocess.Popen(["activity-sheet", "/home/person/Gone.png"], start_new_session=True)
        command.wait()
        wait_until(lambda: not self.desktop.is_on_bus(command.pid), "the command to leave the bus")
        self.assertIn("“Gone.png” is no longer there", self.desktop.notifications())
