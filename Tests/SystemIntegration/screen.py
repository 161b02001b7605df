# SPDX-License-Identifier: Apache-2.0
"""A person's display and the windows on it."""

import os
import pwd
import struct
import subprocess
import time
import zlib

from host import HERE, LIMIT, as_person, wait_until

DISPLAY = ":5"
# The folder in which Xvfb maps the screen to a file in xwd(1)'s format.
FOLDER = "/tmp/screen"
# Maximum number of colours of a screen with an empty window.
FEW = 30


def begin():
    """Starts a display with a window manager, and sets DISPLAY for programs that the person's systemd starts."""
    as_person("alice", "mkdir", "-p", FOLDER)
    popen_as("alice", "Xvfb", DISPLAY, "-screen", "0", "1024x768x24", "-fbdir", FOLDER, "-noreset")
    wait_until(lambda: os.path.exists("/tmp/.X11-unix/X5"), "the display")
    popen_as("alice", "openbox")
    # openbox focuses only windows that are mapped after its own start.
    wait_until(lambda: on_display("xdotool", "get_num_desktops", check=False).status == 0, "the window manager")
    as_person("alice", "systemctl", "--user", "set-environment", f"DISPLAY={DISPLAY}")


def popen_as(person, *command):
    user = pwd.getpwnam(person)
    folder = f"/run/user/{user.pw_uid}"
    return subprocess.Popen(
        ["runuser", "-u", person, "--", "env", "-C", user.pw_dir, f"HOME={user.pw_dir}", f"XDG_RUNTIME_DIR={folder}",
         f"DBUS_SESSION_BUS_ADDRESS=unix:path={folder}/bus", f"DISPLAY={DISPLAY}", *command],
        text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def on_display(*command, check=True):
    return as_person("alice", "env", f"DISPLAY={DISPLAY}", "timeout", str(LIMIT), *command, check=check)


def press(key):
    """Presses a key like a person who has seen the sheet, which ignores performing keys in the half second after a press."""
    time.sleep(0.6)
    on_display("xdotool", "key", key)


def focused():
    return on_display("xdotool", "getwindowfocus", "getwindowname", check=False).out.strip()


def picture(name):
    """Waits until a window is drawn, and saves the screen as a PNG beside the log. Returns its number of colours."""
    colours = wait_until(lambda: count(drawn()[2]), "a window that is drawn")
    width, height, rows = drawn()
    begin = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", begin), (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))), (b"IEND", b"")]
    with open(f"{HERE}/results/{name}.png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in parts:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return colours


def count(rows):
    """The number of colours; 0 if all windows are still empty."""
    colours = len({row[at:at + 3] for row in set(rows) for at in range(0, len(row), 3)})
    return colours if colours > FEW else 0


def drawn():
    """The screen's width, height and rows, with three bytes per pixel."""
    with open(FOLDER + "/Xvfb_screen0", "rb") as file:
        screen = file.read()
    # XWDFileHeader: 25 integers and a name, then 12 bytes for each colour, then the rows.
    header = struct.unpack(">25I", screen[:100])
    start, width, height, stride = header[0] + 12 * header[19], header[4], header[5], header[12]
    rows = []
    for line in range(height):
        row = screen[start + line * stride:][:4 * width]
        pixels = bytearray(3 * width)
        pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
        rows.append(bytes(pixels))
    return width, height, rows
