# SPDX-License-Identifier: Apache-2.0
"""Shared by the test runners: the list of unsteady tests, and the processes that tests leave running."""

import contextlib
import os
import pathlib
import sys
import tempfile
import time

from waiting import LIMIT

UNSTEADY = pathlib.Path(__file__).parents[1] / "unsteady"


def unsteady():
    """The reasons in Tests/unsteady, keyed by suite and test."""
    lines = [line.split("\t") for line in UNSTEADY.read_text().splitlines() if not line.startswith("#")]
    return {(suite, test): reason for suite, test, reason in lines}


def failures(failed):
    """Prints failures, pairs of suite and test, or of "" and another name; returns the names that are not in the list."""
    known = unsteady()
    for suite, test in failed:
        reason = known.get((suite, test))
        name = f"{suite}: {test}" if suite else test
        print(f"KNOWN: {name}: {reason}" if reason else f"FAILED: {name}", file=sys.stderr)
    return [test for test in failed if test not in known]


@contextlib.contextmanager
def place():
    """A temporary folder for all files of a test run; `left` finds the run's processes by it."""
    with tempfile.TemporaryDirectory(prefix="", ignore_cleanup_errors=True) as folder:
        # Some daemons run as other users.
        os.chmod(folder, 0o755)
        yield folder


def left(folder):
    """Waits up to LIMIT seconds for a run's processes to exit; prints and returns those that still run."""
    end = time.monotonic() + LIMIT
    while (found := processes(folder)) and time.monotonic() < end:
        time.sleep(0.1)
    for process in found:
        print(f"LEFT RUNNING: {process}", file=sys.stderr)
    return found


def processes(folder):
    """PIDs and command lines of processes whose environment mentions the folder, or whose working directory is in it."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            environment, place = (process / "environ").read_bytes(), os.readlink(process / "cwd")
            if folder.encode() in environment or place.startswith(folder):
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append(f"{process.name} {command.decode(errors='replace')}")
    return found
