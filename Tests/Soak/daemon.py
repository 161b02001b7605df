# SPDX-License-Identifier: Apache-2.0
"""The daemon that is soaked, in folders of its own, and what it weighs."""

import os
import pathlib
import signal
import socket
import subprocess

from bundles import CHECKOUT

PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", CHECKOUT / ".build/release")).resolve()


class Daemon:
    """activityd of the user scope, on the system activities of this checkout."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("run", "home", "config/activities", "data", "staged"):
            (folder / name).mkdir(mode=0o700, parents=True)
        # So small that finished icons are always being dropped for others.
        (folder / "config/activityd").mkdir()
        (folder / "config/activityd/activityd.json").write_text('{"limits": {"iconCacheBytes": 1048576}}')
        self.socket = str(folder / "run/activityd/io.activityd")
        self.sandbox_socket = str(folder / "run/activityd-sheet/io.activityd.Sheet")
        self.process = None

    def start(self):
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "SWIFT_BACKTRACE": "enable=no",
        }
        (self.folder / "notify").unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(str(self.folder / "notify"))
            notify.settimeout(60)
            with open(self.folder / "log", "ab") as log:
                self.process = subprocess.Popen(
                    [PROGRAMS / "activityd", "--bundles", CHECKOUT / "Activities"],
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            while b"READY=1" not in notify.recv(4096):
                continue

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        """Its exit status."""
        self.signal(signal.SIGTERM)
        return self.process.wait(30)

    # What it weighs

    def memory(self):
        """Resident and privately written KiB of its own process."""
        lines = self.proc("smaps_rollup").read_text().splitlines()[1:]
        sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
        return sizes["Rss"], sizes["Private_Dirty"]

    def descriptors(self):
        return len(os.listdir(self.proc("fd")))

    def proc(self, name):
        return pathlib.Path(f"/proc/{self.process.pid}") / name
