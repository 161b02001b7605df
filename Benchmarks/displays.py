# SPDX-License-Identifier: Apache-2.0
"""The benchmark's own displays, which detect a window's first frame.

Xvfb's screen is a file in memory, black where there is no window. A window that is mapped but not painted yet
is black too, so the first frame is the first pixel of another colour. There is no window manager, whose frame
would be painted earlier. Sway announces a window once its first buffer was committed. So no program reports
its own frame, and all are measured in the same way.
"""

import mmap
import os
import struct
import time

import compositor
from program import Program
from waiting import LIMIT, wait_until

SWAY = "output * mode 1000x900 bg #000000 solid_color\ndefault_border none\nfor_window [app_id=.*] floating enable\n"


def since(begin):
    return (time.monotonic() - begin) * 1e3


class Xvfb(Program):
    """A screen on which the green of some rows is compared: few rows to detect a window, more to detect an
    icon."""

    WIDTH, HEIGHT, FEW, MORE = 1000, 900, 32, 8

    def __init__(self, folder):
        folder.mkdir()
        size = f"{self.WIDTH}x{self.HEIGHT}x24"
        reading, writing = os.pipe()
        screen = ["-screen", "0", size, "-fbdir", str(folder), "-nocursor", "-noreset"]
        super().__init__(
            ["Xvfb", "-displayfd", str(writing), *screen], os.environ, folder / "log", pass_fds=[writing]
        )
        os.close(writing)
        with open(reading, encoding="ascii") as pipe:
            self.environment = {"DISPLAY": ":" + pipe.readline().strip(), "GDK_BACKEND": "x11"}
        with open(folder / "Xvfb_screen0", "rb") as file:
            self.memory_of_screen = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        # XWDFileHeader: 100 bytes and a name, then the colours, 12 bytes each, then the rows.
        header = struct.unpack(">25I", self.memory_of_screen[:100])
        self.start, self.stride = header[0] + 12 * header[19], header[12]

    def rows(self, step=MORE):
        """The green bytes of every `step`th row. Padding bytes are ignored: they may be set in a window's
        black pixels."""
        begins = range(self.start + 1, self.start + self.stride * self.HEIGHT, self.stride * step)
        return [self.memory_of_screen[begin : begin + self.WIDTH * 4 : 4] for begin in begins]

    def is_black(self):
        return not any(row.strip(b"\0") for row in self.rows(self.FEW))

    def prepare(self):
        wait_until(self.is_black, "a screen without windows")

    def first_frame(self, begin):
        """Milliseconds from `begin` to the first pixel that is not black."""
        while self.is_black():
            if since(begin) > LIMIT * 1e3:
                raise TimeoutError("no window has come")
            time.sleep(0.0002)
        return since(begin)

    def opened(self, begin, quiet=0.3):
        """Milliseconds until the first frame with the window's final height, and from then until the last
        change.
        
        A sheet without its titles would grow; and the server may still be copying when the first row is seen.
        """
        first = last = self.first_frame(begin)
        rows, changed = self.rows(), time.monotonic()
        while time.monotonic() < changed + quiet:
            if (now := self.rows()) != rows:
                changed, last = time.monotonic(), since(begin)
                if height(now) != height(rows):
                    first = last
                rows = now
            time.sleep(0.0005)
        return {"first": first, "rest": last - first}

    def painted(self):
        """Left, top, right and bottom edge of the window, which is everything not black."""
        rows = self.rows()
        lines = [number for number, row in enumerate(rows) if any(row)]
        middle = rows[lines[len(lines) // 2]]
        left = len(middle) - len(middle.lstrip(b"\0"))
        right = len(middle.rstrip(b"\0"))
        return left, lines[0] * self.MORE, right, lines[-1] * self.MORE


def height(rows):
    return sum(any(row) for row in rows)


class Sway(compositor.Sway):
    """Sway, which announces a window once it has its first frame."""

    def __init__(self, folder):
        folder.mkdir()
        super().__init__(folder, SWAY, {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})
        self.environment = {"WAYLAND_DISPLAY": self.display, "GDK_BACKEND": "wayland"}
        self.ask(self.SUBSCRIBE, b'["window"]')
        self.open = 0

    def change(self):
        while (change := self.message()["change"]) not in ("new", "close"):
            continue
        self.open += 1 if change == "new" else -1
        return change

    def prepare(self):
        while self.open:
            self.change()

    def first_frame(self, begin):
        while self.change() != "new":
            continue
        return since(begin)

    def opened(self, begin):
        return {"first": self.first_frame(begin)}
