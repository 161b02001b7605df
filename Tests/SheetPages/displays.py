# SPDX-License-Identifier: Apache-2.0
"""Displays for sheets: the X server of tools/with-display, or a headless Wayland compositor."""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time

from pictures import Picture
from quiet import wait_for_quiet

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Harness"))
from compositor import Sway  # noqa: E402
from keyboard import Keyboard, holding, typing  # noqa: E402

CONFIGURATION = """
xwayland disable
default_border none
"""


def wait(condition, what, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{what} has not come within {seconds} s.")


class X11:
    has_keyboard = True

    def environment(self):
        return dict(os.environ)

    def is_shown(self, pid):
        """Whether a process has a window on the display."""
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(pid)]
        return subprocess.run(search, check=False, capture_output=True).stdout

    def press(self, *keys):
        for key in keys:
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)

    def press_in_quiet(self, pid, *keys):
        """Presses keys once the sheet of that process is quiet."""
        wait_for_quiet(pid)
        self.press(*keys)

    def type(self, keys, milliseconds, quiet=None):
        """Begins to press keys, with a pause after each, once the sheet of the process `quiet` is quiet."""
        if quiet:
            wait_for_quiet(quiet)
        words = [word for key in keys for word in ["key", key, "sleep", str(milliseconds / 1000)]]
        return subprocess.Popen(["xdotool", *words])

    def hold(self, key, seconds, quiet=None):
        """Begins to hold a key for some seconds; it repeats."""
        if quiet:
            wait_for_quiet(quiet)
        return subprocess.Popen(["xdotool", "keydown", key, "sleep", str(seconds), "keyup", key])


class Wayland(Sway):
    def __init__(self, density=1, size=(1280, 1000), configuration="", has_keyboard=True):
        """`density` is in pixels per point, `size` in points."""
        self.density, self.size, self.has_keyboard = density, size, has_keyboard
        self.folder = tempfile.mkdtemp()
        width, height = (points * density for points in size)
        output = f"output * mode {width}x{height} scale {density}\n"
        super().__init__(self.folder, CONFIGURATION + configuration + output, without_display())
        if has_keyboard:
            self.keyboard()

    @functools.cache
    def keyboard(self):
        """The seat's only keyboard, created at its first use."""
        return Keyboard(self.display)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)

    def environment(self):
        return without_display() | {"WAYLAND_DISPLAY": self.display, "SWAYSOCK": self.address}

    def windows(self):
        return list(_windows(self.ask(self.GET_TREE)))

    def window(self, pid):
        """sway's description of the process's window; None if it has none."""
        return next((window for window in self.windows() if window["pid"] == pid), None)

    def is_shown(self, pid):
        return self.window(pid)

    def picture(self, pid):
        place, density = self.window(pid)["rect"], self.density
        grim = ["grim", "-t", "ppm", "-s", str(density), "-g", "{x},{y} {width}x{height}".format(**place), "-"]
        return Picture(subprocess.run(grim, env=self.environment(), capture_output=True, check=True).stdout, density)

    def save(self, path):
        """Writes a PNG of the whole display."""
        subprocess.run(["grim", path], env=self.environment(), check=True)

    def press_in_quiet(self, pid, *keys):
        keyboard = self.keyboard()
        wait_for_quiet(pid)
        for key in keys:
            keyboard.press(key)

    def press(self, *keys):
        for key in keys:
            self.keyboard().press(key)

    def type(self, keys, milliseconds, quiet=None):
        if quiet:
            wait_for_quiet(quiet)
        return typing(self.keyboard(), keys, milliseconds / 1000)

    def hold(self, key, seconds, quiet=None):
        if quiet:
            wait_for_quiet(quiet)
        return holding(self.keyboard(), key, seconds)


def without_display():
    """The environment without DISPLAY, so that programs do not use the X server."""
    return {name: value for name, value in os.environ.items() if name != "DISPLAY"}


def _windows(node):
    if "pid" in node:
        yield node
    for child in node["nodes"] + node["floating_nodes"]:
        yield from _windows(child)
