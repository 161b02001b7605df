# SPDX-License-Identifier: Apache-2.0
"""Time from a person's action to the first line of the activity's program: in the sheet, by activityctl, by a
call."""

import contextlib
import ctypes
import os
import select
import statistics
import subprocess
import time

from client import Client
from displays import since
from performing import PERFORM, bundle, register
from servers import PROGRAMS
from waiting import LIMIT

IDENTIFIER = "org.example.probe"
RETURN, RIGHT = 0xFF0D, 0xFF53
# The sheet accepts a performing press after half a second without a press, in a window with the focus.
QUIET_TIME = 0.5


class Hand:
    """Presses and clicks on an X display, by XTEST. `act` sends the queued events."""

    def __init__(self, name):
        self.x11, self.xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))

    def move(self, x, y):
        self.xtst.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        self.x11.XSync(self.display, 0)

    def click(self):
        for is_press in (1, 0):
            self.xtst.XTestFakeButtonEvent(self.display, 1, is_press, 0)

    def press(self, keysym):
        code = self.x11.XKeysymToKeycode(self.display, keysym)
        for is_press in (1, 0):
            self.xtst.XTestFakeKeyEvent(self.display, code, is_press, 0)

    def act(self):
        """Sends the queued events; returns the time."""
        begin = time.monotonic()
        self.x11.XFlush(self.display)
        return begin

    def close(self):
        self.x11.XCloseDisplay(self.display)


class Gate:
    """A FIFO to which the activity's program writes first."""

    def __init__(self, path):
        os.mkfifo(path)
        self.reading = os.open(path, os.O_RDWR)

    def wait(self, begin):
        assert select.select([self.reading], [], [], LIMIT)[0], "the activity has not begun"
        taken = since(begin)
        os.read(self.reading, 16)
        return taken


def starting(session, screen, sheet, count):
    """Medians in milliseconds. The sheet lists only the measured activity."""
    gate = Gate(session.folder / "gate")
    register(session.daemon, bundle(IDENTIFIER, ["sh", "-c", f"echo begun >{session.folder}/gate"]))
    others = [one["identifier"] for one in session.listed() if one["identifier"] != IDENTIFIER]
    sheet = [*sheet, *(word for other in others for word in ("--exclude", other))]
    hand = Hand(screen.environment["DISPLAY"])
    ways = {
        "click": lambda: by_sheet(session, screen, sheet, hand, click),
        "Return": lambda: by_sheet(session, screen, sheet, hand, press),
        "activityctl": lambda: by_control(session, screen),
        "call": lambda: by_call(session),
    }
    found = {name: [] for name in ways}
    with contextlib.closing(hand):
        for _ in range(count):
            for name, way in ways.items():
                begin, end = way()
                found[name].append(gate.wait(begin))
                end()
    return {name: statistics.median(times) for name, times in found.items()}


def by_sheet(session, screen, command, hand, prepare):
    screen.prepare()
    sheet = session.start(command, screen)
    screen.opened(sheet.begin)
    focus(screen)
    time.sleep(QUIET_TIME + 0.1)
    prepare(screen, hand)
    return hand.act(), lambda: sheet.wait(LIMIT)


def click(screen, hand):
    """Clicks the first activity, below the header."""
    left, top, right, _ = screen.painted()
    hand.move(left + (right - left) // 8, top + 120)
    hand.click()


def press(_, hand):
    """Moves the focus to the first activity with an arrow key, and presses Return."""
    hand.press(RIGHT)
    hand.act()
    time.sleep(QUIET_TIME + 0.1)
    hand.press(RETURN)


def focus(screen):
    """Focuses the sheet's window, because there is no window manager to do it."""
    focus = ["xdotool", "search", "--onlyvisible", "--class", "io.activityd.Share", "windowfocus", "--sync"]
    subprocess.run(focus, env=os.environ | screen.environment, check=True)


def by_control(session, screen):
    words = ["--user", "perform", IDENTIFIER, "--text", "a"]
    control = session.start([str(PROGRAMS / "activityctl"), *words], screen)
    return control.begin, lambda: control.wait(LIMIT)


def by_call(session):
    client = Client(session.daemon.socket)
    begin = time.monotonic()
    client.send(PERFORM, identifier=IDENTIFIER, content=[{"type": "text/plain", "text": "a"}])
    return begin, client.receive
