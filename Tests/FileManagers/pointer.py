# SPDX-License-Identifier: Apache-2.0
"""Pointer and keys by XTEST, from this process, so that the time of a press is known."""

import ctypes
import ctypes.util
import functools
import time


@functools.cache
def display():
    x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
    x11.XOpenDisplay.restype = ctypes.c_void_p
    return x11, ctypes.CDLL(ctypes.util.find_library("Xtst")), ctypes.c_void_p(x11.XOpenDisplay(None))


def move(x, y):
    x11, xtst, connection = display()
    for offset in (3, 0):
        xtst.XTestFakeMotionEvent(connection, -1, x + offset, y, 0)
        x11.XSync(connection, 0)
        time.sleep(0.1)


def click(x, y, button=1):
    """Moves the pointer and clicks; returns the time of the button's release, to which menus react."""
    move(x, y)
    x11, xtst, connection = display()
    xtst.XTestFakeButtonEvent(connection, button, 1, 0)
    x11.XSync(connection, 0)
    time.sleep(0.05)
    moment = time.monotonic()
    xtst.XTestFakeButtonEvent(connection, button, 0, 0)
    x11.XSync(connection, 0)
    return moment


def type_return():
    """Presses and releases Return; returns the time of the press."""
    x11, xtst, connection = display()
    x11.XKeysymToKeycode.restype = ctypes.c_ubyte
    code = x11.XKeysymToKeycode(connection, ctypes.c_ulong(0xff0d))
    moment = time.monotonic()
    for is_down in (1, 0):
        xtst.XTestFakeKeyEvent(connection, code, is_down, 0)
    x11.XSync(connection, 0)
    return moment
