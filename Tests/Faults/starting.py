# SPDX-License-Identifier: Apache-2.0
"""Starts: after a process was killed, killed repeatedly during the clean-up, and with changed clocks."""

import os
import subprocess

from host import REGISTRY, Daemon
from operations import BUNDLE, OPERATIONS, OTHER, State, files, upload, write
from storing import Tally

YEAR = 366 * 86_400


def litter(daemon):
    """Creates the worst leftovers of a process: half-written new bundles, an old bundle without a successor and one with."""
    place = daemon.kept / "data/activities"
    write(files("half"), place / ".staging-new-half-1")
    (place / ".staging-new-half-1/manifest.json").write_bytes(b"{")
    bundle = place / f"{BUNDLE}.activity"
    write(files("zero"), place / f".staging-old-{BUNDLE}")
    state = daemon.kept / "state/activityd"
    state.mkdir(parents=True, exist_ok=True)
    for name in ("elections.json", "arrangement.json"):
        (state / f".staging-new-{name}-1").write_bytes(b"{")
    return bundle


def swept(daemon):
    """Kills the start at each call that changes anything; the last start must remove everything that the others left."""
    tally = Tally("starts killed", "starts")
    OPERATIONS[1].begin(daemon.connect())
    before = State(daemon)
    for orphan in (False, True):
        number = 1
        killed = True
        while killed:
            daemon.kill()
            bundle = litter(daemon)
            if orphan and bundle.exists():
                aside = bundle.parent / f".staging-old-{BUNDLE}"
                subprocess.run(["rm", "-r", aside], check=True)
                bundle.rename(aside)
            killed = die_at(daemon, number)
            tally.calls += 1
            tally.faults += killed
            daemon.start()
            if State(daemon) != before or not before.holds(daemon.call(f"{REGISTRY}.Describe")["activities"]):
                tally.fail("lost", f"a start killed at change {number}")
            if left := daemon.leftovers():
                tally.fail("left over", f"a start killed at change {number}: {left}")
            number += 1
    return tally


CHANGES = "renameat,renameat2,rename,unlinkat,unlink,mkdirat,mkdir,fsync,fchmod,write"


def die_at(daemon, number):
    """Starts a daemon that is killed at a changing call, by number; returns False if the start succeeds with fewer calls."""
    inject = f"--inject={CHANGES}:signal=KILL:when={number}"
    plain, daemon.prefix = daemon.prefix, ["strace", "-D", "-f", "-o", "/dev/null", "-e", "trace=" + CHANGES, inject]
    try:
        daemon.start()
        daemon.kill()
        return False
    except RuntimeError:
        return True
    finally:
        daemon.prefix = plain


def clocks(folder):
    """Sets the files' times to 1970 and 2100, and restarts with the monotonic clock a year ahead, then back; the state must
    stay."""
    tally = Tally("clock jumps", "restarts")
    daemon = Daemon(folder).start()
    daemon.call(f"{REGISTRY}.Register", files=upload(files("one", OTHER, "Other")))
    try:
        for operation in OPERATIONS:
            operation.begin(daemon.connect())
            operation.perform(daemon.connect())
            state = State(daemon)
            for offset in (YEAR, 0):
                tally.calls += 1
                for time in (0, 4_102_444_800):  # 1970 and 2100
                    age(daemon, time)
                    tally.faults += 1
                    daemon.call("io.systemd.service.Reload")
                    if not state.holds(daemon.call(f"{REGISTRY}.Describe")["activities"]):
                        tally.fail("lost", f"{operation.name}: files of {time}")
                generation = daemon.call(f"{REGISTRY}.Status")["generation"]
                daemon.kill()
                daemon.prefix = ["unshare", "--time", "--boottime", str(offset), "--monotonic", str(offset), "--fork",
                                 "--kill-child"] if offset else []
                daemon.start()
                tally.faults += 1
                if State(daemon) != state or not state.holds(daemon.call(f"{REGISTRY}.Describe")["activities"]):
                    tally.fail("lost", f"{operation.name}: the clock moved to {offset}")
                if offset and daemon.call(f"{REGISTRY}.Status")["generation"] < generation:
                    tally.fail("half", f"{operation.name}: the generation went back")
    finally:
        daemon.kill()
    return tally


def age(daemon, time):
    for path in daemon.kept.rglob("data/activities/**/*"):
        os.utime(path, (time, time), follow_symlinks=False)
