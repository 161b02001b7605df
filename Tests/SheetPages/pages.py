# SPDX-License-Identifier: Apache-2.0
"""The sheet as assistive technology sees it, read over AT-SPI."""

import ctypes
import os

from gi.repository import GLib

from accessible import NOTHING, application, items
from waiting import wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.environ.get("PROGRAMS", os.path.join(ROOT, ".build/debug"))

# From 4.14 on the sheet announces its progress, and has no widgets with the role of a status.
GTK_MINOR = ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version()

# Roles of layout and of GTK's inner widgets, which a screen reader skips.
SILENT = {"panel", "filler", "scroll pane", "scroll bar", "separator", "application", "generic", "viewport", "redundant object"}
# Roles of widgets that a person presses or types into.
TARGETS = {"push button", "toggle button", "button", "text", "entry", "password text", "combo box", "check box", "switch", "list item"}
# Keys that count at once.
MOVES = {"Up", "Down", "Left", "Right", "Home", "End", "Tab", "shift+Tab", "shift+F10", "Escape"}
STATES = ["expanded", "focused", "invalid", "multi-line", "selected"]


class Widget:
    """An accessible object with its descendants."""

    def __init__(self, item, known):
        self.node, self.role, self.name, self.description = item.node, item.role, item.name, item.description
        self.states = item.states
        self.children = [Widget(child, known) for child in known.get(item.node.path, [])]
        if self.role == "combo box":
            # The button and label inside are GTK's own, and their states count as those of the box.
            inner = {state for child in self.children for widget in child.all() for state in widget.states}
            self.states |= inner & {"focused", "focusable", "invalid"}
        if self.role in ("combo box", "password text"):
            self.children = []

    @property
    def extents(self):
        return self.node.extents()

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def in_sight(self, clip=None):
        """Yields the widgets, without targets that are scrolled out of view, wholly or in part."""
        x, y, width, height = self.extents if self.role != "application" else (0, 0, 0, 0)
        if clip and (y < clip[1] or y + height > clip[1] + clip[3]) and self.role in TARGETS:
            return
        yield self
        for child in self.children:
            yield from child.in_sight((x, y, width, height) if self.role == "scroll pane" else clip)

    def spoken(self, depth=0):
        """Yields what a screen reader would say, one line per widget."""
        is_silent = self.role in SILENT and not (self.role == "panel" and self.name)
        if not is_silent:
            states = [state for state in STATES if state in self.states]
            parts = [self.role, f"“{self.name}”"]
            if self.description:
                parts.append(f"({self.description})")
            yield "  " * depth + " ".join(parts + states)
        for child in self.children:
            yield from child.spoken(depth if is_silent else depth + 1)


class Page:
    """A sheet's window, and the process that opened it."""

    def __init__(self, process, display, window_of=None):
        """`window_of` is the PID of the process that has the window, if that is not `process`."""
        self.process = process
        self.display = display
        self.pid = window_of or process.pid
        wait_until(lambda: display.is_shown(self.pid), "the window on the display")
        self.application = wait_until(lambda: application(self.pid), "the window")
        # The window is filled and focused in one turn of its loop, before it is shown.
        if display.has_keyboard:
            wait_until(self.is_active, "the keyboard")

    def tree(self):
        """Reads the tree; again, if it changes meanwhile."""
        return wait_until(self._tree, "a tree that stands still")

    def _tree(self):
        try:
            known = items(self.application)
            return Widget(known[NOTHING][0], known)
        except (GLib.Error, KeyError):
            return None

    def focused(self):
        names = [widget for widget in self.tree().all() if "focused" in widget.states]
        return names[-1] if names else None

    def press(self, *keys):
        """Presses keys as a person who has seen the page: keys that need a quiet page, once it is quiet."""
        if set(keys) - MOVES:
            self.display.press_in_quiet(self.pid, *keys)
        else:
            self.display.press(*keys)

    def turn(self):
        """Moves the focus from the head to the first activity."""
        head = self.focused().name
        self.press("Right")
        wait_until(lambda: (widget := self.focused()) and widget.name != head, "the first activity")
        return self

    def choose(self, name, *letters):
        """Chooses an activity by letters, and confirms it."""
        self.turn().press_for(name, *letters)
        self.press("Return")

    def press_for(self, name, *keys):
        """Presses keys, and waits until the widget with a name has the focus."""
        self.press(*keys)
        self.wait_for_focus(name)

    def is_active(self):
        return any("active" in widget.states for widget in self.tree().all())

    def wait_for_focus(self, name):
        """Waits until the widget with a name has the focus; the error contains the page as it is instead."""
        try:
            wait_until(lambda: (widget := self.focused()) and widget.name == name, f"the focus on “{name}”")
        except TimeoutError as error:
            state = "active" if self.is_active() else "inactive"
            raise TimeoutError("\n".join([f"{error}; the window is {state}:", *self.tree().spoken()])) from None
