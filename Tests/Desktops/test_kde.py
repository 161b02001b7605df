# SPDX-License-Identifier: Apache-2.0
"""The sheet in a session of KDE's KWin."""

import os
import shutil
import subprocess

from cases import PHOTO, ByItself, DesktopTestCase, wait_until, wait_while_trying
from kde import KDE


class KDETests(ByItself, DesktopTestCase):
    Desktop = KDE

    def test_a_handle_names_the_parent(self):
        self.share("wayland:" + self.open_app())
        sheet = self.window("Share")
        self.assertEqual((sheet["parent"], sheet["isModal"]), ("Album", True))

    def test_from_dolphin_the_sheet_opens_without_the_window_of_its_share_menu(self):
        folder = "/home/person/Photos"
        os.mkdir(folder)
        shutil.copy(PHOTO, folder)
        dolphin = subprocess.Popen(["dolphin", folder])
        self.addCleanup(dolphin.wait)
        self.addCleanup(dolphin.terminate)
        wait_until(lambda: self.focused().startswith("Photos"), "Dolphin")
        wait_while_trying(self.press_entry, lambda: self.window("Share"), "the sheet")
        self.addCleanup(self.desktop.type, "Escape")
        sending = lambda: [window for window in self.desktop.windows() if window["title"].startswith("Send File")]
        wait_until(lambda: not sending(), "the end of Purpose's window")
        self.wait_for_focus("Share")

    def focused(self):
        return next((window["title"] for window in self.desktop.windows() if window["hasFocus"]), "")

    def press_entry(self):
        """Presses the last entry of the third submenu from the menu's end. While files are loading, the menu
        is the folder's: its third submenu has other entries, and Escape would stop the loading."""
        self.desktop.type("ctrl+a", "Menu", "Up", "Up", "Up", "Right", "Up", "Return")
