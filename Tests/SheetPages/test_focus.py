# SPDX-License-Identifier: Apache-2.0
"""The sheet when the person turns to another window, and when they come back."""

import ctypes
import ctypes.util
import unittest

import displays
from gallery import Gallery, PageTestCase
from quiet import wait_for_quiet
from waiting import wait_until


class FocusTests(PageTestCase):
    # A window that does not exist: the sheet is independent, but stays open as a sheet with a parent.
    PARENT = ["--parent", "x11:7fffff"]

    def open_other(self):
        """Opens another window, which takes the focus, and stays open when it loses it."""
        return self.open_alone("empty", *self.PARENT)

    def close(self, page):
        page.process.terminate()
        page.process.wait()

    def test_a_press_beside_it_leaves(self):
        page = self.open_alone("grid")
        self.open_other()
        self.assertEqual(page.line(), "end left")

    def test_before_a_parent_it_stays(self):
        page, beside = self.open_alone("grid", *self.PARENT), self.open_alone("grid")
        self.open_other()
        # It loses the focus after the first sheet.
        self.assertEqual(beside.line(), "end left")
        self.assertTrue(page.is_silent())

    def test_what_was_typed_keeps_it(self):
        page = self.open_alone("form")
        page.press("a")
        wait_for_quiet(page.pid)
        beside = self.open_alone("grid")
        self.open_other()
        self.assertEqual(beside.line(), "end left")
        self.assertTrue(page.is_silent())

    def test_a_menu_of_its_own_is_no_other_window(self):
        page = self.open_alone("targets-known").turn()
        page.press("shift+F10")
        wait_until(lambda: (widget := page.focused()) and widget.role == "menu item", "the menu")
        wait_for_quiet(page.pid)
        self.assertTrue(page.is_silent())
        page.press("Escape")
        self.open_other()
        self.assertEqual(page.line(), "end left")

    def test_whoever_comes_back_has_chosen_nothing(self):
        page = self.open_alone("grid", *self.PARENT)
        page.turn().press_for("Send to Device…", "Right")
        other = self.open_other()
        wait_until(lambda: not page.is_active(), "the loss")
        self.close(other)
        page.wait_for_focus("photo.png")
        page.press("Return", "space")
        self.assertTrue(page.is_silent())
        page.press_for("Mail", "Right")

    def test_an_entry_keeps_the_focus(self):
        page = self.open_alone("form")
        page.press_for("Day", "Tab")
        other = self.open_other()
        wait_until(lambda: not page.is_active(), "the loss")
        self.close(other)
        wait_until(page.is_active, "the focus")
        self.assertEqual(page.focused().name, "Day")


class GrabTests(PageTestCase):
    """X11: a program that grabs the keyboard, as for a screenshot, does not take the focus."""

    def grab(self):
        x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(None))
        root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
        self.assertEqual(x11.XGrabKeyboard(display, root, 1, 1, 1, ctypes.c_ulong(0)), 0)
        x11.XSync(display, 0)
        return lambda: x11.XCloseDisplay(display)

    def test_a_grab_is_no_other_window(self):
        page = self.open_alone("grid")
        page.turn()
        release = self.grab()
        wait_until(lambda: not page.is_active(), "the grab")
        wait_for_quiet(page.pid)
        self.assertTrue(page.is_silent())
        release()
        wait_until(page.is_active, "the end of the grab")
        self.assertEqual(page.focused().name, "Mail")


class WaylandFocusTests(FocusTests):
    """The same tests in a Wayland compositor."""

    PARENT = ["--parent", "wayland:nonsense"]

    @classmethod
    def setUpClass(cls):
        cls.display = displays.Wayland()
        cls.addClassCleanup(cls.display.close)


class NoFocusTests(PageTestCase):
    """A compositor that does not focus a new window, as when the person works in another one."""

    def test_what_has_not_had_the_focus_yet_stays(self):
        self.display = displays.Wayland(configuration='no_focus [app_id=".*"]\n')
        self.addCleanup(self.display.close)
        # The very first window gets the focus.
        first = self.open_alone("empty", *WaylandFocusTests.PARENT)
        sheet = Gallery(self.display, "grid")
        self.addCleanup(sheet.end)
        wait_until(lambda: self.display.is_shown(sheet.process.pid), "the window on the display")
        wait_for_quiet(sheet.process.pid)
        self.assertFalse(self.display.window(sheet.process.pid)["focused"])
        self.close(first)
        page = sheet.page()
        page.press("Escape")
        self.assertEqual(page.line(), "end left")

    def close(self, page):
        page.process.terminate()
        page.process.wait()


if __name__ == "__main__":
    unittest.main()
