# SPDX-License-Identifier: Apache-2.0
"""A person's daemon in separate folders, which tests may kill."""

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
# Lets any process trace the daemon where the kernel otherwise allows only its ancestors (Yama).
PR_SET_PTRACER = 0x59616D61
libc = ctypes.CDLL(None)


class Daemon(daemon.Daemon):
    """activityd with two system activities. Its stored data is below `disk`, everything else below `folder`.

    `prefix` is a command that runs it, and `kept` is the path of the disk outside of the daemon's mount namespace.
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
        """Whether no activity is listed because a policy file could not be read."""
        problems = self.call(f"{REGISTRY}.Status").get("problems") or []
        return any("no activity is listed" in problem for problem in problems)

    def memory(self):
        """The daemon's memory, in MiB."""
        return self.process.memory() >> 10

    def leftovers(self):
        """Staging files left by a killed process. Those of the running daemon are renamed within milliseconds."""
        try:
            wait_until(lambda: not self.staging(), "no staging")
            return []
        except TimeoutError:
            return self.staging()

    def staging(self):
        """Current staging files. os.walk skips a folder that is removed meanwhile."""
        return sorted(os.path.relpath(os.path.join(folder, name), self.kept) for kept in KEPT
                      for folder, folders, files in os.walk(self.kept / kept)
                      for name in folders + files if name.startswith(".staging-"))
