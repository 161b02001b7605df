# SPDX-License-Identifier: Apache-2.0
"""A virtual pointer (wlr-virtual-pointer-unstable-v1). swaymsg's cursor commands add no pointer to the seat, so programs would
see none."""

import struct

from wire import Client, now

MANAGER = "zwlr_virtual_pointer_manager_v1"
CREATE_POINTER = 0
MOVE_TO, BUTTON, FRAME = 1, 2, 4
LEFT = 0x110


class Pointer:
    """A pointer that belongs to the seat until it is closed."""

    def __init__(self, display):
        self.size = display.size
        self.client = Client(display.display)
        self.pointer = self.client.make(self.client.bind(MANAGER), CREATE_POINTER, struct.pack("<I", 0))
        self.client.synchronise()

    def close(self):
        self.client.close()

    def move(self, x, y):
        self.client.send(self.pointer, MOVE_TO, struct.pack("<5I", now(), x, y, *self.size))
        self._end()

    def click(self, x, y):
        self.move(x, y)
        for is_down in [1, 0]:
            self.client.send(self.pointer, BUTTON, struct.pack("<III", now(), LEFT, is_down))
            self._end()

    def _end(self):
        """Ends a frame: the events since the previous one take effect together."""
        self.client.send(self.pointer, FRAME)
        self.client.synchronise()
