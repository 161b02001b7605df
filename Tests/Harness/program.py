# SPDX-License-Identifier: Apache-2.0
"""Programs that tests start and stop."""

import contextlib
import os
import pathlib
import subprocess
import time

from waiting import LIMIT


class Program(subprocess.Popen):
    """A process whose output goes to a file, unless the options say otherwise."""

    def __init__(self, command, environment, log, **options):
        with open(log, "ab") as file:
            self.begin = time.monotonic()
            super().__init__(
                command, env=environment, stdin=subprocess.DEVNULL, stderr=file, **{"stdout": file} | options)

    def stop(self):
        """Terminates it with SIGTERM, and returns its exit status.

        - Raises: TimeoutError if it does not exit within LIMIT seconds; then it is killed.
        """
        self.terminate()
        try:
            return self.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()
            raise TimeoutError(f"SIGTERM did not end {self.args}") from None

    def memory(self, key="Rss"):
        """A value of smaps_rollup (proc(5)), in KiB."""
        lines = self._proc("smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key + ":"))

    def descriptors(self):
        """Number of open descriptors."""
        return len(os.listdir(self._proc("fd")))

    def children(self):
        """PIDs of its children, whichever thread has started them."""
        found = []
        for thread in self._proc("task").iterdir():
            # The children of a thread that has exited belong to another thread.
            with contextlib.suppress(OSError):
                found += (thread / "children").read_text().split()
        return found

    def _proc(self, name):
        return pathlib.Path(f"/proc/{self.pid}") / name
