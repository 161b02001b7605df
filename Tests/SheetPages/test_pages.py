# SPDX-License-Identifier: Apache-2.0
"""Checks each page against what a screen reader should say (spoken/), and against docs/sheet.md: names, and targets of 44 points
that do not overlap.

UPDATE=1 rewrites the files in spoken/."""

import itertools
import os
import re

from gallery import PageTestCase
from pages import GTK_MINOR, TARGETS

SPOKEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spoken")
PAGES = {
    "folder": ["folder"], "grid": ["grid"], "many": ["many"], "twice": ["twice"], "items": ["items"], "empty": ["empty"], "form": ["form"], "nothing": ["nothing"],
    "faults": ["faults"], "progress": ["progress"], "cancelling": ["cancelling"], "failure": ["failure"],
    "unlisted": ["unlisted"], "arabic": ["grid", "--locale", "ar"], "german": ["many", "--locale", "de"],
    "compact": ["grid", "--compact"], "tool-failure": ["tool-failure"], "one-sharing": ["one-sharing"],
    "two-sharing": ["two-sharing"], "some-failed": ["some-failed", "--locale", "de"], "photos": ["photos"],
    "caption": ["caption"], "caption-items": ["caption-items"],
    "german-items": ["items", "--locale", "de"], "asked-by-app": ["grid", "--asker", "Camera", "--title", "Firefox"],
    "edit": ["edit"], "edit-hebrew": ["edit", "--locale", "he"], "edit-refused": ["edit-refused"],
    "targets": ["targets"], "targets-arabic": ["targets", "--locale", "ar"], "targets-compact": ["targets", "--compact"],
    "targets-away": ["targets-away"], "targets-many": ["targets-many", "--locale", "de"], "targets-odd": ["targets-odd"],
    "asked-by-page": ["text", "--page", "example.org", "Firefox"], "options-line": ["options-line"], "options": ["options"],
    "options-of-photos": ["options-of-photos"], "preparing": ["preparing"], "awaiting": ["awaiting"], "options-failed": ["options-failed"],
    "options-unread": ["options-unread"], "options-remaining": ["options-remaining"], "options-inside": ["options-inside"],
    "question-remaining": ["question-remaining"], "question": ["question"], "question-hebrew": ["question", "--locale", "he"],
    "as-zip": ["as-zip"], "arabic-options": ["options-failed", "--locale", "ar"], "german-options": ["preparing", "--locale", "de", "--compact"],
}
# The gallery prints a line when their last reply has arrived.
LATE = ["targets-away"]
TARGET = 44


class PageTests(PageTestCase):
    def check(self, name):
        page = self.open(*PAGES[name])
        if name in LATE:
            page.line()
        tree = page.tree()
        self.check_spoken(name, "\n".join(tree.spoken()) + "\n", tree)
        self.check_names(tree)
        self.check_targets(tree)

    def check_spoken(self, name, spoken, tree):
        path = os.path.join(SPOKEN, name + ".txt")
        if os.environ.get("UPDATE"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(spoken)
        with open(path, encoding="utf-8") as file:
            written = file.read()
        if GTK_MINOR >= 14:
            written = self.without_rows_out_of_sight(written.replace("status bar", "label"), tree)
        self.assertEqual(written, spoken)

    def without_rows_out_of_sight(self, written, tree):
        """Removes the rows that GTK has not created: newer releases create none below the visible ones."""
        rows = [widget for widget in tree.all() if widget.role == "list item"]
        parts = re.split(r"^(?= *list item )", written, flags=re.MULTILINE)
        if len(parts) - 1 <= len(rows):
            return written
        pane = next(widget.extents for widget in tree.all() if widget.role == "scroll pane")
        self.assertGreaterEqual(rows[-1].extents[1] + rows[-1].extents[3], pane[1] + pane[3])
        depth = parts[-1].index("list item")
        after = [line for line in parts[-1].splitlines(keepends=True) if not line.startswith(depth * " ")]
        return "".join(parts[:len(rows) + 1] + after)

    def check_names(self, tree):
        for widget in tree.all():
            if widget.role in TARGETS or "focusable" in widget.states:
                self.assertTrue(widget.name, f"a {widget.role} without a name")
                self.assertFalse(widget.name.startswith("Gtk"), f"a {widget.role} with GTK's name")

    def check_targets(self, tree):
        """Checks size and overlap. Rows of lists are left out: the buttons in them are targets of their own."""
        places = []
        for widget in tree.in_sight():
            if widget.role not in TARGETS or "focusable" not in widget.states or widget.role == "list item":
                continue
            x, y, width, height = widget.extents
            # GTK does not lay out rows that are scrolled out of view.
            if (width, height) == (0, 0):
                continue
            least = 28 if widget.role in ("check box", "switch") else TARGET
            self.assertGreaterEqual(height, least, f"{widget.role} “{widget.name}”")
            self.assertGreaterEqual(width, TARGET, f"{widget.role} “{widget.name}”")
            places.append((widget.name, x, y, width, height))
        self.assertTrue(places)
        for one, other in itertools.combinations(places, 2):
            overlap = (
                one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
                and one[2] < other[2] + other[4] and other[2] < one[2] + one[4])
            self.assertFalse(overlap, f"{one} lies over {other}")


def test_of(name):
    return lambda self: self.check(name)


for name in PAGES:
    setattr(PageTests, f"test_{name}_reads_as_written", test_of(name))
