# SPDX-License-Identifier: Apache-2.0
"""Checks what a power failure would leave, by the order of system calls.

Killing a process loses nothing that it has written; a power failure does. So each change is traced: a file must be flushed before
it is renamed into place, and the folder before the client receives the reply.
"""

import pathlib
import re

from operations import OPERATIONS
from storing import Tally
from strace import Strace, every_thread

CALLS = ["openat", "mkdirat", "write", "pwrite64", "fsync", "fdatasync", "renameat", "renameat2", "unlinkat", "sendto"]
# The call, its first descriptor's path, its first name, and the path of the descriptor that it returns, of a line such as
# "renameat2(7</x/activities>, "a", 7</x/activities>, "b", …) = 0".
LINE = re.compile(r'\d+ +(\w+)\((?:\w+<([^>]*)>)?(?:, "([^"]*)")?.* = \d+(?:<([^>]*)>)?')


class Unflushed:
    """The files and folders that are not flushed yet, during one change."""

    def __init__(self, kept):
        self.kept = str(kept)
        self.files = set()
        self.folders = set()
        self.faults = []
        self.flushes = 0

    def take(self, line):
        if not (match := LINE.match(line)):
            return
        call, place, name, opened = match.groups()
        if call == "sendto":
            self.answer()
        elif place and not place.startswith(self.kept):
            return
        elif call == "openat" and "O_CREAT" in line:
            self.files.add(opened)
            self.folders.add(str(pathlib.Path(opened).parent))
        elif call == "mkdirat":
            self.folders.add(place)
        elif call in ("write", "pwrite64"):
            self.files.add(place)
        elif call in ("fsync", "fdatasync"):
            self.flushes += 1
            self.files.discard(place)
            self.folders.discard(place)
        elif call.startswith("rename"):
            self.rename(place, name)

    def rename(self, place, name):
        moved = f"{place}/{name}"
        late = {path for path in self.files | self.folders if path == moved or path.startswith(moved + "/")}
        if late:
            self.faults.append(f"renamed before it is flushed: {sorted(late)}")
        self.folders.add(place)

    def answer(self):
        """Records a fault if anything is not flushed when the reply is sent, except caches, staging files, locks and logs."""
        late = {path for path in self.files | self.folders
                if "/cache/" not in path and "/.staging-" not in path and not path.endswith(("/.lock", "/log"))}
        if late:
            self.faults.append(f"answered before it is flushed: {sorted(late)}")


def ordered(daemon):
    tally = Tally("flushed in order", "changes")
    for operation in OPERATIONS:
        with daemon.connect() as connection:
            operation.begin(connection)
            with Strace(daemon.pid, calls=CALLS, threads=every_thread) as trace:
                operation.perform(connection)
        watched = Unflushed(daemon.kept)
        for line in trace.lines:
            watched.take(line)
        tally.calls += 1
        tally.faults += watched.flushes
        assert watched.flushes, f"no flush was seen at all:\n{trace.lines}"
        for fault in watched.faults:
            tally.fail("lost", f"{operation.name}: {fault}")
    return tally

