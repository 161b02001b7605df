# SPDX-License-Identifier: Apache-2.0
"""The sheet in a session of GNOME's Shell."""

import subprocess

from cases import DesktopTestCase, wait_until
from gnome import Gnome


class GnomeTests(DesktopTestCase):
    Desktop = Gnome

    def test_a_handle_with_a_blank_names_the_parent(self):
        """Mutter makes handles of all printable characters of ASCII."""
        self.share("wayland:" + self.open_app(" "))
        sheet = self.window("Share")
        self.assertEqual((sheet["parent"], sheet["isModal"]), ("Album", True))

    def test_why_there_is_no_sheet_outlasts_the_command(self):
        """The Shell takes a notification of a program that it knows away, once that has left the bus."""
        command = subprocess.Popen(["activity-sheet", "/home/person/Gone.png"], start_new_session=True)
        command.wait()
        wait_until(lambda: not self.desktop.is_on_bus(command.pid), "the command to leave the bus")
        self.assertIn("“Gone.png” is no longer there", self.desktop.notifications())
