# SPDX-License-Identifier: Apache-2.0
"""A disk that is full up to a number of pages or inodes, and a read-only one."""

import contextlib
import os
import pathlib
import subprocess

from host import REGISTRY, Daemon, VarlinkError
from operations import OPERATIONS, OTHER, State, files, upload
from storing import Tally

PAGE = 4_096


class Disk:
    """A tmpfs in a separate mount namespace, which exists within a with statement."""

    def __init__(self, folder, options):
        self.place = pathlib.Path(folder) / "disk"
        self.place.mkdir()
        self.options = options

    def __enter__(self):
        script = 'mount -t tmpfs -o "$1" faults "$2" && echo mounted && exec sleep infinity'
        self.keeper = subprocess.Popen(["unshare", "--mount", "sh", "-c", script, "sh", self.options, self.place],
                                       stdout=subprocess.PIPE, text=True)
        if self.keeper.stdout.readline() != "mounted\n":
            raise RuntimeError("no tmpfs can be mounted here: this takes root")
        self.kept = pathlib.Path(f"/proc/{self.keeper.pid}/root") / self.place.relative_to("/")
        self.enter = ["nsenter", "--mount", "--target", str(self.keeper.pid)]
        return self

    def __exit__(self, *_):
        self.keeper.kill()
        self.keeper.communicate()

    def remount(self, mode):
        subprocess.run([*self.enter, "mount", "-o", f"remount,{mode}", self.place], check=True)

    def fill(self, left):
        """Fills the disk except for `left` bytes."""
        with contextlib.suppress(OSError), open(self.kept / "filler", "wb", buffering=0) as filler:
            while True:
                filler.write(bytes(PAGE))
        os.truncate(self.kept / "filler", max(0, (self.kept / "filler").stat().st_size - left))

    def fill_inodes(self, left):
        names = []
        with contextlib.suppress(OSError):
            while True:
                (self.kept / f"filler-{len(names)}").touch(exist_ok=False)
                names.append(self.kept / f"filler-{len(names)}")
        for name in names[:left]:
            name.unlink()

    def free(self):
        for filler in self.kept.glob("filler*"):
            filler.unlink()

    @contextlib.contextmanager
    def daemon(self, folder):
        with Daemon(folder, prefix=self.enter, disk=self.place, kept=self.kept) as daemon:
            daemon.call(f"{REGISTRY}.Register", files=upload(files("one", OTHER, "Other")))
            yield daemon


def attempt(daemon, operation, obstruct, clear, where, tally):
    """Tries the operation after `obstruct`, and again after `clear`."""
    with daemon.connect() as connection:
        operation.begin(connection)
        before = State(daemon)
        obstruct()
        tally.calls += 1
        refused = None
        try:
            operation.perform(connection)
        except VarlinkError as error:
            refused = error
        found = State(daemon)
        clear()
        if refused is None:
            return
        tally.faults += 1
        if refused.name != f"{REGISTRY}.StorageFailed":
            tally.fail("untyped", f"{where}: {refused}")
        if found != before:
            tally.fail("done all the same", where)
        if left := daemon.leftovers():
            tally.fail("left over", f"{where}: {left}")
        operation.perform(connection)
        if State(daemon) == before:
            tally.fail("no retry", where)


def full(folder, sample):
    """Tries each operation with every number of free pages and of free inodes, from none to more than enough."""
    tally = Tally("full disk", "tries")
    with Disk(folder, "size=512k,nr_inodes=64") as disk, disk.daemon(folder) as daemon:
        for operation in OPERATIONS:
            for left in range(0, 16, 8 if sample else 1):
                where = f"{operation.name} with {left}"
                attempt(daemon, operation, lambda: disk.fill(left * PAGE), disk.free, where + " pages", tally)
                attempt(daemon, operation, lambda: disk.fill_inodes(left), disk.free, where + " inodes", tally)
    return tally


def read_only(folder):
    tally = Tally("read-only disk", "tries")
    with Disk(folder, "size=1m") as disk, disk.daemon(folder) as daemon:
        for operation in OPERATIONS:
            attempt(daemon, operation, lambda: disk.remount("ro"), lambda: disk.remount("rw"), operation.name, tally)
    return tally
