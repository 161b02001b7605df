# SPDX-License-Identifier: Apache-2.0
"""A sheet without a parent, and the window that takes the focus from it."""

from displays import Wayland
from sheets import SheetTestCase


class FocusLossTests(SheetTestCase):
    def test_a_window_that_takes_the_focus_closes_it(self):
        self.start_daemon()
        first = self.share(self.file("first.txt"))
        second = self.share(self.file("second.txt"))
        self.assertEqual(self.outcome(first)[0]["outcome"], "left")
        self.assertIsNone(second.process.poll())


class WaylandFocusLossTests(FocusLossTests):
    @classmethod
    def setUpClass(cls):
        cls.display = Wayland()
        cls.addClassCleanup(cls.display.close)
