# SPDX-License-Identifier: Apache-2.0
"""strace(1) on a daemon that runs: it counts system calls, and makes one of them fail or be the last."""

import collections
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading

# What touches the state, or could fail on the way to it: the kinds of calls that are counted and tampered with.
CALLS = ["open", "openat", "openat2", "mkdir", "mkdirat", "write", "pwrite64", "fchmod", "fsync", "fdatasync",
         "rename", "renameat", "renameat2", "link", "linkat", "symlinkat", "unlink", "unlinkat", "close", "fstat", "newfstatat",
         "getdents64", "read", "ftruncate", "utimensat", "sendto"]


# A write to an eventfd wakes the other thread. It touches no file, and the kernel never refuses it.
BESIDE = "<anon_inode:"


def disk_thread(pid):
    """The thread that does all that touches the disk, by its name."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "disk":
            return ["-p", task.name]
    raise RuntimeError(f"process {pid} has no thread called disk")


def every_thread(pid):
    return ["-f", "-p", str(pid)]


class Strace:
    """Attached while it is entered; `injection` is what --inject= takes."""

    def __init__(self, pid, injection=None, calls=CALLS, options=(), threads=disk_thread):
        self.options = [*threads(pid), "-y", *options, "-e", "trace=" + ",".join(calls)]
        self.options += [f"--inject={injection}"] if injection else []

    def __enter__(self):
        self.log = tempfile.NamedTemporaryFile(mode="r", suffix=".strace")
        self.process = subprocess.Popen(["strace", "-o", self.log.name, *self.options],
                                        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while "attached" not in (said := self.process.stderr.readline()):
            if not said:
                raise RuntimeError("strace ended; may this user trace the daemon?")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGTERM)
        self.process.communicate()
        self.lines = self.log.read().splitlines()
        self.log.close()

    @contextlib.contextmanager
    def watched(self, end):
        """Calls `end` as soon as a wake-up is refused: the other thread would never answer the client."""
        is_over = threading.Event()

        def watch():
            while not is_over.wait(0.01):
                with open(self.log.name, encoding="utf-8", errors="replace") as log:
                    if any(self.is_refused_wake_up(line) for line in log):
                        return end()

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield
        finally:
            is_over.set()
            watcher.join()

    @staticmethod
    def is_refused_wake_up(line):
        return "(INJECTED)" in line and BESIDE in line

    @property
    def injected(self):
        return sum("(INJECTED)" in line for line in self.lines)

    @property
    def beside(self):
        """Whether what was made to fail was no file."""
        return any(map(self.is_refused_wake_up, self.lines))

    def made(self):
        """By call: for each time that it was made, whether that was on a file."""
        seen = collections.defaultdict(list)
        for line in self.lines:
            if match := re.match(r"(?:\d+ +)?(\w+)\(", line):
                seen[match[1]].append(BESIDE not in line)
        return seen
