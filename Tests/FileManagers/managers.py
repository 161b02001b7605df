# SPDX-License-Identifier: Apache-2.0
"""Presses the entry in each file manager's menu like a person: checks the sheet's items, and measures how
soon it appears.

Each manager opens two folders: one with awkward everyday names, one with hostile names. All files are
selected, the menu is opened on one of them, and the entry is pressed. The items are read twice: as bytes from
the command line of activity-sheet, or from the call of a manager that opens the sheet itself; and over AT-SPI
from the sheet's header. Writes table.md and a picture of each menu and each sheet to /results.
"""

import os
import re
import shutil
import signal
import subprocess
import sys

from gi.repository import Gio, GLib

from desktop import (
    application, bus, find, find_file, items, key, parent, picture, place, processes, sheet_window, wait_until, wait_while_trying, windows,
    xdotool)
from frames import Frames
from pointer import click, type_return

FOLDER = b"/home/person/files"
AWKWARD = [b"a folder/", "Grüße.txt".encode(), b"a photo & more.png", b"it's \"q\" 100%.txt"]
HOSTILE = [b"it's", b'"q"', b"100%.txt", b"%U %f", b"a & b", b"$HOME", b"`id`", b"back\\slash", b"new\nline",
           "\u202egnp.exe".encode(), b"not \xff UTF-8", b"-rf", b"a;b", b"#1?x=y"]
# The file of each folder on which the menu is opened.
FILES = {"awkward": "Grüße.txt", "hostile": "100%.txt"}
SHARE, SEND = "Share…", "Send To"
# The entry's position from the end of PCManFM-Qt's background menu.
BACKGROUND_WAY = 2


class Manager:
    """A file manager that shows the folder. `way` leads to the entry: names of menu entries, or its position
    from the menu's end."""

    # Whether it passes its window to the sheet as the parent.
    names_window = False

    def __init__(self, name, command, way):
        self.name, self.command, self.way = name, command, way

    def start(self):
        with open(f"/results/{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.command, os.fsdecode(FOLDER)], stdout=log, stderr=log, start_new_session=True)
        self.pid = self.process.pid
        wait_until(self.windows, f"the window of {self.name}")
        wait_until(lambda: application(self.pid), self.name + " on the bus of assistive technology")

    def close(self):
        os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def windows(self):
        return windows(str(self.pid), "--pid")

    def open_menu(self, name):
        """Selects all files and opens the menu. Closes an earlier menu, which lacks the entry if files were
        loading."""
        if self.has_menu():
            key("Escape")
        xdotool("windowactivate", self.windows()[-1])
        self.pop_up(name)

    def wait_for_sheet(self):
        sheet = wait_until(sheet_window, "the sheet")
        if self.names_window and parent(sheet[0]) not in map(int, self.windows()):
            raise AssertionError(f"The sheet's parent is {parent(sheet[0])}.")
        return sheet

    def has_menu(self):
        """Whether a menu is open: it is a separate window. Without a menu, Escape would stop the loading of
        the folder."""
        return len(self.windows()) > 1

    def pop_up(self, name):
        key("ctrl+a", "shift+F10")

    def press_in_background(self):
        """Asserts that the background's menu lacks the entry, since nothing is selected."""
        wait_while_trying(lambda: self.open_menu(""), lambda: find(self.pid, "Paste"), "the background's menu")
        picture(self.name + "-background")
        if self.entry():
            raise AssertionError("The background's menu has the entry.")
        return "no"

    def entry(self):
        return find(self.pid, self.way[0])

    def press(self, name):
        """Presses the entry of the menu on a file; returns the time of the last press."""
        entry = wait_while_trying(lambda: self.open_menu(name), self.entry, "the entry")
        for step in self.way[1:]:
            entry.press()
            entry = wait_until(lambda: find(self.pid, step), step)
        entry.point()
        self.show_menu(name)
        return entry.press()

    def show_menu(self, name):
        if name == FILES["awkward"]:
            picture(self.name + "-menu")


class KeyedManager(Manager):
    """A manager whose menu does not report its entries' positions to assistive technology: keys count them
    from the menu's end."""

    def file(self, name):
        """A file's position on the display; None while it is loading."""
        return find_file(self.pid, name)

    def pop_up(self, name):
        """Opens the menu by a click on a file, because Shift+F10 opens none in these managers."""
        at = self.file(name) if name else self.middle()
        if at:
            click(*at)
            key("ctrl+a")
            click(*at, 3)

    def middle(self):
        left, top = place(self.windows()[-1])
        return left + 400, top + 300

    def entry(self):
        return self if self.has_menu() else None

    def press_in_background(self):
        """Asserts that the background's entry shares the folder: these managers treat an open folder as
        selected."""
        wait_while_trying(lambda: self.open_menu(""), self.has_menu, "the background's menu")
        self.type_way(BACKGROUND_WAY)
        picture(self.name + "-background")
        type_return()
        wait_until(lambda: given() == [FOLDER], "a sheet of the folder")
        return "yes, for the folder"

    def press(self, name):
        wait_while_trying(lambda: self.open_menu(name), self.entry, "the menu")
        self.type_way(self.way)
        self.show_menu(name)
        return type_return()

    def type_way(self, way):
        for _ in range(way):
            key("Up")


class Nautilus(KeyedManager):
    """With GTK 4.8, it reports no files in its grid, and no positions of menu entries."""

    names_window = True

    def file(self, name):
        left, top = place(self.windows()[-1])
        return left + 332, top + 95

    def entry(self):
        return find(self.pid, SHARE)

    def press_in_background(self):
        return Manager.press_in_background(self)


class NamingManager(Manager):
    names_window = True


class Dolphin(KeyedManager):
    """The entry is the last one of KDE's submenu "Share". Its window "Send File" closes once the sheet is
    open."""

    def wait_for_sheet(self):
        sheet = super().wait_for_sheet()
        wait_until(lambda: len(self.windows()) == 1, "the end of Purpose's window")
        return sheet

    def press_in_background(self):
        """Only saves a picture: the menu of an open folder has no such submenu, and reports none of its
        entries."""
        wait_while_trying(lambda: self.open_menu(""), self.has_menu, "the background's menu")
        picture(self.name + "-background")
        return "see its picture"

    def type_way(self, way):
        super().type_way(way)
        key("Right")
        super().type_way(1)


MANAGERS = [
    Nautilus("Nautilus", ["nautilus", "--new-window"], 2),
    NamingManager("Caja", ["caja", "--no-desktop"], [SHARE]),
    NamingManager("Nemo", ["nemo"], [SHARE]),
    Manager("Thunar", ["thunar"], [SEND, SHARE]),
    KeyedManager("PCManFM-Qt", ["pcmanfm-qt"], 3),
    Dolphin("Dolphin", ["dolphin"], 2),
]


def fill(names):
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name in names:
        path = os.path.join(FOLDER, name)
        os.makedirs(path if path.endswith(b"/") else FOLDER, exist_ok=True)
        if not path.endswith(b"/"):
            open(path, "wb").close()
    return sorted(os.path.join(FOLDER, name).rstrip(b"/") for name in names)


class Calls:
    """The calls of io.activityd.Share, as dbus-monitor prints them."""
    LOG = "/tmp/calls"

    def __init__(self):
        with open(self.LOG, "wb") as log:
            subprocess.Popen(["dbus-monitor", "--session", "type='method_call',interface='io.activityd.Share'"], stdout=log)

    def last(self):
        """The URIs of the files in the last call."""
        with open(self.LOG, "rb") as log:
            call = log.read().split(b"member=Share")[-1]
        return re.findall(rb'^      string "(file:[^"]*)"$', call, re.MULTILINE)

    def clear(self):
        os.truncate(self.LOG, 0)


def shared():
    """The arguments of each activity-sheet command, or the files of the last call if there is no command."""
    commands = [arguments[arguments.index(b"--") + 1:] for arguments in processes("activity-sheet", b"--").values()]
    return commands or [CALLS.last()]


def given():
    """The paths of all files that the sheets share, sorted."""
    return sorted(path(argument) for arguments in shared() for argument in arguments)


def path(argument):
    if not argument.startswith(b"file:"):
        return argument
    return os.fsencode(Gio.File.new_for_uri(argument.decode()).get_path())


def head(arguments):
    """The text that a sheet's header should show for these files."""
    return f"{len(arguments)} items" if len(arguments) > 1 else os.fsdecode(os.path.basename(path(arguments[0])))


def say(pid, heads):
    """Whether a process's sheets show these headers. The name of one that can be expanded has a suffix."""
    try:
        names = {item.name for children in items(application(pid)).values() for item in children}
    except (AttributeError, GLib.Error):
        return False
    return all(head in names or head + ", Show what is shared" in names for head in heads)


def attempt(manager, frames, kind, names):
    """Presses the entry once; returns a row's cells."""
    expected = fill(names)
    CALLS.clear()
    manager.start()
    try:
        begun = manager.press(FILES[kind])
        window, service = manager.wait_for_sheet()
        wait_until(lambda: window in frames.first, "the sheet's first frame")
        took = (frames.first[window] - begun) * 1000
        wait_until(lambda: given() == expected, "everything that was selected")
        sheets = sorted(shared(), key=len)
        heads = [head(sheet) for sheet in sheets]
        wait_until(lambda: say(service, heads), f"sheets that say {heads}")
        picture(f"{manager.name}-{kind}")
        return [" + ".join(str(len(sheet)) for sheet in sheets), ", ".join(heads), f"{took:.0f}"]
    except Exception as error:
        picture(f"{manager.name}-{kind}-failed")
        raise AssertionError(f"{error}; the sheet was given {given()}") from error
    finally:
        end(manager)


def background(manager):
    """Looks for the entry in the folder's own menu; returns a row's cells."""
    fill([])
    os.makedirs(FOLDER, exist_ok=True)
    manager.start()
    try:
        return ["entry in the background's menu: " + manager.press_in_background(), "", ""]
    except Exception:
        picture(f"{manager.name}-background-failed")
        raise
    finally:
        end(manager)


def end(manager):
    """Closes the manager and its sheets."""
    manager.close()
    for pid in processes("activity-sheet", b"--"):
        os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not sheet_window(), "the end of the sheet")


CALLS = Calls()


def main():
    bus()
    frames, rows, failures = Frames(), [], 0
    for manager in MANAGERS:
        if sys.argv[1:] and manager.name not in sys.argv[1:]:
            continue
        # Qt cannot represent a name that is not UTF-8, so KDE's programs cannot open such a file either.
        odd = [name for name in HOSTILE if manager.name != "Dolphin" or b"\xff" not in name]
        for kind, names in [("awkward", AWKWARD), ("hostile", odd), ("background", None)]:
            try:
                cells = attempt(manager, frames, kind, names) if names else background(manager)
            except Exception as error:
                # Continues with the other managers.
                cells = [f"{type(error).__name__}: {error}", "", ""]
                failures += 1
            rows.append("| " + " | ".join([manager.name, kind, *cells]) + " |")
            print(rows[-1], flush=True)
    with open("/results/table.md", "w", encoding="utf-8") as file:
        file.write("\n".join(["| manager | names | arguments | the sheet says | ms from press to first frame |",
                              "|---|---|---|---|---|", *rows, ""]))
    sys.exit(failures != 0)


main()
