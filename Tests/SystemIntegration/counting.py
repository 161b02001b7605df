# SPDX-License-Identifier: Apache-2.0
"""Hundreds of performs: they leave nothing behind, and how long a start takes."""

import os
import time
from collections import Counter

from cases import test
from host import main_pid, property_of, run, wait_until
from performs import WHO, Perform, activity, person, shelf, units_left

IN_A_ROW = 500
AT_ONCE = 50
# Maximum result folders: beyond 256, the daemon removes the oldest ones within their hour, but it checks only every 64 performs.
MOST_FOLDERS = 256 + 64


def descriptors():
    """The daemon's open descriptors, counted by kind."""
    folder = f"/proc/{main_pid(WHO)}/fd"
    return Counter(os.readlink(f"{folder}/{name}").split(":")[0] for name in os.listdir(folder))


def processes():
    """The person's processes, counted by name."""
    return Counter(run("ps", "-o", "comm=", "-u", str(person().pw_uid)).out.split("\n"))


def figures(seconds):
    """The median and the 99th percentile, as text."""
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2] * 1e3:.1f} ms (p99 {ordered[len(ordered) * 99 // 100] * 1e3:.1f} ms)"


class Rest:
    """The resources in use before a test, which must not have grown afterwards. They may shrink, as the drawing process ends."""

    def __init__(self):
        self.pid, self.descriptors, self.processes = main_pid(WHO), descriptors(), processes()
        self.stored = property_of("activityd.service", "NFileDescriptorStore", WHO)
        self.folders = set(os.listdir(shelf()))

    def comes_back(self, count):
        wait_until(lambda: not units_left(), "the end of all units")
        wait_until(lambda: descriptors() <= self.descriptors, f"{self.descriptors}, not {descriptors()},")
        wait_until(lambda: processes() <= self.processes, f"{self.processes}, not {processes()},")
        assert property_of("activityd.service", "NFileDescriptorStore", WHO) == self.stored
        assert main_pid(WHO) == self.pid
        folders = {name for name in os.listdir(shelf()) if not name.startswith(".staging-")}
        assert len(folders) <= MOST_FOLDERS and len(folders - self.folders) >= min(count, 256), len(folders)
        for name in folders:
            assert set(os.listdir(f"{shelf()}/{name}")) == {"record.json", "result.json"}, name
        return f"{len(folders)} results in {int(run('du', '-sk', shelf()).out.split()[0])} KiB"


def timed(connection, identifier):
    """Performs; returns the seconds until the states "started" and "finished"."""
    start = time.monotonic()
    connection.start(identifier)
    started = time.monotonic() - start
    assert connection.end()["result"] == "success"
    return started, time.monotonic() - start


def run_by_systemd():
    start = time.monotonic()
    run("systemd-run", "--user", "--quiet", "--wait", "true", user=WHO, group=WHO, extra_groups=[],
        env={**os.environ, "XDG_RUNTIME_DIR": f"/run/user/{person().pw_uid}"})
    return time.monotonic() - start


@test(f"{IN_A_ROW} performs in a row leave no unit, process or descriptor, and of folders the results alone")
def in_a_row():
    with activity("org.example.true", "#!/bin/sh\n", exec=["true"]) as identifier, Perform() as connection:
        timed(connection, identifier)
        wait_until(lambda: not units_left(), "the end of the first")
        rest = Rest()
        started, finished = zip(*[timed(connection, identifier) for _ in range(IN_A_ROW)])
        left = rest.comes_back(IN_A_ROW)
    beside = [run_by_systemd() for _ in range(IN_A_ROW)]
    return (f"started after {figures(started)}, finished after {figures(finished)}; "
            f"systemd-run --user --wait true {figures(beside)}; {left}")


@test(f"{AT_ONCE} performs at once all end well, and leave as little")
def at_once():
    with activity("org.example.true", "#!/bin/sh\n", exec=["true"]) as identifier, Perform() as first:
        timed(first, identifier)
        wait_until(lambda: not units_left(), "the end of the first")
        rest = Rest()
        connections = [Perform() for _ in range(AT_ONCE)]
        start = time.monotonic()
        for connection in connections:
            connection.begin(identifier)
        units = set()
        for connection in connections:
            units.add(connection.receive()["unit"])
            assert connection.end()["result"] == "success"
        elapsed = time.monotonic() - start
        for connection in connections:
            connection.close()
        left = rest.comes_back(AT_ONCE)
    assert len(units) == AT_ONCE
    return f"all ended after {elapsed:.2f} s; {left}"
