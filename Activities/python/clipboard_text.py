# SPDX-License-Identifier: Apache-2.0
"""Puts a short text on the clipboard, where it stays until another program copies something."""
import os

from wayland_clipboard import copy_to_wayland
from x11_clipboard import copy_to_x11

TEXT = "text/plain;charset=utf-8"


def copy_text(text):
    """Copies the text; returns whether that succeeded."""
    formats = {TEXT: text.encode(), "UTF8_STRING": text.encode()}
    ways = [lambda: copy_to_x11(formats), lambda: copy_to_wayland(formats, TEXT)]
    if os.environ.get("WAYLAND_DISPLAY"):
        ways.reverse()
    return any(way() for way in ways)
