# SPDX-License-Identifier: Apache-2.0
"""Reports how far the work is to its performer (NOTIFY_SOCKET, sd_notify(3))."""
import itertools, os, socket

# As many things as a performer keeps.
MOST_MADE = 64


def tell(status, *fields):
    """Sends it to the performer, and waits for no answer."""
    # A name may hold a newline, which would begin another field.
    send(["\n".join(["STATUS=" + status.replace("\n", " "), *fields])], patience=0)


def tell_made(things):
    """Says what was made, each thing as its type and URI; a performer may take a second for it."""
    send((f"X_MADE={kind} {uri}" for kind, uri in itertools.islice(things, MOST_MADE)), patience=1)


def send(messages, patience):
    """Sends each to the performer, and waits for so many seconds where it is slow."""
    address = os.environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.settimeout(patience)
        try:
            for message in messages:
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
