# SPDX-License-Identifier: Apache-2.0
"""The time from exec to READY, beside a C program that reads the same files, and an idle daemon's memory."""

import shutil
import statistics
import subprocess
import time

from servers import CHECKOUT, Daemon


def idle_memory(daemon):
    """Private dirty memory and resident memory in MB, and the number of children, after half a second of
    rest."""
    time.sleep(0.5)
    return {"dirty": daemon.memory(), "resident": daemon.memory("Rss"), "children": len(daemon.process.children())}


def cold(home, data, count):
    """The first start, without verdicts on custom bundles."""
    shutil.rmtree(home, ignore_errors=True)
    daemon = Daemon(home, data)
    try:
        return {"ready": daemon.ready, "served": daemon.judged(count), **idle_memory(daemon)}
    finally:
        daemon.stop()


def warm(home, data, count):
    """Any later start: verdicts are cached, and bundles are in the page cache."""
    daemon = Daemon(home, data)
    try:
        return {"ready": daemon.ready, "served": daemon.served(count), **idle_memory(daemon)}
    finally:
        daemon.stop()


def reading(tools, data):
    """Milliseconds of the C program from exec to exit: reading the files only, and decoding the icons too."""
    return {
        "read": timed([tools / "read", CHECKOUT / "Activities", data]),
        "decoded": timed([tools / "read", "--icons", CHECKOUT / "Activities", data]),
    }


def timed(command):
    begin = time.monotonic()
    subprocess.run(command, check=True)
    return (time.monotonic() - begin) * 1e3


def measure(tools, home, data, count, cold_rounds, warm_rounds):
    """Measures the daemon and the C program in turn. Leaves `home` warm."""
    colds = [cold(home, data, count) for _ in range(cold_rounds)]
    pairs = [(warm(home, data, count), reading(tools, data)) for _ in range(warm_rounds)]
    warms, readings = zip(*pairs)
    return {
        "count": count,
        "cold": median(colds),
        "warm": median(warms),
        "reading": median(readings),
        "rounds": [cold_rounds, warm_rounds],
    }


def median(runs):
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}
