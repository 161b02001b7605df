# SPDX-License-Identifier: Apache-2.0
"""The machine and the commit that were measured."""

import os
import pathlib
import platform
import subprocess
import time

from servers import CHECKOUT


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT).stdout.strip()


def field(path, name):
    lines = pathlib.Path(path).read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.startswith(name)), "unknown")


def checkout():
    return {
        "date": time.strftime("%Y-%m-%d"),
        "commit": said("git", "log", "-1", "--format=%h of %cs"),
        "changed": bool(said("git", "status", "--porcelain", "--", "Sources", "Activities", "Package.swift")),
    }


def machine():
    return checkout() | {
        "processor": field("/proc/cpuinfo", "model name"),
        "virtual": "hypervisor" in field("/proc/cpuinfo", "flags"),
        "processors": len(os.sched_getaffinity(0)),
        "memory": f"{int(field('/proc/meminfo', 'MemTotal').split()[0]) / 1048576:.0f} GiB",
        "kernel": platform.release(),
        "system": platform.freedesktop_os_release()["PRETTY_NAME"],
        "swift": said("swift", "--version").splitlines()[0] if said("swift", "--version") else "unknown",
        "redis": said("redis-server", "--version").split()[2].removeprefix("v="),
        "compiler": said("cc", "--version").splitlines()[0],
        "load": pathlib.Path("/proc/loadavg").read_text().split()[:3],
    }
