# SPDX-License-Identifier: Apache-2.0
"""How an activity's program ends: with its results on standard output, or a sentence on standard error."""
import os, signal, sys

from .failing import explained, fail
from .progress import tell_made


def perform(work, kind=None):
    """Prints what work() yields, paths of files or URIs, one a line, as they come; it may also return a single one.

    At the end, whichever it is, the performer is told that they were made; they are of the kind, a MIME type, or of
    what their names say. Where a file cannot be read or written, the program fails with a sentence that says so, and
    where a program that it ran with check=True and stderr=PIPE has failed, with the last line of that one if that is a
    sentence.
    """
    if not callable(work):
        raise TypeError("perform calls the function itself: write perform(work), and not perform(work()).")
    things = []
    # As an exception, a signal lets what was begun be taken back.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        for thing in each(work() or ()):
            line = os.fsencode(thing) + b"\n"
            things.append(thing)
            sys.stdout.buffer.write(line)
            sys.stdout.flush()
    except Exception as error:
        words = explained(error)
        if words is None:
            raise
        fail(*words)
    finally:
        tell_made((thing, kind) for thing in things)


def each(results):
    """What work() has given, one by one."""
    if isinstance(results, (str, bytes, os.PathLike)) or not hasattr(results, "__iter__"):
        results = [results]
    for thing in results:
        if not isinstance(thing, (str, bytes, os.PathLike)):
            raise TypeError(f"{thing!r} is no result: yield or return paths or URIs, or nothing.")
        yield thing
