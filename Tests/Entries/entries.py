# SPDX-License-Identifier: Apache-2.0
"""The entries' folders, and a program in place of activity-sheet that records its arguments."""

import os
import shutil
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(ROOT + "/Tests/Harness")
from waiting import wait_until  # noqa: E402

ENTRIES = ROOT + "/Integrations"
MANAGERS = ENTRIES + "/FileManagers"
PURPOSE = ENTRIES + "/Purpose/io.activityd.share"

# Names that a file may have, given by the person or by its sender.
HOSTILE = [b"it's", b'"q"', b"100%.txt", b"%U %f", b"a & b", b"$HOME", b"`id`", b"back\\slash", b"new\nline",
           "\u202egnp.exe".encode(), b"not \xff UTF-8", b"-rf", b"--service", b"-", b"a;b", b"*", b" blank ", b"#1?x=y"]

# File managers have entries of their own that open and show files.
LEFT_OUT = [word for name in ["open", "open-with", "show"] for word in ["--exclude", "io.activityd." + name]]


class EntryTestCase(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.home)
        self.record = os.fsencode(self.home + "/arguments")

    def stand_in(self, code=0, output=""):
        """Creates the program in place of activity-sheet; returns its folder, for PATH."""
        path = self.home + "/bin/activity-sheet"
        os.makedirs(self.home + "/bin", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"""#!/bin/sh
printf '%s\\0' "$@" >'{self.home}/part'
env | grep -e STARTUP -e ACTIVATION >'{self.home}/environment'
mv '{self.home}/part' '{self.home}/arguments'
printf '%s' '{output}'
exit {code}
""")
        os.chmod(path, 0o755)
        return os.path.dirname(path)

    def arguments(self):
        wait_until(lambda: os.path.exists(self.record), "the program")
        with open(self.record, "rb") as file:
            arguments = file.read().split(b"\0")[:-1]
        os.unlink(self.record)
        return arguments

    def files(self, names=HOSTILE):
        folder = os.fsencode(self.home) + b"/files/"
        os.makedirs(folder, exist_ok=True)
        for name in names:
            open(folder + name, "wb").close()
        return [folder + name for name in names]
