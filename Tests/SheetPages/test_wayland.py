# SPDX-License-Identifier: Apache-2.0
"""The sheet in a Wayland compositor."""

import os
import subprocess
import sys
import unittest

import test_keys
import test_presses
from displays import Wayland, wait
from pages import ROOT
from sheets import SheetTestCase

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTO = ROOT + "/examples/photo.png"


def setUpModule():
    display = Wayland()
    unittest.addModuleCleanup(display.close)
    for tests in [WaylandGridKeyTests, WaylandFormKeyTests, WaylandTypingTests, WaylandHoldingTests, WaylandSavingTests,
                  WaylandParentTests]:
        tests.display = display


class WaylandGridKeyTests(test_keys.GridKeyTests):
    """The same keys, of another keyboard."""


class WaylandFormKeyTests(test_keys.FormKeyTests):
    """The same, too."""


class WaylandTypingTests(test_presses.TypingTests):
    """The same, too."""


class WaylandHoldingTests(test_presses.HoldingTests):
    """The same, too."""


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


    def test_an_activity_has_a_token_for_its_window(self):
        self.plugin("open", "Window", "printenv XDG_ACTIVATION_TOKEN >\"$HOME/token\"")
        self.start_daemon()
        page = self.share(PHOTO)
        page.press_for("Window", "w")
        page.press("Return")
        self.assertEqual(self.outcome(page)[1], 0)
        with open(self.home + "/token", encoding="utf-8") as token:
            self.assertRegex(token.read(), "^[!-~]{8,}\n$")


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
