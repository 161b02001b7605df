# SPDX-License-Identifier: Apache-2.0
"""The load: each client has a thread, counts of its operations, and the faults that it found."""

import collections
import pathlib
import random
import sys
import threading
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))
from daemon import CHECKOUT, Daemon, programs  # noqa: E402, F401
from varlink import REGISTRY, SERVICE, SHEET, Connection, VarlinkError, framed  # noqa: E402, F401
from waiting import LIMIT, wait_until  # noqa: E402, F401


class Wrong(Exception):
    """A reply that contradicts the model."""


class Load:
    """All clients together."""

    MOST_FAULTS = 20

    def __init__(self, daemon, history):
        self.daemon = daemon
        self.history = history
        self.ends = threading.Event()
        self.counts = collections.Counter()
        self.checked = collections.Counter()
        self.faults = []
        self.lock = threading.Lock()
        self.threads = []

    def add(self, work, *arguments, pause=0.0):
        """Adds a client that works until the end, with pauses of about `pause` seconds."""
        self.threads.append(
            threading.Thread(target=self.run, args=(len(self.threads), work, arguments, pause), daemon=True)
        )

    def run(self, number, work, arguments, pause):
        dice = random.Random(f"{work.__name__} {number}")
        while not self.ends.is_set():
            try:
                for _ in work(self, dice, *arguments):
                    if self.ends.wait(dice.uniform(0, 2 * pause)) if pause else self.ends.is_set():
                        break
            except Exception as error:
                self.fault(work.__name__, error)

    def fault(self, name, error):
        with self.lock:
            self.faults.append(f"{name}: {''.join(traceback.format_exception(error, limit=-2)).strip()}")
        if len(self.faults) >= self.MOST_FAULTS:
            self.ends.set()

    def did(self, kind, checks=1):
        """Counts an operation of a kind, in which `checks` replies were checked against the model."""
        with self.lock:
            self.counts[kind] += 1
            self.checked[kind] += checks

    @property
    def operations(self):
        return sum(self.counts.values())

    def connection(self):
        return self.daemon.connect()

    def wait(self, seconds):
        for thread in self.threads:
            thread.start()
        self.ends.wait(seconds)

    def finish(self):
        self.ends.set()
        for thread in self.threads:
            thread.join(LIMIT)
            if thread.is_alive():
                self.faults.append(f"a client hangs: {thread}")
