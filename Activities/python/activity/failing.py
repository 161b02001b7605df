# SPDX-License-Identifier: Apache-2.0
"""Failing: an activity's program ends with one sentence, which the journal and the performer receive."""
import errno, os, re, socket, sys

from .progress import tell
from .words import said

# Errors of a connection in a sandbox without network, besides a failed name lookup.
UNREACHED = {errno.ECONNREFUSED, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL}


# A tool's message, which begins with a path or with the program's name. The sheet tells it from a sentence the same way.
TOOL_LINE = re.compile(r"/|[a-z0-9._+/-]+: ")

# The disk is full, or the person's quota is.
FULL = {errno.ENOSPC, errno.EDQUOT}
DENIED = {errno.EACCES, errno.EPERM}
# The file system has no files as large as this; sendfile(2) says the second.
TOO_LARGE = {errno.EFBIG, errno.EOVERFLOW}


def fail(sentence, raw=None):
    """Ends the program; a sheet shows the sentence in place of the progress.

    The raw message of a tool or the system, if any, is printed before the sentence: a sheet shows it under Details.
    """
    tell(sentence)
    if raw:
        print(raw, file=sys.stderr)
    sys.exit(sentence)


def explained(error):
    """A sentence for the person and raw details (or None) for an error of a file, the network or another program; None for any
    other exception."""
    if isinstance(error, OSError):
        # urllib wraps the system's error.
        reason = getattr(error, "reason", None)
        error = reason if isinstance(reason, OSError) else error
        if not error.errno:
            # Not raised by the system: its message is a sentence for the person.
            return str(error.strerror or error).rstrip(".") + ".", None
        where = f": {path_text(error.filename)!r}" if error.filename else ""
        return sentence(error), f"{error.strerror or error}{where}{advice(error)}."
    # Does not import subprocess for a program that never did.
    if "subprocess" in sys.modules and isinstance(error, sys.modules["subprocess"].CalledProcessError):
        return last_words(error)
    return None


def sentence(error):
    """A sentence for an OSError, in the person's language."""
    # Without a network, the loopback interface refuses the connection, not a server.
    if error.errno == errno.ECONNREFUSED and has_network():
        return said("closed")
    if error.errno in UNREACHED or isinstance(error, (socket.gaierror, TimeoutError)):
        return said("unreached")
    name = error.filename
    if not isinstance(name, (str, bytes, os.PathLike)) or not name:
        return said("no_room" if error.errno in FULL else "disk")
    if error.errno in FULL:
        return said("full", name)
    if error.errno in TOO_LARGE:
        return said("too_small", name)
    if error.errno in DENIED:
        return said("denied", name)
    if error.errno == errno.EROFS:
        return said("fixed", name)
    if error.errno == errno.ENOENT:
        # A program that was not found in PATH is named without a slash.
        return said("gone" if "/" in os.fsdecode(name) else "no_program", name)
    return said("faulty", name)


def path_text(file):
    """A path as text; an error may have a descriptor instead, which is returned unchanged."""
    return file if isinstance(file, int) else os.fsdecode(file)


def advice(error):
    """A hint for the plug-in's author at the manifest key that may have caused the error; else empty."""
    if error.errno == errno.EROFS:
        return ' ("writes" in its manifest lists where it may write)'
    if (error.errno in UNREACHED or isinstance(error, socket.gaierror)) and not has_network():
        return ' ("network" in its manifest says whether it has the network)'
    return ""


def has_network():
    """Whether there is an interface besides the loopback, the only one of a sandbox without network."""
    return any(name != "lo" for _, name in socket.if_nameindex())


def last_words(error):
    """A sentence and details for a program that has failed: the last line of its standard error and the lines before it, or a
    general sentence and all lines if the last one is a tool's message."""
    told = error.stderr or ""
    lines = (os.fsdecode(told) if isinstance(told, bytes) else told).rstrip().splitlines()
    program = os.fsdecode(error.cmd if isinstance(error.cmd, (str, bytes, os.PathLike)) else error.cmd[0])
    if not lines:
        return said("program", program), f"{program} failed with status {error.returncode}."
    if TOOL_LINE.match(lines[-1]):
        return said("program", program), "\n".join(lines)
    return lines[-1], "\n".join(lines[:-1])


def report(kind, error, traceback):
    """Reports an uncaught exception to the performer, which would show the last progress otherwise, and prints the traceback."""
    tell(f"{kind.__name__}: {error}".removesuffix(": "))
    sys.__excepthook__(kind, error, traceback)


sys.excepthook = report
