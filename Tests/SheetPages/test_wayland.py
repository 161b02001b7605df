# SPDX-License-Identifier: Apache-2.0
"""The sheet in a Wayland compositor."""

import os
import subprocess
import sys
import unittest

from displays import Wayland, wait
from pages import ROOT, PageTestCase
from sheets import SheetTestCase

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTO = ROOT + "/examples/photo.png"


def setUpModule():
    display = Wayland()
    unittest.addModuleCleanup(display.close)
    WaylandKeyTests.display = WaylandSavingTests.display = WaylandParentTests.display = display


class WaylandKeyTests(PageTestCase):
    def test_its_keys(self):
        page = self.open("many")
        page.press_for("Send to Device…", "Right")
        page.press_for("Cancel", "Tab")
        page.press_for("Plan…", "shift+Tab")
        page.press_for("Compress", "c", "c")
        page.press("Return")
        self.assertEqual(page.line(), "perform io.activityd.compress")

    def test_a_form(self):
        page = self.open("form")
        page.press("a", "Tab", "2", "Tab", "Tab", "Tab", "s", "Return")
        wait(lambda: (widget := page.focused()) and widget.name == "Day" and "invalid" in widget.states, "The fault")
        page.press("ctrl+a", *"2026", "minus", *"11", "minus", *"21", "Return")
        self.assertEqual(
            page.line(),
            "perform org.example.form quiet=false secret=s server=a text=Look at this. when=2026-11-21 who=all")


class WaylandSavingTests(SheetTestCase):
    def test_a_photo_is_saved(self):
        self.start_daemon()
        page = self.share(PHOTO)
        page.press_for("Save to Downloads", "s")
        page.press("Return")
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        with open(self.downloads + "/photo.png", "rb") as saved, open(PHOTO, "rb") as photo:
            self.assertEqual(saved.read(), photo.read())

    def test_escape_leaves(self):
        self.start_daemon()
        page = self.share(PHOTO)
        page.press("Escape")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))


class WaylandParentTests(SheetTestCase):
    """Over a window that fills the screen sway shows what belongs to that window, and hides all else."""

    def setUp(self):
        super().setUp()
        self.start_daemon()
        self.parent = subprocess.Popen(
            [sys.executable, HERE + "/exporting.py"], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.parent.stdout.close)
        self.addCleanup(self.stop, self.parent)
        self.handle = self.parent.stdout.readline().strip()
        wait(lambda: self.window(self.parent)["fullscreen_mode"], "The whole screen")

    def window(self, process):
        return wait(lambda: self.display.window(process.pid), "The window")

    def middle(self, process):
        place = self.window(process)["rect"]
        return place["x"] + place["width"] // 2, place["y"] + place["height"] // 2

    def test_it_floats_above_its_parent(self):
        sheet = self.start("--parent", "wayland:" + self.handle, PHOTO)
        window = self.window(sheet)
        self.assertEqual((window["type"], window["visible"]), ("floating_con", True))
        for sheets, parents in zip(self.middle(sheet), self.middle(self.parent)):
            self.assertAlmostEqual(sheets, parents, delta=1)

    def test_a_handle_that_never_was_is_none(self):
        sheet = self.start("--parent", "wayland:nonsense", PHOTO)
        self.assertFalse(self.window(sheet)["visible"])

    def test_it_outlives_its_parent(self):
        sheet = self.start("--parent", "wayland:" + self.handle, PHOTO)
        self.window(sheet)
        self.stop(self.parent)
        wait(lambda: self.window(sheet)["focused"], "The focus")
        self.display.press("Escape")
        self.assertEqual(sheet.wait(10), 1)

    def test_a_handle_of_a_window_that_has_gone_is_none(self):
        self.stop(self.parent)
        page = self.share("--parent", "wayland:" + self.handle, PHOTO)
        page.press("Escape")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))
