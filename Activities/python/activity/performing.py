# SPDX-License-Identifier: Apache-2.0
"""How an activity's program ends: with its results on standard output, or a sentence on standard error."""
import errno, os, signal, sys

from .failing import fail
from .progress import tell_made


def perform(work, kind=None):
    """Prints what work() yields, paths of files or URIs, one a line, as they come; it may also return a single one.

    At the end, whichever it is, the performer is told that they were made; they are of the kind, a MIME type, or of
    what their names say. Where a file cannot be read or written, the program fails with a sentence that says so.
    """
    things = []
    # As an exception, a signal lets what was begun be taken back.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        results = work() or ()
        for thing in [results] if isinstance(results, (str, bytes, os.PathLike)) else results:
            things.append(thing)
            sys.stdout.buffer.write(os.fsencode(thing) + b"\n")
            sys.stdout.flush()
    except OSError as error:
        where = f": {os.fsdecode(error.filename)!r}" if error.filename else ""
        # Its author reads this first, and has to know why.
        advice = ' ("writes" in its manifest lists where it may write)' if error.errno == errno.EROFS else ""
        fail(f"{error.strerror or error}{where}{advice}.")
    finally:
        tell_made((thing, kind) for thing in things)
