# SPDX-License-Identifier: Apache-2.0
"""A client of a Wayland compositor, over its socket: objects and requests are numbers, as in wayland.xml."""

import itertools
import socket
import struct
import time

from waiting import LIMIT

DISPLAY = 1
SYNC, GET_REGISTRY, BIND = 0, 1, 0
ERROR, GLOBAL = 0, 0


class Client:
    def __init__(self, path):
        self.numbers = itertools.count(DISPLAY + 1)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(path)
        self.registry = self.make(DISPLAY, GET_REGISTRY)
        self.globals = {}
        self.synchronise()

    def close(self):
        self.socket.close()

    def bind(self, name):
        text = name.encode() + b"\0"
        text = struct.pack("<I", len(text)) + text.ljust(-(-len(text) // 4) * 4, b"\0")
        return self.make(self.registry, BIND, struct.pack("<I", self.globals[name]) + text + struct.pack("<I", 1))

    def make(self, thing, request, arguments=b""):
        """Sends a request that creates an object, and returns the object's number."""
        number = next(self.numbers)
        self.send(thing, request, arguments + struct.pack("<I", number))
        return number

    def send(self, thing, request, arguments=b"", descriptors=()):
        message = struct.pack("<IHH", thing, request, 8 + len(arguments)) + arguments
        socket.send_fds(self.socket, [message], descriptors)

    def synchronise(self):
        """Waits until the compositor has processed all requests."""
        callback = self.make(DISPLAY, SYNC)
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
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise AssertionError("The compositor has gone.")
            data += part
        return data


def now():
    """The time in milliseconds, as in events."""
    return int(time.monotonic() * 1000) % 2**32
