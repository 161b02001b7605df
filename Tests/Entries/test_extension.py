# SPDX-License-Identifier: Apache-2.0
"""The extension of Nautilus and Caja, in a program that takes their place."""

import os
import subprocess
import sys
import unittest

from gi.repository import Gio

from entries import ENTRIES, LEFT_OUT, MANAGERS, EntryTestCase

# The parts of a manager's module that the extension uses. A manager loads its own module before the
# extension.
MANAGER = """
import sys, types
from gi.repository import GObject
module = types.ModuleType(sys.argv[1])
class MenuProvider: pass
class MenuItem(GObject.GObject):
    __gsignals__ = {"activate": (GObject.SignalFlags.RUN_LAST, None, ())}
    def __init__(self, name, label, icon):
        super().__init__()
        self.label = label
class File:
    def __init__(self, uri): self.uri = uri
    def get_activation_uri(self): return self.uri
module.MenuProvider, module.MenuItem = MenuProvider, MenuItem
sys.modules["gi.repository." + sys.argv[1]] = module
import gi.repository
setattr(gi.repository, sys.argv[1], module)
import activity_share
menu = activity_share.ShareMenu()
assert activity_share.GTK == {"Nautilus": "4.0", "Caja": "3.0"}[sys.argv[1]]
assert not menu.get_background_items(None) and not menu.get_background_items(None, None)
files = [File(uri) for uri in sys.stdin.read().split()]
for arguments in [[files], [None, files]]:
    items = menu.get_file_items(*arguments)
    print("\\n".join(item.label for item in items))
for item in items: item.emit("activate")
"""


class ExtensionTests(EntryTestCase):
    def run_manager(self, name, uris, **environment):
        bin = self.stand_in()
        applications = self.home + "/share/applications"
        os.makedirs(applications, exist_ok=True)
        if not os.path.exists(applications + "/io.activityd.Share.desktop"):
            os.symlink(ENTRIES + "/io.activityd.Share.desktop", applications + "/io.activityd.Share.desktop")
        return subprocess.run(
            [sys.executable, "-B", "-c", MANAGER, name], input="\n".join(uris), text=True, capture_output=True, check=True,
            env={**os.environ, "PATH": bin + ":" + os.environ["PATH"], "PYTHONPATH": MANAGERS,
                 "XDG_DATA_DIRS": self.home + "/share:/usr/share", **environment}).stdout.split("\n")[:-1]

    def test_it_starts_the_sheet_with_hostile_names(self):
        paths = self.files()
        uris = [Gio.File.new_for_path(os.fsdecode(path)).get_uri() for path in paths]
        for manager in ["Nautilus", "Caja"]:
            self.assertEqual(self.run_manager(manager, uris, LANGUAGE="en"), ["Share…", "Share…"])
            self.assertEqual(self.arguments(), [*map(str.encode, LEFT_OUT), b"--", *paths])
            self.assertEqual(self.run_manager(manager, uris, LANGUAGE="de"), ["Teilen …", "Teilen …"])
            self.arguments()

    def test_a_thousand_files(self):
        uris = [f"file:///files/{number}" for number in range(1000)]
        self.run_manager("Nautilus", uris)
        self.assertEqual(len(self.arguments()), len(LEFT_OUT) + 1001)

    def test_an_address_elsewhere(self):
        self.run_manager("Caja", ["sftp://host/a.txt"])
        self.assertEqual(self.arguments(), [*map(str.encode, LEFT_OUT), b"--", b"sftp://host/a.txt"])

    def test_without_a_selection_or_the_sheet_there_is_no_entry(self):
        self.assertEqual(self.run_manager("Nautilus", []), ["", ""])
        os.unlink(self.stand_in() + "/activity-sheet")
        path = self.home + "/empty"
        os.mkdir(path)
        self.assertEqual(self.run_manager("Nautilus", ["file:///a"], XDG_DATA_DIRS=path, XDG_DATA_HOME=path), ["", ""])


if __name__ == "__main__":
    unittest.main()
