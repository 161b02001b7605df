# SPDX-License-Identifier: Apache-2.0
"""A closed sheet leaves nothing behind, and its freed objects are not used."""

import os
import subprocess
import unittest

from gallery import GALLERY
from pages import ROOT
from waiting import LIMIT


class LeakTests(unittest.TestCase):
    def check(self, page):
        """Opens and closes a hundred sheets. Memory may grow only during the first sixty, which fill GTK's caches."""
        said = subprocess.run(
            [GALLERY, page, "--again", "100"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=5 * LIMIT,
            env=os.environ | {"G_DEBUG": "fatal-criticals"})
        lines = [line.split() for line in said.stdout.splitlines() if line.startswith("left ")]
        rows = [dict(zip(words[::2], map(int, words[1::2]))) for words in lines]
        self.assertEqual(rows[2]["left"], 40)
        self.assertEqual(rows[-1], rows[-1] | {"left": 0, "handlers": 0})
        self.assertLess(rows[-1]["kB"] - rows[2]["kB"], 1024)

    def test_a_hundred_grids_leave_nothing(self):
        self.check("grid")

    def test_a_hundred_forms_leave_nothing(self):
        self.check("faults")

    def test_a_hundred_lists_leave_nothing(self):
        self.check("items")

    def test_a_hundred_in_progress_leave_nothing(self):
        self.check("pulse")
