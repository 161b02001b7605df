# SPDX-License-Identifier: Apache-2.0
"""Tells the performer how far the work is and what it has made (NOTIFY_SOCKET, sd_notify(3))."""
import itertools, os, socket
from mimetypes import guess_type

from .local_files import uri_of

# As many things as a performer keeps, and as much of a status; a message that is too long never arrives.
MOST_MADE = 64
MOST_STATUS = 500


def tell(status, fraction=None):
    """Says in words what is being done, and how much is done, from 0 to 1; waits for no answer."""
    # A name may hold a newline, which would begin another field.
    lines = ["STATUS=" + status[:MOST_STATUS].replace("\n", " ")]
    if fraction is not None:
        lines.append(f"X_PROGRESS={fraction:.2f}")
    send(["\n".join(lines)], patience=0)


def made(thing, kind=None):
    """Says that a file, by its absolute path, or whatever has a URI was made, so that a sheet can offer to open it.

    The kind is its MIME type; without it, what its name says.
    """
    tell_made([(thing, kind)])


def tell_made(things):
    """As made, of several things with their kinds; a performer may take a second for it."""
    messages = ("X_MADE={} {}".format(*described(*thing)) for thing in itertools.islice(things, MOST_MADE))
    send(messages, patience=1)


def described(thing, kind):
    """A thing's kind and URI."""
    raw = os.fsencode(thing)
    if raw.startswith(b"/"):
        return kind or kind_of(raw, "application/octet-stream"), uri_of(raw)
    return kind or kind_of(raw, "text/html"), os.fsdecode(raw)


def kind_of(name, otherwise):
    """The MIME type that the name of a file or the address of a page says it has."""
    kind, encoding = guess_type(os.fsdecode(name))
    return kind if kind and not encoding else otherwise


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
        if not isinstance(total, (int, float)):
            raise TypeError(f"Progress counts to a number, and {total!r} is none: write Progress(len(paths)), for example.")
        self.total, self.done, self.told = max(total, 1), 0, 0

    def add(self, amount, status):
        """So much more is done; the status names what is worked on. With 0, before the work, it is always told."""
        self.done += amount
        fraction = min(self.done / self.total, 1)
        if amount == 0 or fraction >= self.told + 0.01:
            self.told = fraction
            tell(status, fraction)
