# SPDX-License-Identifier: Apache-2.0
"""A daemon of a person in folders of its own, made to be killed."""

import ctypes
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", CHECKOUT / ".build/release")).resolve()
sys.path.append(str(CHECKOUT / "Tests/SystemIntegration"))

from varlink import REGISTRY, SHEET, Connection, VarlinkError  # noqa: E402, F401

SYSTEM_ACTIVITIES = ["io.activityd.print", "io.activityd.save"]
FOLDERS = ["run", "home", "system", "config"]
KEPT = ["data", "state", "cache"]
# Where a kernel lets a process be traced by its parents alone (Yama), strace may be any process.
PR_SET_PTRACER = 0x59616D61
libc = ctypes.CDLL(None)
PATIENCE = 30  # seconds until something that should happen counts as not happening


def wait_until(condition, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(0.002)


class Daemon:
    """activityd on two system activities; what it keeps lies beneath `disk`, all else beneath `folder`.

    `prefix` is what it is run through, and `kept` is the disk as we see it.
    """

    def __init__(self, folder, prefix=(), disk=None, kept=None, descriptors=None, limits=None):
        self.folder = pathlib.Path(folder)
        self.disk = pathlib.Path(disk or folder)
        self.kept = pathlib.Path(kept or self.disk)
        self.prefix = list(prefix)
        self.descriptors = descriptors
        self.process = None
        for path in [self.folder / name for name in FOLDERS] + [self.kept / name for name in KEPT]:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if limits:
            configuration = self.folder / "config/activityd"
            configuration.mkdir(parents=True, exist_ok=True)
            (configuration / "activityd.json").write_text(json.dumps({"limits": limits}))
        for name in SYSTEM_ACTIVITIES:
            shutil.copytree(CHECKOUT / f"Activities/{name}.activity", self.folder / f"system/{name}.activity",
                            dirs_exist_ok=True)
        shutil.copy(CHECKOUT / "Activities/verdicts.json", self.folder / "system")
        self.socket = str(self.folder / "run/activityd/io.activityd")

    @property
    def environment(self):
        names = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_RUNTIME_DIR": "run", "XDG_DATA_DIRS": "none"}
        folders = {name: str(self.folder / place) for name, place in names.items()}
        kept = {f"XDG_{name.upper()}_HOME": str(self.disk / name) for name in KEPT}
        return {**folders, **kept, "PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no",
                "ACTIVITYD_DRAW": str(PROGRAMS / "activity-draw")}

    def start(self):
        def limit():
            libc.prctl(PR_SET_PTRACER, ctypes.c_ulong(-1))
            if self.descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, PROGRAMS / "activityd", "--bundles", self.folder / "system"],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=limit)
        self.wait_till_it_serves()
        return self

    def wait_till_it_serves(self):
        def serves():
            if self.process.poll() is not None:
                raise RuntimeError(f"the daemon ended: {self.log()[-2000:]}")
            return self.answers()
        wait_until(serves, "the daemon")

    def answers(self):
        try:
            with self.connect() as connection:
                connection.call("org.varlink.service.GetInfo")
            return True
        except (OSError, ConnectionError):
            return False

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    @property
    def pid(self):
        return self.process.pid

    def connect(self, timeout=PATIENCE):
        """Waits where others have filled the queue: a socket with a timeout does not by itself."""
        for _ in range(timeout * 100):
            try:
                return Connection(self.socket, timeout=timeout)
            except BlockingIOError:
                time.sleep(0.01)
        raise TimeoutError("the queue of the socket stays full")

    def call(self, method, **parameters):
        with self.connect() as connection:
            return connection.call(method, **parameters)

    def is_closed(self):
        """Whether no activity is listed since a file of policy could not be read."""
        problems = self.call("io.activityd.Registry.Status").get("problems") or []
        return any("No activity is listed" in problem for problem in problems)

    def kill(self):
        """What the daemon is run through may end before the daemon, whose socket then still answers."""
        self.process.kill()
        status = self.process.wait()
        wait_until(lambda: not self.answers(), "the daemon's end")
        return status

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def memory(self, what="VmRSS"):
        """KiB."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(what + ":"):
                return int(line.split()[1])
        raise ValueError(what)

    def leftovers(self, seconds=2):
        """What a killed process left. A file that the daemon itself writes takes its own name within milliseconds."""
        end = time.monotonic() + seconds
        while (left := self.staging()) and time.monotonic() < end:
            time.sleep(0.01)
        return left

    def staging(self):
        """os.walk passes over a folder that goes meanwhile."""
        return sorted(os.path.relpath(os.path.join(folder, name), self.kept) for kept in KEPT
                      for folder, folders, files in os.walk(self.kept / kept)
                      for name in folders + files if name.startswith(".staging-"))
