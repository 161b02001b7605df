# SPDX-License-Identifier: Apache-2.0
"""The sheet in a Wayland compositor."""

import contextlib
import os
import subprocess
import sys
import threading
import unittest
import zipfile

import test_keys
import test_presses
from displays import Wayland
from gallery import PageTestCase
from pages import ROOT, Page
from pointer import Pointer
from quiet import wait_for_quiet
from sheets import SheetTestCase
from test_editing import named, switch
from waiting import LIMIT, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTO = ROOT + "/examples/photo.png"


def setUpModule():
    display = Wayland()
    unittest.addModuleCleanup(display.close)
    for tests in [WaylandGridKeyTests, WaylandFormKeyTests, WaylandTypingTests, WaylandHoldingTests, WaylandSavingTests,
                  WaylandParentTests, WaylandClipboardTests, WaylandCopyTests]:
        tests.display = display


class WaylandGridKeyTests(test_keys.GridKeyTests):
    """The same tests with a Wayland keyboard."""


class WaylandFormKeyTests(test_keys.FormKeyTests):
    """The same tests with a Wayland keyboard."""


class WaylandClipboardTests(SheetTestCase):
    """A compositor announces the clipboard only to the window with the keyboard focus."""

    def test_what_was_copied_is_shared(self):
        self.start_daemon()
        owner = subprocess.Popen(
            ["wl-copy", "--foreground", "https://example.org/page"], env=self.environment, stdin=subprocess.DEVNULL)
        self.addCleanup(self.stop, owner)
        types = ["wl-paste", "--list-types"]
        wait_until(lambda: "text/plain" in subprocess.run(
            types, env=self.environment, capture_output=True, text=True, check=False).stdout, "the clipboard")
        page = Page(self.start("--json", "--clipboard"), self.display)
        wait_until(lambda: any(widget.description == "example.org" for widget in page.tree().all()), "the link")

    def test_nothing_was_copied(self):
        process = self.start("--clipboard")
        self.assertEqual(process.communicate(timeout=LIMIT)[1], "activity-sheet: The clipboard is empty.\n")
        self.assertEqual(process.returncode, 2)


class WaylandCopyTests(SheetTestCase):
    """The service owns the clipboard's content that its sheets copy, in every format."""

    def setUp(self):
        super().setUp()
        self.start_daemon()
        self.service = self.start_service()
        self.copies = self.home + "/cache/activityd/clipboard"

    def copy(self, *arguments):
        self.copy_in(self.share(*arguments, service=self.service))

    def copy_in(self, page):
        page.choose("Copy", "c")
        page.press("Return")
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        wait_until(lambda: not self.display.window(self.service.pid), "the end of the window")

    def paste(self, *arguments):
        return subprocess.run(
            ["wl-paste", "--no-newline", *arguments], env=self.environment, capture_output=True, check=False).stdout

    def types(self):
        return set(self.paste("--list-types").decode().split("\n")) - {""}

    def test_a_picture_is_there_in_every_format(self):
        self.copy(PHOTO)
        uri = "file://" + PHOTO
        with open(PHOTO, "rb") as photo:
            pixels = photo.read()
        copied = f"copy\n{uri}".encode()
        formats = {
            "image/png": pixels, "text/uri-list": f"{uri}\r\n".encode(), "x-special/gnome-copied-files": copied,
            "x-special/mate-copied-files": copied, "text/plain": b"photo.png", "text/plain;charset=utf-8": b"photo.png"}
        self.assertEqual(self.types(), set(formats))
        for kind, content in formats.items():
            self.assertEqual(self.paste("--type", kind), content, kind)

    def test_the_changed_copy_is_copied(self):
        page = self.share(PHOTO, self.file("a.txt"), service=self.service)
        named(page, "push button", "Options").node.act()
        switch(page, "As ZIP").node.act()
        archive = wait_until(lambda: next((text for text in self.texts(page) if text.endswith(".zip")), None), "the copy")
        named(page, "push button", "Back").node.act()
        wait_until(lambda: page.focused().name == archive, "the activities")
        self.copy_in(page)
        folder, = os.listdir(self.copies)
        copy = f"{self.copies}/{folder}/{archive}"
        self.assertEqual(self.paste("--type", "text/uri-list").decode(), f"file://{copy}\r\n".replace(" ", "%20"))
        self.assertEqual(self.paste("--type", "text/plain").decode(), archive)
        with zipfile.ZipFile(copy) as file:
            self.assertEqual(set(file.namelist()), {"photo.png", "a.txt"})

    def test_what_assistive_technology_presses_is_copied_without_the_sheet(self):
        page = self.share(PHOTO, service=self.service)
        named(page, "push button", "Copy").node.act()
        self.assertEqual(self.outcome(page), ({"outcome": "performed"}, 0, ""))
        wait_until(lambda: self.paste("--type", "text/uri-list") == f"file://{PHOTO}\r\n".encode(), "the file")

    def test_its_files_go_when_another_program_copies(self):
        self.copy(PHOTO)
        self.assertEqual(len(os.listdir(self.copies)), 1)
        owner = subprocess.Popen(
            ["wl-copy", "--foreground", "other"], env=self.environment, stdin=subprocess.DEVNULL)
        self.addCleanup(self.stop, owner)
        wait_until(lambda: not os.listdir(self.copies), "the end of the copies")
        self.assertEqual(self.paste(), b"other")


class WaylandTypingTests(test_presses.TypingTests):
    """The same tests with a Wayland keyboard."""


class WaylandHoldingTests(test_presses.HoldingTests):
    """The same tests with a Wayland keyboard."""


class WaylandSavingTests(SheetTestCase):
    def test_a_photo_is_saved(self):
        self.start_daemon()
        page = self.share(PHOTO)
        page.choose("Save to Downloads", "s")
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
        page.choose("Window", "w")
        page.press("Return")
        self.assertEqual(self.outcome(page)[1], 0)
        with open(self.home + "/token", encoding="utf-8") as token:
            self.assertRegex(token.read(), "^[!-~]{8,}\n$")


class NoKeyboardTests(PageTestCase):
    """A seat with only a pointer, where GTK reports no window as active."""

    def setUp(self):
        self.display = Wayland(has_keyboard=False)
        self.addCleanup(self.display.close)
        self.pointer = Pointer(self.display)
        self.addCleanup(self.pointer.close)

    def open_at(self):
        """Opens a sheet; returns it and the position of its first activity on the screen."""
        page = self.open_alone("grid")

        def places():
            found = [widget.extents for widget in page.tree().all() if widget.role == "dialog" or widget.name == "Mail"]
            return len(found) > 1 and found[:2]

        # The dialog is the window without its shadow. Without a keyboard, only these widgets show that the page is there.
        (left, top, *_), (x, y, width, height) = wait_until(places, "the first activity")
        place = self.display.window(page.pid)["rect"]
        return page, (place["x"] + x - left + width // 2, place["y"] + y - top + height // 2)

    @contextlib.contextmanager
    def clicking(self, at):
        """Clicks ten times a second, until the context ends."""
        end = threading.Event()

        def click():
            while not end.wait(0.1):
                self.pointer.click(*at)

        thread = threading.Thread(target=click)
        thread.start()
        try:
            yield
        finally:
            end.set()
            thread.join()

    def test_a_click_presses(self):
        page, at = self.open_at()
        self.assertFalse(page.is_active())
        wait_for_quiet(page.pid)
        self.pointer.click(*at)
        self.assertEqual(page.line(), "perform io.activityd.mail")

    def test_clicks_under_way_press_nothing(self):
        page, at = self.open_at()
        page.process.terminate()
        page.process.wait()
        with self.clicking(at):
            page, now_at = self.open_at()
        self.assertEqual(now_at, at)
        self.assertTrue(page.is_silent())
        wait_for_quiet(page.pid)
        self.pointer.click(*at)
        self.assertEqual(page.line(), "perform io.activityd.mail")

    def test_a_keyboard_that_comes_takes_the_focus(self):
        page, _ = self.open_at()
        for key in ["Right", "Return"]:
            self.display.press_in_quiet(page.pid, key)
        self.assertEqual(page.line(), "perform io.activityd.mail")


class WaylandParentTests(SheetTestCase):
    """Above a fullscreen window, sway shows only that window's dialogs."""

    def setUp(self):
        super().setUp()
        self.start_daemon()
        self.parent = subprocess.Popen(
            [sys.executable, HERE + "/exporting.py"], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.parent.stdout.close)
        self.addCleanup(self.stop, self.parent)
        self.handle = self.parent.stdout.readline().strip()
        wait_until(lambda: self.window(self.parent)["fullscreen_mode"], "the whole screen")

    def window(self, process):
        return wait_until(lambda: self.display.window(process.pid), "the window")

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
        wait_until(lambda: self.window(sheet)["focused"], "the focus")
        self.display.press("Escape")
        self.assertEqual(sheet.wait(LIMIT), 1)

    def test_a_handle_of_a_window_that_has_gone_is_none(self):
        self.stop(self.parent)
        page = self.share("--parent", "wayland:" + self.handle, PHOTO)
        page.press("Escape")
        self.assertEqual(self.outcome(page), ({"outcome": "left"}, 1, ""))
