# SPDX-License-Identifier: Apache-2.0
"""The entry in each file manager's menu, pressed as a person does: what the sheet got, and how soon it was there.

Each manager opens two folders: one with the awkward names of every day, one with hostile names. All is selected, the menu
opened upon a file and the entry pressed. What came is read twice: byte by byte from the command line of activity-sheet, and
over AT-SPI from the sheet's head. In /results: table.md, and a picture of each menu and each sheet.
"""

import os
import shutil
import signal
import subprocess
import sys

from gi.repository import Gio

from desktop import Widget, application, bus, find, find_file, key, picture, place, processes, sheet_window, wait, windows, xdotool
from frames import Frames
from pointer import click, type_return

FOLDER = b"/home/person/files"
AWKWARD = [b"a folder/", "Grüße.txt".encode(), b"a photo & more.png", b"it's \"q\" 100%.txt"]
HOSTILE = [b"it's", b'"q"', b"100%.txt", b"%U %f", b"a & b", b"$HOME", b"`id`", b"back\\slash", b"new\nline",
           "\u202egnp.exe".encode(), b"not \xff UTF-8", b"-rf", b"a;b", b"#1?x=y"]
# One of each, upon which the menu is opened.
FILES = {"awkward": "Grüße.txt", "hostile": "100%.txt"}
SHARE, SEND = "Share…", "Send To"


class Manager:
    """A file manager on the folder. `way` is the way through its menu: names, or the entry's place from the menu's end."""

    def __init__(self, name, command, way):
        self.name, self.command, self.way = name, command, way

    def start(self):
        with open(f"/results/{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.command, os.fsdecode(FOLDER)], stdout=log, stderr=log, start_new_session=True)
        self.pid = self.process.pid
        wait(self.windows, f"The window of {self.name}", 60)
        wait(lambda: application(self.pid), self.name, 60)

    def close(self):
        os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def windows(self):
        return windows(str(self.pid), "--pid")

    def open_menu(self, name):
        """With everything selected; the entry, or None where it is not in the menu, as while files are loaded."""
        xdotool("windowactivate", self.windows()[-1])
        self.pop_up(name)
        try:
            return wait(self.entry, "The entry", 3)
        except AssertionError:
            key("Escape")
            return None

    def pop_up(self, name):
        key("ctrl+a", "shift+F10")

    def is_in_background_menu(self):
        """None while no menu is open."""
        xdotool("windowactivate", self.windows()[-1])
        self.pop_up("")
        try:
            wait(lambda: find(self.pid, "Paste"), "The menu", 3)
            return "yes" if self.entry() else "no"
        except AssertionError:
            key("Escape")
            return None

    def entry(self):
        return find(self.pid, self.way[0])

    def press(self, name):
        """The moment of the last press."""
        entry = wait(lambda: self.open_menu(name), "The entry", 40)
        for step in self.way[1:]:
            entry.press()
            entry = wait(lambda: find(self.pid, step), step)
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
        at = self.file(name)
        if at:
            click(*at)
            key("ctrl+a")
            click(*at, 3)

    def entry(self):
        return self if len(self.windows()) > 1 else None

    def is_in_background_menu(self):
        return "not read"

    def press(self, name):
        wait(lambda: self.open_menu(name), "The menu", 40)
        for _ in range(self.way):
            key("Up")
        self.show_menu(name)
        return type_return()


class Nautilus(KeyedManager):
    """GTK 4.8 tells nothing of the files in a grid, and of an entry only that it is there."""

    def file(self, name):
        left, top = place(self.windows()[-1])
        return left + 332, top + 95

    def entry(self):
        return find(self.pid, SHARE)

    def is_in_background_menu(self):
        return Manager.is_in_background_menu(self)


MANAGERS = [
    Nautilus("Nautilus", ["nautilus", "--new-window"], 2),
    Manager("Caja", ["caja", "--no-desktop"], [SHARE]),
    Manager("Nemo", ["nemo"], [SHARE]),
    Manager("Thunar", ["thunar"], [SEND, SHARE]),
    KeyedManager("PCManFM-Qt", ["pcmanfm-qt"], 3),
    KeyedManager("Dolphin", ["dolphin"], 3),
]


def fill(names):
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name in names:
        path = os.path.join(FOLDER, name)
        os.makedirs(path if path.endswith(b"/") else FOLDER, exist_ok=True)
        if not path.endswith(b"/"):
            open(path, "wb").close()
    return sorted(os.path.join(FOLDER, name).rstrip(b"/") for name in names)


def shared():
    """What the sheet's commands were given, by process."""
    return {pid: arguments[arguments.index(b"--") + 1:]
            for pid, arguments in processes("activity-sheet", b"--").items()}


def path(argument):
    if not argument.startswith(b"file:"):
        return argument
    return os.fsencode(Gio.File.new_for_uri(argument.decode()).get_path())


def heads(pid):
    """What the sheets of a process say that they share."""
    return [widget.name.split(",")[0] for widget in Widget(application(pid)).all()
            if widget.name.endswith("Show what is shared")]


def attempt(manager, frames, kind, names):
    """One press of the entry; a row's cells."""
    expected = fill(names)
    manager.start()
    try:
        begun = manager.press(FILES[kind])
        window, service = wait(sheet_window, "The sheet", 30)
        wait(lambda: window in frames.first, "The sheet's first frame")
        took = (frames.first[window] - begun) * 1000
        wait(lambda: sorted(path(one) for all in shared().values() for one in all) == expected, f"All of it, not {shared()}")
        said = wait(lambda: heads(service), "The sheet's head")
        picture(f"{manager.name}-{kind}")
        return [" + ".join(map(str, sorted(map(len, shared().values())))), ", ".join(sorted(said)), f"{took:.0f}"]
    except AssertionError:
        picture(f"{manager.name}-{kind}-failed")
        raise
    finally:
        manager.close()
        for pid in shared():
            os.kill(pid, signal.SIGTERM)
        wait(lambda: not sheet_window(), "The end of the sheet")


def background(manager):
    fill([])
    os.makedirs(FOLDER, exist_ok=True)
    manager.start()
    try:
        found = wait(manager.is_in_background_menu, "The background's menu", 40)
        if found == "yes":
            raise AssertionError("The background's menu has the entry.")
        return ["entry in the menu: " + found, "", ""]
    finally:
        picture(f"{manager.name}-background")
        manager.close()


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
            except AssertionError as error:
                cells = [str(error), "", ""]
                failures += 1
            rows.append("| " + " | ".join([manager.name, kind, *cells]) + " |")
            print(rows[-1], flush=True)
    with open("/results/table.md", "w", encoding="utf-8") as file:
        file.write("\n".join(["| manager | names | arguments | the sheet says | ms from press to first frame |",
                              "|---|---|---|---|---|", *rows, ""]))
    sys.exit(failures != 0)


main()
