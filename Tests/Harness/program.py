# SPDX-License-Identifier: Apache-2.0
"""Programs that a test starts, and ends."""

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
        """Ends it by SIGTERM; its exit status.

        - Raises: TimeoutError if it goes on, after LIMIT seconds and SIGKILL.
        """
        self.terminate()
        try:
            return self.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()
            raise TimeoutError(f"SIGTERM did not end {self.args}") from None

    def memory(self, key="Rss"):
        """Memory in KiB, as proc(5) has it in smaps_rollup."""
        lines = self._proc("smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(key + ":"))

    def descriptors(self):
        """How many are open."""
        return len(os.listdir(self._proc("fd")))

    def children(self):
        """Processes that it keeps, whichever of its threads has started them."""
        found = []
        for thread in self._proc("task").iterdir():
            # A thread that has ended has left its own to another.
            with contextlib.suppress(OSError):
                found += (thread / "children").read_text().split()
        return found

    def _proc(self, name):
        return pathlib.Path(f"/proc/{self.pid}") / name
