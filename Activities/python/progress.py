# SPDX-License-Identifier: Apache-2.0
"""How far the work is, told to whoever performs it (NOTIFY_SOCKET, sd_notify(3))."""
import os, socket


class Progress:
    """Counts what is done of a total, and tells every hundredth of it."""

    def __init__(self, total):
        self.total, self.done, self.told = max(total, 1), 0, 0
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.address = os.environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)

    def add(self, amount, status):
        """So much more is done; the status names what is worked on."""
        self.done += amount
        fraction = min(self.done / self.total, 1)
        if self.address and fraction >= self.told + 0.01:
            self.told = fraction
            # A name may hold a newline, which would begin another field.
            status = status.replace("\n", " ")
            self.tell(f"STATUS={status}\nX_PROGRESS={fraction:.2f}")

    def tell(self, message):
        try:
            self.socket.sendto(message.encode(errors="replace"), self.address)
        except OSError:
            pass  # Nobody listens, or nobody keeps up: the work is what counts.
