# SPDX-License-Identifier: Apache-2.0
"""A short text on the clipboard, which is there as long as no other program copies something."""
import os, subprocess

from x11_clipboard import copy_to_x11


def copy_text(text):
    """Whether the clipboard has it now."""
    content = text.encode()
    ways = [lambda: copy_to_x11({"text/plain;charset=utf-8": content, "UTF8_STRING": content}), lambda: copy_to_wayland(content)]
    if os.environ.get("WAYLAND_DISPLAY"):
        ways.reverse()
    return any(way() for way in ways)


def copy_to_wayland(content):
    nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(["wl-copy", "--type", "text/plain;charset=utf-8"], input=content, **nowhere).returncode == 0
    except FileNotFoundError:
        return False
