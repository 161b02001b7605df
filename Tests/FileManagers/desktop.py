# SPDX-License-Identifier: Apache-2.0
"""A person's part: presses keys, clicks, and finds objects in programs over AT-SPI."""

import os
import re
import subprocess
import sys
import time

from gi.repository import GLib

from pointer import click, move

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "SheetPages"), os.path.join(TESTS, "Harness")]
from accessible import Atspi, application, bus, items  # noqa: E402,F401
from waiting import LIMIT, wait_until, wait_while_trying  # noqa: E402,F401

SCREEN = GLib.Variant("(u)", (0,))


def xdotool(*arguments):
    return subprocess.run(["xdotool", *arguments], check=False, capture_output=True, text=True).stdout


def key(*names):
    xdotool("key", "--clearmodifiers", *names)


def picture(name):
    """Saves a picture of the display, without its empty edges."""
    # Gives programs time to paint.
    time.sleep(0.3)
    whole = subprocess.run(["import", "-window", "root", "png:-"], check=False, capture_output=True).stdout
    subprocess.run(
        ["convert", "png:-", "-trim", "+repage", "-bordercolor", "gray50", "-border", "16", "-strip", f"/results/{name}.png"],
        input=whole, check=False, capture_output=True)


def windows(name, kind="--class"):
    return xdotool("search", "--onlyvisible", kind, name).split()


# Qt does not fill AT-SPI's cache, so each object of a file manager is queried.


def name_of(node):
    arguments = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
    return node.call("org.freedesktop.DBus.Properties", "Get", arguments)[0]


def is_visible(node):
    low, _ = node.ask("GetState")
    return low & (1 << Atspi.StateType.SHOWING | 1 << Atspi.StateType.VISIBLE)


def shown(node, depth=0):
    """Yields an object and its visible descendants, in order."""
    yield node
    for child in node.children() if depth < 40 else []:
        try:
            if depth == 0 or is_visible(child):
                yield from shown(child, depth + 1)
        except GLib.Error:
            pass


class Entry:
    """An entry of an open menu."""

    def __init__(self, node):
        self.node = node

    def press(self):
        """Clicks the entry; returns the time of the click."""
        return click(*self.middle())

    def point(self):
        move(*self.middle())

    def middle(self):
        x, y, width, height = self.node.ask("GetExtents", "Component", SCREEN)
        return x + width // 2, y + height // 2


def find(pid, name):
    """A visible entry with that name, ignoring mnemonics; None if there is none."""
    root = application(pid)
    try:
        for node in shown(root) if root else []:
            if name_of(node).replace("_", "").replace("&", "") == name and is_entry(node):
                return Entry(node)
    except GLib.Error:
        pass
    return None


def find_file(pid, name):
    """The middle of a file's name on the display; None while it is not visible."""
    root = application(pid)
    try:
        for node in shown(root) if root else []:
            if name_of(node) == name:
                x, y, width, height = node.ask("GetExtents", "Component", SCREEN)
                if is_gtk4(root):
                    # GTK 4 reports positions relative to the window.
                    left, top = place(windows(str(pid), "--pid")[-1])
                    x, y = x + left, y + top
                if width > 1 and x > 0:
                    return x + width // 2, y + height // 2
    except GLib.Error:
        pass
    return None


def is_gtk4(root):
    arguments = GLib.Variant("(ss)", ("org.a11y.atspi.Application", "ToolkitName"))
    # GTK 3 calls itself "gtk".
    return root.call("org.freedesktop.DBus.Properties", "Get", arguments)[0] == "GTK"


def parent(window):
    """The window's parent (ICCCM); None if it has none."""
    said = subprocess.run(
        ["xprop", "-id", str(window), "WM_TRANSIENT_FOR"], check=False, capture_output=True, text=True).stdout
    found = re.search("0x[0-9a-f]+", said)
    return found and int(found[0], 16)


def place(window):
    found = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", window).split())
    return int(found["X"]), int(found["Y"])


def is_entry(node):
    return "menu" in Atspi.role_get_name(Atspi.Role(node.ask("GetRole"))) and node.ask("GetExtents", "Component", SCREEN)[3] > 1


def processes(program, option):
    """Command lines, as bytes, of the program's processes that contain an option, keyed by PID."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                arguments = file.read().split(b"\0")[:-1]
        except OSError:
            continue
        if arguments and os.path.basename(arguments[0]) == os.fsencode(program) and option in arguments:
            found[int(pid)] = arguments
    return found


def sheet_window():
    """The number of the sheet's window, and its process's PID; None if there is no sheet."""
    for window in windows("io.activityd.Share"):
        pid = xdotool("getwindowpid", window).strip()
        if pid:
            return int(window), int(pid)
    return None
