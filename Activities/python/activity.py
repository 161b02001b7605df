# SPDX-License-Identifier: Apache-2.0
"""How an activity's program ends: with its results on standard output, or a sentence on standard error."""
import mimetypes, os, signal, sys

from failure import fail
from local_files import uri_of
from progress import tell_made


def perform(work, kind=None):
    """Prints the paths of the files that work() yields, one a line, as they come.

    At the end, whichever it is, its performer is told that they were made; a file is of the kind, a MIME type,
    or of what its name says.
    """
    paths = []
    # As an exception, a signal lets what was begun be taken back.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        for path in work() or ():
            paths.append(path)
            sys.stdout.buffer.write(path + b"\n")
            sys.stdout.flush()
    except OSError as error:
        where = f": {os.fsdecode(error.filename)!r}" if error.filename else ""
        fail(f"{error.strerror or error}{where}.")
    finally:
        tell_made((kind or kind_of(path), uri_of(path)) for path in paths)


def kind_of(path):
    """The MIME type that a file's name says it has."""
    kind, encoding = mimetypes.guess_type(os.fsdecode(path))
    return kind if kind and not encoding else "application/octet-stream"
