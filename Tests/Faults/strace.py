# SPDX-License-Identifier: Apache-2.0
"""strace(1) on a daemon that runs: it counts system calls, and makes one of them fail or be the last."""

import collections
import os
import re
import signal
import subprocess
import tempfile

# What touches the state, or could fail on the way to it: the kinds of calls that are counted and tampered with.
CALLS = ["open", "openat", "openat2", "mkdir", "mkdirat", "write", "pwrite64", "fchmod", "fsync", "fdatasync",
         "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "close", "fstat", "newfstatat",
         "getdents64", "read", "ftruncate", "utimensat", "sendto"]


class Strace:
    """Attached while it is entered; `injection` is what --inject= takes."""

    def __init__(self, pid, injection=None, calls=CALLS, options=()):
        self.pid = pid
        self.options = [*options, "-e", "trace=" + ",".join(calls)]
        self.options += [f"--inject={injection}"] if injection else []

    def __enter__(self):
        self.log = tempfile.NamedTemporaryFile(mode="r", suffix=".strace")
        self.process = subprocess.Popen(["strace", "-f", "-o", self.log.name, "-p", str(self.pid), *self.options],
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

    @property
    def injected(self):
        return sum("(INJECTED)" in line for line in self.lines)

    @property
    def beside(self):
        """Whether it met something else than a file: with -y, strace tells which descriptor it was."""
        return any("(INJECTED)" in line and "<anon_inode:" in line for line in self.lines)

    def counts(self):
        """How often each thread, at most, made each call."""
        seen = collections.Counter()
        for line in self.lines:
            if match := re.match(r"(\d+) +(\w+)\(", line):
                seen[match.groups()] += 1
        most = collections.Counter()
        for (_, call), count in seen.items():
            most[call] = max(most[call], count)
        return most
