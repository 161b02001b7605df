# SPDX-License-Identifier: Apache-2.0
"""How an activity's program ends: with its results on standard output, or a sentence on standard error."""
import os, signal, sys

from failure import fail


def perform(work):
    """Prints the paths that work() yields, one a line, as they come."""
    # As an exception, a signal lets what was begun be taken back.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        for path in work() or ():
            sys.stdout.buffer.write(path + b"\n")
            sys.stdout.flush()
    except OSError as error:
        where = f": {os.fsdecode(error.filename)!r}" if error.filename else ""
        fail(f"{error.strerror or error}{where}.")
