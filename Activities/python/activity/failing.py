# SPDX-License-Identifier: Apache-2.0
"""How an activity's program fails: with one sentence, to the journal and to its performer."""
import errno, os, re, socket, sys

from .progress import tell
from .words import said

# What a program is told that is given no network, beside the failure of looking up a name.
UNREACHED = {errno.ECONNREFUSED, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL}


# As a sheet tells a tool's line from a sentence: a path comes first, or the name of the program that says it.
TOOL_LINE = re.compile(r"/|[a-z0-9._+/-]+: ")

# There is no more room, or no more for this person.
FULL = {errno.ENOSPC, errno.EDQUOT}
DENIED = {errno.EACCES, errno.EPERM}
# The file system has no files as large as this; sendfile(2) says the second.
TOO_LARGE = {errno.EFBIG, errno.EOVERFLOW}


def fail(sentence, raw=None):
    """Ends the program; a sheet shows the sentence where it showed how far the work was.

    What a tool or the system said, which is no sentence for people, is printed before it: a sheet has it under Details.
    """
    tell(sentence)
    if raw:
        print(raw, file=sys.stderr)
    sys.exit(sentence)


def explained(error):
    """An exception of a file, the network or another program, as a sentence for the person and as details; None for any
    other."""
    if isinstance(error, OSError):
        # Of urllib's, what is behind it.
        reason = getattr(error, "reason", None)
        error = reason if isinstance(reason, OSError) else error
        if not error.errno:
            # No error of the system's: the program that raised it says what it means.
            return str(error.strerror or error).rstrip(".") + ".", None
        where = f": {path_text(error.filename)!r}" if error.filename else ""
        return sentence(error), f"{error.strerror or error}{where}{advice(error)}."
    # Nothing is loaded for a program that starts no others.
    if "subprocess" in sys.modules and isinstance(error, sys.modules["subprocess"].CalledProcessError):
        return last_words(error)
    return None


def sentence(error):
    """What the system refuses, in the person's language."""
    # Without a network the refusal comes from the loopback interface, not from a server.
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
        # A program that is looked for in PATH has a name, and no path.
        return said("gone" if "/" in os.fsdecode(name) else "no_program", name)
    return said("faulty", name)


def path_text(file):
    """A path as text; a descriptor, which an error may name instead, as it is."""
    return file if isinstance(file, int) else os.fsdecode(file)


def advice(error):
    """Its author reads this first, and has to know why."""
    if error.errno == errno.EROFS:
        return ' ("writes" in its manifest lists where it may write)'
    if (error.errno in UNREACHED or isinstance(error, socket.gaierror)) and not has_network():
        return ' ("network" in its manifest says whether it has the network)'
    return ""


def has_network():
    """Whether there is more than the loopback, which is all that a sandbox without the network has."""
    return any(name != "lo" for _, name in socket.if_nameindex())


def last_words(error):
    """Of a program that has failed: the last line on its standard error, where that is a sentence for people; the lines
    before it are printed."""
    told = error.stderr or ""
    lines = (os.fsdecode(told) if isinstance(told, bytes) else told).rstrip().splitlines()
    program = os.fsdecode(error.cmd if isinstance(error.cmd, (str, bytes, os.PathLike)) else error.cmd[0])
    if not lines:
        return said("program", program), f"{program} failed with status {error.returncode}."
    if TOOL_LINE.match(lines[-1]):
        return said("program", program), "\n".join(lines)
    return lines[-1], "\n".join(lines[:-1])


def report(kind, error, traceback):
    """Tells of an exception that ends the program; else the performer would show how far the work was."""
    tell(f"{kind.__name__}: {error}".removesuffix(": "))
    sys.__excepthook__(kind, error, traceback)


sys.excepthook = report
