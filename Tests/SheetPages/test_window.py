# SPDX-License-Identifier: Apache-2.0
"""The sheet's window: place, size, parent, focus and title."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from gallery import GALLERY, PageTestCase
from pages import GTK_MINOR, ROOT, TARGETS
from quiet import wait_for_quiet
from waiting import LIMIT, wait_until


def window_of(process):
    def found():
        said = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)], stdout=subprocess.PIPE, text=True)
        return said.stdout.split()

    return wait_until(found, "the window")[-1]


def property_of(window, name):
    return subprocess.run(
        ["xprop", "-id", window, name], stdout=subprocess.PIPE, text=True, check=True).stdout


def place(window):
    said = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", window], stdout=subprocess.PIPE, text=True, check=True).stdout
    values = dict(line.split("=") for line in said.split())
    return tuple(int(values[name]) for name in ["X", "Y", "WIDTH", "HEIGHT"])


class CompactTests(PageTestCase):
    """A compact sheet, at the bottom of a window that covers the screen."""

    def open_compact(self, page="grid"):
        page = self.open(page, "--compact")
        wait_until(lambda: place(window_of(page.process)) == (0, 0, 1280, 1000), "the whole screen")
        return page

    def button(self, page, name):
        return next(widget.extents for widget in page.tree().all() if widget.name == name)

    def test_it_stands_at_the_bottom(self):
        page = self.open_compact()
        x, y, width, height = wait_until(lambda: (found := self.button(page, "Cancel"))[1] > 500 and found, "the place")
        # Newer releases of GTK report extents without padding.
        self.assertLess(1000 - y - height, 30)
        self.assertAlmostEqual(x + width // 2, 640, delta=20)
        self.assertGreater(width, 400)

    @unittest.skipIf(GTK_MINOR >= 14, "Newer releases of GTK tell places without the padding around them.")
    def test_all_pages_are_of_one_width(self):
        buttons = {"grid": "Cancel", "failure": "Back", "empty": "Cancel"}
        self.assertEqual(len({self.button(self.open_compact(page), name)[0] for page, name in buttons.items()}), 1)

    def test_a_press_outside_leaves(self):
        page = self.open_compact()
        wait_for_quiet(page.pid)
        subprocess.run(["xdotool", "mousemove", "100", "100", "click", "1"], check=True)
        self.assertEqual(page.line(), "end left")

    def test_a_double_click_on_the_head_leaves_it_at_the_bottom(self):
        page = self.open_compact()
        x, y, width, height = wait_until(
            lambda: (found := self.button(page, "photo.png"))[1] > 400 and found, "the place")
        wait_for_quiet(page.pid)
        there = ["mousemove", str(x + width // 2), str(y + height // 2)]
        subprocess.run(["xdotool", *there, "click", "--repeat", "2", "--delay", "50", "1"], check=True)
        wait_for_quiet(page.pid)
        self.assertEqual(place(window_of(page.process)), (0, 0, 1280, 1000))


class PointerTests(PageTestCase):
    @unittest.skipIf(GTK_MINOR >= 14, "Newer releases of GTK tell places without the padding around them.")
    def test_the_second_of_two_clicks_presses_nothing_of_the_page_that_came_of_the_first(self):
        """Print is then at the former place of Back."""
        page = self.open("items")
        x, y, _, height = next(widget.extents for widget in page.tree().all() if widget.name == "Back")
        there = ["mousemove", "--window", window_of(page.process), str(x + 30), str(y + height // 2), "click", "1"]
        wait_for_quiet(page.pid)
        subprocess.run(["xdotool", *there, "sleep", "0.05", *there], check=True)
        wait_until(lambda: any(widget.name == "Cancel" for widget in page.tree().all()), "the activities")
        page.turn().press("Return")
        self.assertEqual(page.line(), "perform io.activityd.mail")


class MenuTests(PageTestCase):
    @unittest.skipIf(GTK_MINOR >= 14, "Newer releases of GTK tell places without the padding around them.")
    def test_without_a_compositor_a_menu_is_no_larger_than_what_it_shows(self):
        """The rest of its surface would be black."""
        page = self.open("form")
        choice = wait_until(lambda: next((widget for widget in page.tree().all() if widget.role == "combo box"), None), "the choice")
        page.press_for(choice.name, "Tab", "Tab", "Tab")
        page.press("space")
        tree = ["xwininfo", "-root", "-tree"]
        widths = lambda: re.findall(r" (\d+)x\d+\+", subprocess.run(tree, stdout=subprocess.PIPE, text=True, check=True).stdout)
        wait_until(lambda: str(choice.extents[2]) in widths(), "a menu as wide as its choice")


class WindowTests(PageTestCase):
    def test_it_stands_before_its_parent(self):
        parent = window_of(self.open_alone("empty").process)
        sheet = window_of(self.open("grid", "--parent", f"x11:{int(parent):x}").process)
        said = property_of(sheet, "WM_TRANSIENT_FOR")
        self.assertEqual(int(re.search(r"0x[0-9a-f]+", said)[0], 16), int(parent))
        self.assertIn("_NET_WM_STATE_MODAL", property_of(sheet, "_NET_WM_STATE"))

    def test_it_keeps_its_size_on_every_page(self):
        """Compositors do not move a window that grows, so its lower end could leave the screen."""
        page = self.open("grid")
        window = window_of(page.process)
        size = place(window)
        for name, there in [("Edit…", "Reset"), ("Back", "Edit…")]:
            next(w for w in page.tree().all() if w.role == "push button" and w.name.startswith(name)).node.act()
            wait_until(lambda: any(widget.name == there for widget in page.tree().all()), there)
            wait_for_quiet(page.pid)
            self.assertEqual(place(window), size, name)

    def test_a_parent_that_is_gone_is_none(self):
        page = self.open("grid", "--parent", "x11:7fffff")
        self.assertEqual(page.focused().name, "photo.png")

    def test_by_itself_it_stands_in_the_middle(self):
        x, y, width, height = place(window_of(self.open("empty").process))
        self.assertAlmostEqual(x + width // 2, 640, delta=2)
        self.assertAlmostEqual(y + height // 2, 500, delta=4)

    def test_its_title_is_in_the_language_of_the_sheet(self):
        page = self.open("grid", "--locale", "de")
        self.assertEqual(page.tree().children[0].name, "Teilen")

    def test_what_the_caller_calls_it_stands_above(self):
        page = self.open("grid", "--title", "Send\u202e the\nphoto")
        self.assertIn(("heading", "“Send the photo”"), [(w.role, w.name) for w in page.tree().all()])
        self.assertEqual(page.tree().children[0].name, "Share")

    def test_who_asks_stands_above_what_they_call_it(self):
        for arguments, sentence in [
            (["--asker", "Camera"], "From Camera"), (["--unknown"], "From an unknown program"),
            (["--page", "example.org", "Firefox"], "example.org in Firefox"),
        ]:
            lines = [
                (widget.role, widget.name) for widget in self.open("grid", "--title", "Firefox", *arguments).tree().all()
                if widget.role in ("heading", "label")]
            self.assertEqual(lines[:2], [("heading", sentence), ("label", "“Firefox”")])

    def test_a_link_is_shown_by_where_it_leads(self):
        widgets = list(self.open("link").tree().all())
        head = next(widget for widget in widgets if widget.name == "session, Show what is shared")
        self.assertEqual(head.description, "login.evil.example")
        texts = [text for widget in widgets for text in (widget.name, widget.description)]
        self.assertFalse([text for text in texts if "bank" in text or "secret" in text])

    def test_a_script_is_shown_as_one_whatever_it_is_called(self):
        names = [widget.name for widget in self.open("program").tree().all()]
        self.assertIn("Program · 812 B", names)

    def test_a_title_of_which_nothing_can_be_seen_is_none(self):
        page = self.open("grid", "--title", "\u202e\n")
        self.assertEqual(page.tree().children[0].name, "Share")
        self.assertNotIn("heading", [widget.role for widget in page.tree().all()])

    def test_it_takes_the_focus_with_its_caller_s_token(self):
        window = window_of(self.open("grid", "--token", "caller-1_TIME1").process)
        self.assertIn('"caller-1_TIME1"', property_of(window, "_NET_STARTUP_ID"))

    def test_all_pages_are_of_one_width(self):
        widths = set()
        for name in ["grid", "items", "form", "long-form", "folder", "progress", "failure", "empty"]:
            widths.add(self.open(name).tree().children[0].extents[2])
        self.assertEqual(len(widths), 1, widths)

    def test_a_long_choice_is_cut_and_not_the_page(self):
        page = self.open("long-form").tree()
        frame = page.children[0].extents
        for widget in page.in_sight():
            if widget.role in TARGETS and "focusable" in widget.states:
                self.assertLessEqual(widget.extents[0] + widget.extents[2], frame[0] + frame[2], widget.name)

    def test_larger_text_takes_fewer_columns_and_is_whole(self):
        settings = os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini")
        os.makedirs(os.path.dirname(settings), exist_ok=True)
        with open(settings, "w", encoding="utf-8") as file:
            file.write("[Settings]\ngtk-font-name=Sans 20\n")
        self.addCleanup(os.remove, settings)
        page = self.open_alone("grid", "--locale", "de")
        # Three columns: down from the first activity is the fourth.
        page.turn().press_for("Kopieren", "Down")
        page.press_for("In Dateien anzeigen", "Down")


# Owns the name of the service that reports the accessibility bus, and replies to nothing.
SILENT = """
import sys, time
from gi.repository import Gio, GLib
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
arguments = GLib.Variant("(su)", ("org.a11y.Bus", 0))
bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", arguments, None, 0, -1, None)
print("ready", flush=True)
time.sleep(1000)
"""


class NoBusTests(unittest.TestCase):
    """A sheet without a session bus, or with a silent or lost one."""

    def open(self, **environment):
        kept = {name: value for name, value in os.environ.items() if name != "DBUS_SESSION_BUS_ADDRESS"}
        given = {name: value for name, value in ({"GTK_A11Y": "none"} | environment).items() if value}
        process = subprocess.Popen(
            [GALLERY, "grid"], cwd=ROOT, env=kept | given, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        window_of(process)
        return process

    def leave(self, process):
        """Presses Escape until the sheet ends: the window may be visible before it has the focus."""
        def is_gone():
            subprocess.run(["xdotool", "key", "Escape"], check=True)
            return process.poll() is not None

        wait_until(is_gone, "the end")
        said, _ = process.communicate()
        self.assertEqual((process.returncode, said), (0, "end left\n"))

    def test_it_starts_no_bus(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        started = folder + "/started"
        with open(folder + "/dbus-launch", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ntouch {started}\nexit 1\n")
        os.chmod(file.name, 0o755)
        self.leave(self.open(XDG_RUNTIME_DIR=folder, PATH=folder + ":" + os.environ["PATH"]))
        self.assertFalse(os.path.exists(started))

    def test_it_does_not_wait_for_a_silent_accessibility_service(self):
        address = self.start_bus()[1]
        silent = subprocess.Popen([sys.executable, "-c", SILENT, address], stdout=subprocess.PIPE, text=True)
        self.addCleanup(silent.stdout.close)
        self.addCleanup(silent.wait)
        self.addCleanup(silent.kill)
        silent.stdout.readline()
        silent.send_signal(signal.SIGSTOP)
        # GTK alone would wait 25 seconds.
        self.leave(self.open(DBUS_SESSION_BUS_ADDRESS=address, GTK_A11Y=""))

    def test_it_outlives_its_bus(self):
        bus, address = self.start_bus()
        process = self.open(DBUS_SESSION_BUS_ADDRESS=address)
        bus.kill()
        bus.wait()
        self.leave(process)

    def start_bus(self):
        # The bus starts a portal, which logs many warnings.
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(bus.stdout.close)
        self.addCleanup(bus.wait)
        self.addCleanup(bus.kill)
        return bus, bus.stdout.readline().strip()


class NoDisplayTests(unittest.TestCase):
    def test_without_a_display_it_says_so(self):
        environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        said = subprocess.run([GALLERY], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, timeout=LIMIT)
        self.assertEqual((said.returncode, said.stdout), (1, "There is no display.\n"))
