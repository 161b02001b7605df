# SPDX-License-Identifier: Apache-2.0
"""Reports progress and results to the performer (NOTIFY_SOCKET, sd_notify(3))."""
import itertools, os, socket
from mimetypes import guess_type

from .local_files import uri_of

# Maximum results that a performer keeps, and maximum characters of a status: a message that is too long never arrives.
MOST_MADE = 64
MOST_STATUS = 500


def tell(status, fraction=None):
    """Sends a status in words and the fraction done, from 0 to 1. Never blocks."""
    # A newline in a file name would begin another field.
    lines = ["STATUS=" + status[:MOST_STATUS].replace("\n", " ")]
    if fraction is not None:
        lines.append(f"X_PROGRESS={fraction:.2f}")
    send(["\n".join(lines)], patience=0)


def made(thing, kind=None):
    """Reports a result, given by its absolute path or URI, so that a sheet can offer to open it.

    The kind is its MIME type; by default, the type that its name suggests.
    """
    tell_made([(thing, kind)])


def tell_made(things):
    """Reports several results, each a pair of path or URI and kind; waits at most a second for the performer each time."""
    messages = ("X_MADE={} {}".format(*described(*thing)) for thing in itertools.islice(things, MOST_MADE))
    send(messages, patience=1)


def described(thing, kind):
    """The kind and URI of a result."""
    raw = os.fsencode(thing)
    if raw.startswith(b"/"):
        return kind or kind_of(raw, "application/octet-stream"), uri_of(raw)
    return kind or kind_of(raw, "text/html"), os.fsdecode(raw)


def kind_of(name, otherwise):
    """The MIME type that a file's name or a page's address suggests; else the other one."""
    kind, encoding = guess_type(os.fsdecode(name))
    return kind if kind and not encoding else otherwise


def send(messages, patience):
    """Sends the messages to the performer, waiting at most `patience` seconds for each. Errors are ignored."""
    address = os.environ.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.settimeout(patience)
        try:
            for message in messages:
                connection.sendto(message.encode(errors="replace"), address)
        except OSError:
            pass  # No performer listens, or it is too slow; the work goes on.


class Progress:
    """Counts the work done of a total, and reports each further hundredth."""

    def __init__(self, total):
        if not isinstance(total, (int, float)):
            raise TypeError(f"Progress counts to a number, and {total!r} is none: write Progress(len(paths)), for example.")
        self.total, self.done, self.told = max(total, 1), 0, 0

    def add(self, amount, status):
        """Counts an amount as done; the status names the current work. Before the work, call it with 0, which always reports."""
        self.done += amount
        fraction = min(self.done / self.total, 1)
        if amount == 0 or fraction >= self.told + 0.01:
            self.told = fraction
            tell(status, fraction)
