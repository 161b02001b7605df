# SPDX-License-Identifier: Apache-2.0
"""A session bus and displays of the benchmark's own, which tell when a window shows its first frame.

Xvfb's screen is a file in memory, black where there is no window. A window that is mapped and not painted yet is
black as well, so the first frame is the first pixel of another colour. There is no window manager: its frame
would be painted sooner. Sway announces a window when the first buffer has been committed to it. So no program is
asked when it believes to have painted, and all are measured alike.
"""

import json
import mmap
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import time

# Starts nothing but assistive technology's bus: a desktop's services would answer with its settings.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{folder}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
SWAY = "output * mode 1000x900 bg #000000 solid_color\ndefault_border none\nfor_window [app_id=.*] floating enable\n"
# Sway refuses to be root's.
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


def wait(condition, what, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.001)
    raise TimeoutError(f"{what} has not come within {seconds} s")


def since(begin):
    """Milliseconds."""
    return (time.monotonic() - begin) * 1e3


class Process:
    """What is stopped when the measurement is over."""

    def __init__(self, command, environment, folder, **options):
        with open(folder / "log", "a", encoding="utf-8") as log:
            self.begin = time.monotonic()
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stderr=log, **{"stdout": log} | options
            )
        self.pid = self.process.pid

    def memory(self, key="Private_Dirty"):
        """MB."""
        text = pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return next(int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith(key + ":"))

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


class Bus(Process):
    def __init__(self, folder):
        (folder / "services").mkdir(parents=True)
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", folder / "services")
        (folder / "bus.conf").write_text(BUS.format(folder=folder))
        super().__init__(
            ["dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork", "--print-address"],
            os.environ,
            folder,
            stdout=subprocess.PIPE,
        )
        self.address = self.process.stdout.readline().decode().strip()


class Xvfb(Process):
    """A screen of which the green in some rows is looked at: few for a window to come, more for an icon."""

    WIDTH, HEIGHT, FEW, MORE = 1000, 900, 32, 8

    def __init__(self, folder):
        folder.mkdir()
        size = f"{self.WIDTH}x{self.HEIGHT}x24"
        reading, writing = os.pipe()
        screen = ["-screen", "0", size, "-fbdir", str(folder), "-nocursor", "-noreset"]
        super().__init__(
            ["Xvfb", "-displayfd", str(writing), *screen],
            os.environ,
            folder,
            pass_fds=[writing],
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
        """Without the bytes that pad the pixels: a black pixel of a window may have them set."""
        begins = range(self.start + 1, self.start + self.stride * self.HEIGHT, self.stride * step)
        return [self.memory_of_screen[begin : begin + self.WIDTH * 4 : 4] for begin in begins]

    def is_black(self):
        return not any(row.strip(b"\0") for row in self.rows(self.FEW))

    def prepare(self):
        wait(self.is_black, "a screen without windows")

    def first_frame(self, begin, seconds=10):
        """Milliseconds from `begin` to the first pixel that is not black."""
        while self.is_black():
            if since(begin) > seconds * 1e3:
                raise TimeoutError("no window has come")
            time.sleep(0.0002)
        return since(begin)

    def opened(self, begin, quiet=0.3):
        """Milliseconds to the first frame that is as high as the window stays, and from there to the last change.

        A sheet without its titles would grow; and the server may be copying yet when the first row is seen.
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
        """Left, top, right and bottom of what is not black."""
        rows = self.rows()
        lines = [number for number, row in enumerate(rows) if any(row)]
        middle = rows[lines[len(lines) // 2]]
        left = len(middle) - len(middle.lstrip(b"\0"))
        right = len(middle.rstrip(b"\0"))
        return left, lines[0] * self.MORE, right, lines[-1] * self.MORE


def height(rows):
    return sum(any(row) for row in rows)


class Sway(Process):
    """Without a screen: a window is announced once its first frame is there."""

    SUBSCRIBE, MAGIC = 2, b"i3-ipc"

    def __init__(self, folder):
        folder.mkdir()
        (folder / "config").write_text(SWAY)
        variables = {
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
            "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1",
        }
        os.chmod(folder, 0o700)
        as_nobody = NOBODY if os.getuid() == 0 else []
        if as_nobody:
            os.chown(folder, 65534, 65534)
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"} | variables
        super().__init__([*as_nobody, "sway", "--config", str(folder / "config")], environment, folder)
        address = wait(lambda: next(folder.glob("sway-ipc.*"), None), "sway")
        self.environment = {"WAYLAND_DISPLAY": str(folder / "wayland-1"), "GDK_BACKEND": "wayland"}
        self.socket = socket.socket(socket.AF_UNIX)
        # Refuses until it listens, and then has its display too.
        wait(lambda: self.socket.connect_ex(str(address)) == 0, "sway")
        body = b'["window"]'
        self.socket.sendall(self.MAGIC + struct.pack("=II", len(body), self.SUBSCRIBE) + body)
        self.open = 0
        self.message(10)

    def message(self, seconds):
        self.socket.settimeout(seconds)
        length, _ = struct.unpack("=6xII", self.socket.recv(14, socket.MSG_WAITALL))
        return json.loads(self.socket.recv(length, socket.MSG_WAITALL))

    def change(self, seconds=10):
        while (change := self.message(seconds)["change"]) not in ("new", "close"):
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
