# SPDX-License-Identifier: Apache-2.0
"""A daemon of a person in folders of its own, made to be killed."""

import ctypes
import json
import os
import pathlib
import resource
import shutil
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))

import daemon  # noqa: E402
from daemon import CHECKOUT  # noqa: E402
from varlink import REGISTRY, SHEET, VarlinkError  # noqa: E402, F401
from waiting import LIMIT, wait_until  # noqa: E402, F401

PROGRAMS = daemon.programs("release")
SYSTEM_ACTIVITIES = ["io.activityd.print", "io.activityd.save"]
KEPT = ["data", "state", "cache"]
# Where a kernel lets a process be traced by its parents alone (Yama), strace may be any process.
PR_SET_PTRACER = 0x59616D61
libc = ctypes.CDLL(None)


class Daemon(daemon.Daemon):
    """activityd on two system activities; what it keeps lies beneath `disk`, all else beneath `folder`.

    `prefix` is what it is run through, and `kept` is the disk as we see it.
    """

    def __init__(self, folder, prefix=(), disk=None, kept=None, descriptors=None, limits=None):
        folder, disk = pathlib.Path(folder), pathlib.Path(disk or folder)
        environment = {"XDG_CONFIG_HOME": folder / "config", "XDG_DATA_DIRS": folder / "none"}
        environment |= {f"XDG_{name.upper()}_HOME": disk / name for name in KEPT}
        environment = {name: str(path) for name, path in environment.items()}
        super().__init__(folder, PROGRAMS, environment | {"ACTIVITYD_DRAW": str(PROGRAMS / "activity-draw")},
                         bundles=folder / "system")
        self.prefix = list(prefix)
        self.kept = pathlib.Path(kept or disk)
        self.descriptors = descriptors
        for path in [folder / "config/activityd"] + [self.kept / name for name in KEPT]:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if limits:
            (folder / "config/activityd/activityd.json").write_text(json.dumps({"limits": limits}))
        for name in SYSTEM_ACTIVITIES:
            shutil.copytree(CHECKOUT / f"Activities/{name}.activity", folder / f"system/{name}.activity",
                            dirs_exist_ok=True)
        shutil.copy(CHECKOUT / "Activities/verdicts.json", folder / "system")

    def prepare(self):
        libc.prctl(PR_SET_PTRACER, ctypes.c_ulong(-1))
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    def is_closed(self):
        """Whether no activity is listed since a file of policy could not be read."""
        problems = self.call(f"{REGISTRY}.Status").get("problems") or []
        return any("no activity is listed" in problem for problem in problems)

    def memory(self):
        """MiB."""
        return self.process.memory() >> 10

    def leftovers(self):
        """What a killed process left. A file that the daemon itself writes takes its own name within milliseconds."""
        try:
            wait_until(lambda: not self.staging(), "no staging")
            return []
        except TimeoutError:
            return self.staging()

    def staging(self):
        """os.walk passes over a folder that goes meanwhile."""
        return sorted(os.path.relpath(os.path.join(folder, name), self.kept) for kept in KEPT
                      for folder, folders, files in os.walk(self.kept / kept)
                      for name in folders + files if name.startswith(".staging-"))
