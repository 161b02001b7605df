# SPDX-License-Identifier: Apache-2.0
"""The entry in each file manager's menu, pressed as a person does: what the sheet got, and how soon it was there.

Each manager opens two folders: one with the awkward names of every day, one with hostile names. All is selected, the menu
opened upon a file and the entry pressed. What came is read twice: byte by byte from the command line of activity-sheet, or from
the call of a manager that opens the sheet itself, and over AT-SPI from the sheet's head. In /results: table.md, and a picture of each menu and each sheet.
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
# One of each, upon which the menu is opened.
FILES = {"awkward": "Grüße.txt", "hostile": "100%.txt"}
SHARE, SEND = "Share…", "Send To"
# The entry's place from the end of PCManFM-Qt's background menu.
BACKGROUND_WAY = 2


class Manager:
    """A file manager on the folder. `way` is the way through its menu: names, or the entry's place from the menu's end."""

    # Whether it tells which of its windows the sheet is for.
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
        """Selects everything. An earlier menu is closed: it lacks the entry if files were still loading."""
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
        """A menu is a window of its own. Without one, Escape would end the loading of the folder."""
        return len(self.windows()) > 1

    def pop_up(self, name):
        key("ctrl+a", "shift+F10")

    def press_in_background(self):
        """Nothing is selected, so there is nothing to share."""
        wait_while_trying(lambda: self.open_menu(""), lambda: find(self.pid, "Paste"), "the background's menu")
        picture(self.name + "-background")
        if self.entry():
            raise AssertionError("The background's menu has the entry.")
        return "no"

    def entry(self):
        return find(self.pid, self.way[0])

    def press(self, name):
        """The moment of the last press."""
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
    """Where assistive technology does not learn the places of a menu's entries, the keys count them from its end."""

    def file(self, name):
        """Where a file is on the display; None while it is still loaded."""
        return find_file(self.pid, name)

    def pop_up(self, name):
        """Upon a file: shift+F10 opens nothing in these."""
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
        """Its entry shares the folder itself: these managers treat an open folder as a selected one."""
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
    """GTK 4.8 tells nothing of the files in a grid, and of an entry only that it is there."""

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
    """The entry is the last one of KDE's submenu "Share", whose window "Send File" goes when the sheet is open."""

    def wait_for_sheet(self):
        sheet = super().wait_for_sheet()
        wait_until(lambda: len(self.windows()) == 1, "the end of Purpose's window")
        return sheet

    def press_in_background(self):
        """The menu of an open folder has no such submenu, and assistive technology learns of no entry in it."""
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
        """The files of the last call."""
        with open(self.LOG, "rb") as log:
            call = log.read().split(b"member=Share")[-1]
        return re.findall(rb'^      string "(file:[^"]*)"$', call, re.MULTILINE)

    def clear(self):
        os.truncate(self.LOG, 0)


def shared():
    """What the sheet's commands were given, each; without a command, what was called for."""
    commands = [arguments[arguments.index(b"--") + 1:] for arguments in processes("activity-sheet", b"--").values()]
    return commands or [CALLS.last()]


def given():
    """What the sheets share, as paths."""
    return sorted(path(argument) for arguments in shared() for argument in arguments)


def path(argument):
    if not argument.startswith(b"file:"):
        return argument
    return os.fsencode(Gio.File.new_for_uri(argument.decode()).get_path())


def head(arguments):
    """What a sheet should say that it shares."""
    return f"{len(arguments)} items" if len(arguments) > 1 else os.fsdecode(os.path.basename(path(arguments[0])))


def say(pid, heads):
    """Whether a process's sheets say that; what can be unfolded says so to assistive technology besides."""
    try:
        names = {item.name for children in items(application(pid)).values() for item in children}
    except (AttributeError, GLib.Error):
        return False
    return all(head in names or head + ", Show what is shared" in names for head in heads)


def attempt(manager, frames, kind, names):
    """One press of the entry; a row's cells."""
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
    """Ends it and its sheets."""
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
        # Qt has no such name, so KDE's programs cannot open the file either.
        odd = [name for name in HOSTILE if manager.name != "Dolphin" or b"\xff" not in name]
        for kind, names in [("awkward", AWKWARD), ("hostile", odd), ("background", None)]:
            try:
                cells = attempt(manager, frames, kind, names) if names else background(manager)
            except Exception as error:
                # The other managers are still to be tried.
                cells = [f"{type(error).__name__}: {error}", "", ""]
                failures += 1
            rows.append("| " + " | ".join([manager.name, kind, *cells]) + " |")
            print(rows[-1], flush=True)
    with open("/results/table.md", "w", encoding="utf-8") as file:
        file.write("\n".join(["| manager | names | arguments | the sheet says | ms from press to first frame |",
                              "|---|---|---|---|---|", *rows, ""]))
    sys.exit(failures != 0)


main()
