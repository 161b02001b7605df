# SPDX-License-Identifier: Apache-2.0
"""A pointer without a device (wlr-virtual-pointer-unstable-v1), over the compositor's socket. swaymsg's cursor gives a seat no
pointer: programs learn of none."""

import itertools
import socket
import struct
import time

MANAGER = "zwlr_virtual_pointer_manager_v1"
# Objects and requests are numbers here, as in wayland.xml and wlr-virtual-pointer-unstable-v1.xml.
DISPLAY = 1
SYNC, GET_REGISTRY, BIND, CREATE_POINTER = 0, 1, 0, 0
MOVE_TO, BUTTON, FRAME = 1, 2, 4
ERROR, GLOBAL = 0, 0
LEFT = 0x110


class Pointer:
    """Belongs to the seat from when it is made until it is closed."""

    def __init__(self, display):
        self.size = display.size
        self.numbers = itertools.count(DISPLAY + 1)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(display.display)
        self.registry = self._make(DISPLAY, GET_REGISTRY)
        self.globals = {}
        self._synchronise()
        name = MANAGER.encode() + b"\0"
        manager = self._make(
            self.registry, BIND,
            struct.pack("<II", self.globals[MANAGER], len(name)) + name.ljust(-(-len(name) // 4) * 4, b"\0") + struct.pack("<I", 1))
        self.pointer = self._make(manager, CREATE_POINTER, struct.pack("<I", 0))
        self._synchronise()

    def close(self):
        self.socket.close()

    def move(self, x, y):
        self._send(self.pointer, MOVE_TO, struct.pack("<5I", now(), x, y, *self.size))
        self._end()

    def click(self, x, y):
        self.move(x, y)
        for is_down in [1, 0]:
            self._send(self.pointer, BUTTON, struct.pack("<III", now(), LEFT, is_down))
            self._end()

    def _end(self):
        """Has all since the last of it happen at once."""
        self._send(self.pointer, FRAME)
        self._synchronise()

    def _make(self, thing, request, arguments=b""):
        """The new object is the last argument."""
        number = next(self.numbers)
        self._send(thing, request, arguments + struct.pack("<I", number))
        return number

    def _send(self, thing, request, arguments=b""):
        self.socket.sendall(struct.pack("<IHH", thing, request, 8 + len(arguments)) + arguments)

    def _synchronise(self):
        """Until the compositor has done all that was sent."""
        callback = self._make(DISPLAY, SYNC)
        thing = None
        while thing != callback:
            thing, event, arguments = self._receive()
            if (thing, event) == (DISPLAY, ERROR):
                raise AssertionError(f"The compositor: {arguments}")
            if (thing, event) == (self.registry, GLOBAL):
                number, length = struct.unpack_from("<II", arguments)
                self.globals[arguments[8:7 + length].decode()] = number

    def _receive(self):
        thing, event, length = struct.unpack("<IHH", self._read(8))
        return thing, event, self._read(length - 8)

    def _read(self, count):
        data = self.socket.recv(count, socket.MSG_WAITALL)
        if len(data) < count:
            raise AssertionError("The compositor has gone.")
        return data


def now():
    return int(time.monotonic() * 1000) % 2**32
