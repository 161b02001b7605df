# SPDX-License-Identifier: Apache-2.0
"""sheet-gallery, which shows the sheet's pages without a daemon. A test class uses one process for successive pages; a page
that is open beside another, or needs settings at its start, has a process of its own."""

import json
import os
import select
import subprocess
import tempfile
import time
import unittest

from accessible import application
from displays import X11
from pages import PROGRAMS, ROOT, Page
from waiting import LIMIT, wait_until

GALLERY = os.path.join(PROGRAMS, "sheet-gallery")


class Gallery:
    """A gallery process. GTK's warnings go to a file."""

    def __init__(self, display, *arguments):
        self.display = display
        self.warnings, self.read = tempfile.TemporaryFile(), 0
        # Unbuffered, because select(2) sees only what is in the pipe.
        self.process = subprocess.Popen(
            [GALLERY, *arguments], cwd=ROOT, env=display.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.warnings, bufsize=0)

    def page(self):
        return GalleryPage(self.process, self.display)

    def end(self):
        self.process.terminate()
        self.process.communicate()
        return self.warned()

    def warned(self):
        """GTK's warnings since the last call."""
        # The file offset is shared with the process, so a plain read would begin where it writes.
        said = os.pread(self.warnings.fileno(), 1 << 20, self.read)
        self.read += len(said)
        return said.decode(errors="replace")


class Pages(Gallery):
    """One page after another, each in a window of its own."""

    def __init__(self, display):
        super().__init__(display, "--pages")

    def open(self, *arguments):
        self.close()
        self._ask(arguments)
        return self.page()

    def close(self):
        """Closes the page, and returns once its window is gone. Lines that were not read are discarded."""
        self._ask([])
        line = None
        while line != b"closed\n":
            if line == b"" or not select.select([self.process.stdout], [], [], LIMIT)[0]:
                raise AssertionError("The gallery has gone, or hangs: " + self.warned())
            line = self.process.stdout.readline()
        wait_until(lambda: not application(self.process.pid), "the end of the window")

    def _ask(self, arguments):
        self.process.stdin.write(json.dumps(arguments).encode() + b"\n")


class GalleryPage(Page):
    def line(self):
        """The next line that the gallery prints, such as the activity that it would perform."""
        ready, _, _ = select.select([self.process.stdout], [], [], LIMIT)
        if not ready:
            raise AssertionError("The gallery says nothing.")
        return self.process.stdout.readline().decode().rstrip("\n")

    def is_silent(self):
        """Whether the gallery has printed no line that was not read."""
        return not select.select([self.process.stdout], [], [], 0)[0]


class PageTestCase(unittest.TestCase):
    maxDiff = None
    display = X11()

    def open(self, *arguments):
        """Opens a page of the gallery in place of the previous one."""
        if "pages" not in vars(type(self)):
            type(self).pages = Pages(self.display)
            self.addClassCleanup(self.end_pages)
        return self.pages.open(*arguments)

    @classmethod
    def end_pages(cls):
        if said := cls.pages.end():
            raise AssertionError("The gallery warned at its end: " + said)

    def tearDown(self):
        if "pages" in vars(type(self)):
            self.pages.close()
            self.assertEqual(self.pages.warned(), "")

    def open_alone(self, *arguments):
        """Opens a page in a process of its own, which ends with the test or with its sheet."""
        gallery = Gallery(self.display, *arguments)
        self.addCleanup(lambda: self.assertEqual(gallery.end(), ""))
        return gallery.page()


def lasting(attempt):
    """Repeats an attempt with ever more keys or clicks, whose number is its argument, until it returns true: the awaited change
    came before they had ended. A busy machine needs more of them.

    - Raises: TimeoutError after LIMIT seconds.
    """
    count, end = 16, time.monotonic() + LIMIT
    while not attempt(count):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {LIMIT} s, and {count} were too few")
        count *= 2
