# SPDX-License-Identifier: Apache-2.0
"""Attaches strace(1) to a running daemon: records system calls, and makes one fail or kills the daemon at one."""

import collections
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading

# The calls that are recorded and may be made to fail: those that touch the state, or are needed to reach it.
CALLS = ["open", "openat", "openat2", "mkdir", "mkdirat", "write", "pwrite64", "fchmod", "fsync", "fdatasync",
         "rename", "renameat", "renameat2", "link", "linkat", "symlinkat", "unlink", "unlinkat", "close", "fstat", "newfstatat",
         "getdents64", "read", "ftruncate", "utimensat", "sendto"]


# An eventfd, whose write wakes the other thread. It is not a file, and such a write never fails.
BESIDE = "<anon_inode:"


def disk_thread(pid):
    """strace's options for the thread that does all disk access, found by its name."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "disk":
            return ["-p", task.name]
    raise RuntimeError(f"process {pid} has no thread called disk")


def every_thread(pid):
    return ["-f", "-p", str(pid)]


class Strace:
    """Traces the daemon within a with statement. `injection` is the value of --inject=."""

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
        """Calls `end` as soon as a wake-up was made to fail: the other thread would never reply to the client."""
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
        """Whether the failed call was a wake-up instead of a file operation."""
        return any(map(self.is_refused_wake_up, self.lines))

    def made(self):
        """For each call, a list with one entry per occurrence: whether it was on a file."""
        seen = collections.defaultdict(list)
        for line in self.lines:
            if match := re.match(r"(?:\d+ +)?(\w+)\(", line):
                seen[match[1]].append(BESIDE not in line)
        return seen
