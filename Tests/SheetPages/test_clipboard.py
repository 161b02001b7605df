# SPDX-License-Identifier: Apache-2.0
"""activity-sheet --clipboard, with what another program has copied."""

import os
import signal
import subprocess
import sys

from pages import ROOT, Page
from sheets import SheetTestCase
from waiting import LIMIT, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))


class ClipboardTests(SheetTestCase):
    def copy(self, *content):
        """Starts a program that owns the clipboard until the test ends."""
        program = subprocess.Popen(
            [sys.executable, HERE + "/copying.py", *content], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(self.stop, program, signal.SIGKILL)
        self.assertEqual(program.stdout.readline(), "copied\n")
        return program

    def open(self):
        page = Page(self.start("--json", "--clipboard"), self.display)
        wait_until(lambda: (widget := page.focused()) and widget.name != "Cancel", "the activities")
        return page

    def test_files(self):
        self.start_daemon()
        uri = "file://" + self.file("two words.txt").replace(" ", "%20")
        self.copy("text/plain", "two words.txt", "x-special/gnome-copied-files", "copy\n" + uri)
        self.assertIn("two words.txt", self.texts(self.open()))

    def test_a_link(self):
        self.start_daemon()
        self.copy("text/plain;charset=utf-8", "https://example.org/page\n")
        self.assertIn("example.org", [widget.description for widget in self.open().tree().all()])

    def test_a_picture_becomes_a_private_copy(self):
        self.plugin("paths", "Paths", 'printf %s "$1" > "$HOME/path"', perform={"exec": ["bin/run", "%F"]})
        self.start_daemon()
        self.copy("image/png", "@" + ROOT + "/examples/photo.png")
        page = self.open()
        self.assertIn("Picture.png", self.texts(page))
        wait_until(lambda: "Paths" in self.texts(page), "Paths")
        page.turn().press_for("Paths", "End")
        page.press("Return")
        self.assertEqual(self.outcome(page)[0], {"outcome": "performed"})
        with open(self.home + "/path", encoding="utf-8") as file:
            copy = file.read()
        self.assertTrue(copy.startswith(self.home + "/cache/activityd/copies/"), copy)
        with open(copy, "rb") as copied, open(ROOT + "/examples/photo.png", "rb") as original:
            self.assertEqual(copied.read(), original.read())

    def refused(self):
        process = self.start("--json", "--clipboard")
        err = process.communicate(timeout=LIMIT)[1]
        self.assertEqual(process.returncode, 2)
        return err

    def test_an_empty_clipboard_is_a_sentence(self):
        self.assertEqual(self.refused(), "activity-sheet: The clipboard is empty.\n")

    def test_a_file_that_is_gone_is_told_by_its_name(self):
        self.copy("x-special/gnome-copied-files", "copy\nfile:///home/ada/two%20words.txt")
        self.assertEqual(self.refused(), "activity-sheet: two words.txt: there is no such file.\n")

    def test_what_cannot_be_shared_is_nothing(self):
        self.copy("application/x-color", "red")
        self.assertEqual(self.refused(), "activity-sheet: The clipboard is empty.\n")

    def test_a_text_is_as_long_as_a_call_carries(self):
        self.copy("text/plain;charset=utf-8", "@" + self.file("long.txt", b"x" * ((1 << 20) + 1)))
        self.assertEqual(self.refused(), "activity-sheet: What was copied is larger than 1 MiB.\n")

    def test_a_picture_may_be_larger_than_a_text(self):
        self.start_daemon()
        with open(ROOT + "/examples/photo.png", "rb") as file:
            self.copy("image/png", "@" + self.file("large.png", file.read() + bytes(1 << 20)))
        self.assertIn("Picture.png", self.texts(self.open()))

    def test_a_program_that_has_stopped_holds_nothing_up(self):
        self.copy("text/plain", "words").send_signal(signal.SIGSTOP)
        self.assertEqual(
            self.refused(), "activity-sheet: The clipboard cannot be read: the program that copied does not answer.\n")
