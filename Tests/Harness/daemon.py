# SPDX-License-Identifier: Apache-2.0
"""A user's activityd, in folders of its own."""

import os
import pathlib
import select
import signal
import socket
import time

from program import Program
from varlink import Connection
from waiting import LIMIT, wait_until

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


def programs(build):
    """The folder of a build, "debug" or "release", unless PROGRAMS names another folder."""
    return pathlib.Path(os.environ.get("PROGRAMS", CHECKOUT / ".build" / build)).resolve()


class Daemon:
    """A daemon that can be restarted.

    Its log is in `folder`; so are its home and its runtime folder, unless `environment` names others. `options` are
    command-line options.
    """

    # Called in the child process before exec.
    prepare = None

    def __init__(self, folder, programs, environment, options=(), bundles=CHECKOUT / "Activities"):
        self.folder = pathlib.Path(folder)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": f"{folder}/home", "XDG_RUNTIME_DIR": f"{folder}/run",
            "SWIFT_BACKTRACE": "enable=no"} | environment | {"NOTIFY_SOCKET": f"{folder}/notify"}
        self.command = [programs / "activityd", "--bundles", bundles, *options]
        # A command prefix, such as unshare(1).
        self.prefix = []
        self.process = None
        for name in ("HOME", "XDG_RUNTIME_DIR"):
            os.makedirs(self.environment[name], mode=0o700, exist_ok=True)
        self.socket = self.environment["XDG_RUNTIME_DIR"] + "/activityd/io.activityd"
        self.sandbox_socket = self.environment["XDG_RUNTIME_DIR"] + "/activityd-sheet/io.activityd.Sheet"

    def start(self):
        """Starts the daemon, and returns once it is ready.

        - Raises: RuntimeError if it exits before, TimeoutError after LIMIT seconds; both with its log.
        """
        address = self.environment["NOTIFY_SOCKET"]
        pathlib.Path(address).unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifications:
            notifications.bind(address)
            self.process = Program(
                [*self.prefix, *self.command], self.environment, self.folder / "log", preexec_fn=self.prepare)
            try:
                self._wait_till_ready(notifications)
            except BaseException:
                self.process.kill()
                self.process.wait()
                raise
        return self

    def _wait_till_ready(self, notifications):
        ended = os.pidfd_open(self.process.pid)
        try:
            while ready := select.select([notifications, ended], [], [], LIMIT)[0]:
                if notifications not in ready:
                    raise RuntimeError(f"the daemon ended: {self.log()[-2000:]}")
                if b"READY=1" in notifications.recv(4096):
                    # Startup time in milliseconds, from before the process was created.
                    self.ready = (time.monotonic() - self.process.begin) * 1e3
                    return
        finally:
            os.close(ended)
        raise TimeoutError(f"the daemon was not ready after {LIMIT} s: {self.log()[-2000:]}")

    @property
    def pid(self):
        return self.process.pid

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    # Clients

    def connect(self):
        """Connects, and retries while the socket's queue is full: a socket with a timeout fails at once then."""
        def connection():
            try:
                return Connection(self.socket)
            except BlockingIOError:
                return None
        return wait_until(connection, "room in the socket's queue")

    def call(self, method, **parameters):
        with self.connect() as connection:
            return connection.call(method, **parameters)

    def answers(self):
        try:
            self.call("org.varlink.service.GetInfo")
            return True
        except (OSError, ConnectionError):
            return False

    # The end

    def kill(self):
        """Kills it, and waits until its socket no longer answers: the command prefix may exit before the daemon."""
        self.process.kill()
        self.process.wait()
        wait_until(lambda: not self.answers(), "the daemon's end")

    def stop(self):
        """Terminates it with SIGTERM, if it still runs; returns its exit status."""
        return self.process.stop()

    def close(self):
        """Stops it, and kills what its activities have left running: a daemon leaves that to its successor."""
        try:
            self.stop()
        finally:
            # A process may fork while /proc is read.
            wait_until(lambda: not self._kill_left(), "the end of the activities' processes")

    def _kill_left(self):
        """Kills the processes whose environment names the daemon's runtime folder; returns whether there were any."""
        mark, found = f"XDG_RUNTIME_DIR={self.environment['XDG_RUNTIME_DIR']}\0".encode(), False
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
                    found = True
            except OSError:  # it has exited, or belongs to another user
                pass
        return found

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.close()
