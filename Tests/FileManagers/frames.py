# SPDX-License-Identifier: Apache-2.0
"""Records when windows are first painted, by the X extension DAMAGE.

Times are of CLOCK_MONOTONIC, read on a thread of its own as soon as the server's report arrives.
"""

import ctypes
import ctypes.util
import threading
import time

CREATE_NOTIFY = 16
SUBSTRUCTURE_NOTIFY = 1 << 19
NON_EMPTY = 3


class CreateEvent(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("parent", ctypes.c_ulong), ("window", ctypes.c_ulong)]


class DamageEvent(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("drawable", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("created", CreateEvent), ("damaged", DamageEvent), ("pad", ctypes.c_long * 24)]


def library(name):
    return ctypes.CDLL(ctypes.util.find_library(name))


class Frames:
    def __init__(self):
        self.first = {}
        self.x11, self.damage = library("X11"), library("Xdamage")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
        # Ignores errors: a window may disappear before it is watched.
        self.x11.XSetErrorHandler(self.handler)
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        base, errors = ctypes.c_int(), ctypes.c_int()
        if not self.damage.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(errors)):
            raise RuntimeError("The display has no DAMAGE.")
        self.notify = base.value
        root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        self.x11.XSelectInput(self.display, root, ctypes.c_long(SUBSTRUCTURE_NOTIFY))
        self.x11.XSync(self.display, 0)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        event = Event()
        while True:
            self.x11.XNextEvent(self.display, ctypes.byref(event))
            now = time.monotonic()
            if event.type == CREATE_NOTIFY:
                self.damage.XDamageCreate(self.display, ctypes.c_ulong(event.created.window), NON_EMPTY)
                self.x11.XFlush(self.display)
            elif event.type == self.notify:
                self.first.setdefault(event.damaged.drawable, now)
