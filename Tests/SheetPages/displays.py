# SPDX-License-Identifier: Apache-2.0
"""What sheets are shown on: the X server of tools/with-display, or a Wayland compositor without a screen."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from pictures import Picture

NOBODY = 65534
# The sheet counts a press that performs after half a second without one.
QUIET_TIME = 0.5
# For wtype: each call is a keyboard that comes, for which the window loses the focus and has it again.
IN_QUIET = ["-s", str(round(1000 * QUIET_TIME) + 100)]
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


def wait_for_quiet():
    """Until a sheet that is seen to have the focus, on a page that is seen to have come, counts presses that perform. What ends
    this wait is time alone, so nothing can be seen of it."""
    time.sleep(QUIET_TIME + 0.1)


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

    def press_in_quiet(self, *keys):
        wait_for_quiet()
        self.press(*keys)

    def type(self, keys, milliseconds, in_quiet=False):
        """Begins to press keys, with a pause after each."""
        if in_quiet:
            wait_for_quiet()
        words = [word for key in keys for word in ["key", key, "sleep", str(milliseconds / 1000)]]
        return subprocess.Popen(["xdotool", *words])

    def hold(self, key, seconds, in_quiet=False):
        """Begins to hold a key, which repeats."""
        if in_quiet:
            wait_for_quiet()
        return subprocess.Popen(["xdotool", "keydown", key, "sleep", str(seconds), "keyup", key])


class Wayland:
    """sway, which refuses to be root's."""

    def __init__(self, density=1, size=(1280, 1000), configuration="", has_keyboard=True):
        """With as many pixels a point; the size is in points."""
        self.density, self.size, self.has_keyboard = density, size, has_keyboard
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o711)
        run = self.folder + "/run"
        os.mkdir(run, 0o700)
        with open(self.folder + "/config", "w", encoding="utf-8") as file:
            width, height = (points * density for points in size)
            file.write(CONFIGURATION + configuration + f"output * mode {width}x{height} scale {density}\n")
        self.socket, self.display = run + "/ipc", run + "/wayland-1"
        person = {}
        if os.geteuid() == 0:
            os.chown(run, NOBODY, NOBODY)
            person = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"} | {
            "XDG_RUNTIME_DIR": run, "SWAYSOCK": self.socket, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1"}
        with open(self.folder + "/log", "w", encoding="utf-8") as log:
            self.processes = [subprocess.Popen(
                ["sway", "--config", self.folder + "/config"], env=environment, stderr=log, **person)]
        # It answers from its loop alone; a signal that comes before that does not end it.
        wait(self._answers, "The compositor")
        # Each wtype is a keyboard that comes and goes. With the last one the focus would go too.
        if has_keyboard:
            self.processes.append(subprocess.Popen(["wtype", "-s", "3600000"], env=self.environment()))

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        shutil.rmtree(self.folder)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        return kept | {"WAYLAND_DISPLAY": self.display, "SWAYSOCK": self.socket}

    def _answers(self):
        ask = ["swaymsg", "--type", "get_version"]
        return subprocess.run(ask, env=self.environment(), check=False, capture_output=True).returncode == 0

    def windows(self):
        said = subprocess.run(
            ["swaymsg", "--raw", "--type", "get_tree"], env=self.environment(), capture_output=True, check=True)
        return list(_windows(json.loads(said.stdout)))

    def window(self, pid):
        """As sway describes it; nil while the process has none."""
        return next((window for window in self.windows() if window["pid"] == pid), None)

    def is_shown(self, pid):
        return self.window(pid)

    def picture(self, pid):
        place, density = self.window(pid)["rect"], self.density
        grim = ["grim", "-t", "ppm", "-s", str(density), "-g", "{x},{y} {width}x{height}".format(**place), "-"]
        return Picture(subprocess.run(grim, env=self.environment(), capture_output=True, check=True).stdout, density)

    def save(self, path):
        """A picture of all of it, as PNG."""
        subprocess.run(["grim", path], env=self.environment(), check=True)

    def press_in_quiet(self, *keys):
        self.press(*keys, before=IN_QUIET)

    def press(self, *keys, before=()):
        words = [*before]
        for key in keys:
            # Keyboards have this symbol for Tab with Shift, and wtype has no keyboard's.
            *modifiers, key = key.replace("shift+Tab", "shift+ISO_Left_Tab").split("+")
            for modifier in modifiers:
                words += ["-M", modifier]
            words += ["-k", key]
            for modifier in modifiers:
                words += ["-m", modifier]
        subprocess.run(["wtype", *words], env=self.environment(), check=True)

    def type(self, keys, milliseconds, in_quiet=False):
        words = IN_QUIET * in_quiet + [word for key in keys for word in ["-k", key, "-s", str(milliseconds)]]
        return subprocess.Popen(["wtype", *words], env=self.environment())

    def hold(self, key, seconds, in_quiet=False):
        return subprocess.Popen(["wtype", *IN_QUIET * in_quiet, "-P", key, "-s", str(1000 * seconds), "-p", key], env=self.environment())


def _windows(node):
    if "pid" in node:
        yield node
    for child in node["nodes"] + node["floating_nodes"]:
        yield from _windows(child)
