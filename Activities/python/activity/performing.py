# SPDX-License-Identifier: Apache-2.0
"""Performing: runs the work, prints its results to standard output, and reports errors as sentences."""
import os, signal, sys

from .failing import explained, fail
from .progress import tell_made


def perform(work, kind=None):
    """Prints the paths or URIs that work() yields, one a line, as they come. It may also return a list or a single one.

    At the end, even after an error, reports them to the performer as made, with the kind (a MIME type) or else the type
    that their names suggest. Fails with a sentence if a file cannot be read or written, or if a program run with
    check=True and stderr=PIPE has failed; the latter's last line is used if it is a sentence.
    """
    if not callable(work):
        raise TypeError("perform calls the function itself: write perform(work), and not perform(work()).")
    things = []
    # A signal raises SystemExit, so that unfinished work is undone.
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
    """Yields the results of work() one by one. Raises TypeError for one that is no path or URI."""
    if isinstance(results, (str, bytes, os.PathLike)) or not hasattr(results, "__iter__"):
        results = [results]
    for thing in results:
        if not isinstance(thing, (str, bytes, os.PathLike)):
            raise TypeError(f"{thing!r} is no result: yield or return paths or URIs, or nothing.")
        yield thing
