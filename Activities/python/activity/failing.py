# SPDX-License-Identifier: Apache-2.0
"""How an activity's program fails: with one sentence, to the journal and to its performer."""
import errno, os, socket, sys

from .progress import tell

# What a program is told that is given no network, beside the failure of looking up a name.
UNREACHED = {errno.ECONNREFUSED, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL}


def fail(sentence):
    """Ends the program; a sheet shows the sentence where it showed how far the work was."""
    tell(sentence)
    sys.exit(sentence)


def sentence(error):
    """What an exception says to a person: of a file, of the network, or of another program; None of any other."""
    if isinstance(error, OSError):
        # Of urllib's, what is behind it.
        reason = getattr(error, "reason", None)
        error = reason if isinstance(reason, OSError) else error
        where = f": {path_text(error.filename)!r}" if error.filename else ""
        return f"{error.strerror or error}{where}{advice(error)}."
    # Nothing is loaded for a program that starts no others.
    if "subprocess" in sys.modules and isinstance(error, sys.modules["subprocess"].CalledProcessError):
        return last_words(error)
    return None


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
    """The last line on standard error of a program that has failed; the lines before it are printed."""
    told = error.stderr or ""
    lines = (os.fsdecode(told) if isinstance(told, bytes) else told).rstrip().splitlines()
    if not lines:
        program = error.cmd if isinstance(error.cmd, (str, bytes, os.PathLike)) else error.cmd[0]
        return f"{os.fsdecode(program)} failed with status {error.returncode}."
    for line in lines[:-1]:
        print(line, file=sys.stderr)
    return lines[-1]


def report(kind, error, traceback):
    """Tells of an exception that ends the program; else the performer would show how far the work was."""
    tell(f"{kind.__name__}: {error}".removesuffix(": "))
    sys.__excepthook__(kind, error, traceback)


sys.excepthook = report
