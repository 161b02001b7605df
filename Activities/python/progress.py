# SPDX-License-Identifier: Apache-2.0
"""Reports how far the work is to its performer (NOTIFY_SOCKET, sd_notify(3))."""
import os, socket


def tell(status, *fields):
    """Sends it to the performer, and waits for no answer."""
    # A name may hold a newline, which would begin another field.
    message = "\n".join(["STATUS=" + status.replace("\n", " "), *fields])
    address = os.environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as connection:
        try:
            connection.sendto(message.encode(errors="replace"), address)
        except OSError:
            pass  # No performer listens, or it is too slow: the work is what counts.


class Progress:
    """Counts what is done of a total, and tells every hundredth of it."""

    def __init__(self, total):
        self.total, self.done, self.told = max(total, 1), 0, 0

    def add(self, amount, status):
        """So much more is done; the status names what is worked on."""
        self.done += amount
        fraction = min(self.done / self.total, 1)
        if fraction >= self.told + 0.01:
            self.told = fraction
            tell(status, f"X_PROGRESS={fraction:.2f}")
