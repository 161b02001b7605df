# SPDX-License-Identifier: Apache-2.0
"""The measured servers: the daemon, redis, and a C program that only echoes."""

import os
import pathlib
import socket
import subprocess
import time

import daemon
from client import Client
from daemon import CHECKOUT
from program import Program
from waiting import wait_until

PROGRAMS = daemon.programs("release")
ALL_CPUS = sorted(os.sched_getaffinity(0))


class Server(Program):
    """A program that listens on a socket in its folder."""

    def __init__(self, command, folder):
        self.socket = str(folder / "socket")
        super().__init__(command, os.environ, folder / "log")
        wait_until(self.listens, f"a server on {self.socket}")

    def listens(self):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.socket) == 0


class Echo(Server):
    """Answers each request with `reply`, which includes its NUL."""

    def __init__(self, tools, folder, reply):
        folder.mkdir()
        (folder / "reply").write_bytes(reply)
        super().__init__([str(tools / "echo"), str(folder / "socket"), str(folder / "reply")], folder)


class Redis(Server):
    """redis, which does not write to the disk."""

    def __init__(self, folder):
        folder.mkdir()
        options = {"port": "0", "unixsocket": str(folder / "socket"), "save": "", "appendonly": "no", "dir": str(folder)}
        super().__init__(
            ["redis-server"] + [word for name, value in options.items() for word in ("--" + name, value)], folder
        )

    def set(self, key, value):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.socket)
            client.sendall(resp(b"SET", key.encode(), value))
            assert client.recv(5) == b"+OK\r\n"

    @staticmethod
    def get(key):
        """The bytes of a request for a key."""
        return resp(b"GET", key.encode())

    @staticmethod
    def length(value):
        """The length of the reply to GET."""
        return len(b"$%d\r\n" % len(value)) + len(value) + 2


def resp(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


class Daemon(daemon.Daemon):
    """activityd with this checkout's system activities and a folder of custom ones.
    
    `folder` contains its cache and state. In a folder that was used before, it starts warm.
    """

    def __init__(self, folder, data, path=None, generators=None):
        # Only the machine's MIME types, not its programs, from whose menus bundles would be generated.
        share = folder / "share"
        share.mkdir(parents=True, exist_ok=True)
        if not (share / "mime").is_symlink():
            (share / "mime").symlink_to("/usr/share/mime")
        environment = {"XDG_DATA_HOME": str(data), "XDG_DATA_DIRS": str(share)} | ({"PATH": path} if path else {})
        options = ["--generators", str(generators)] if generators else []
        super().__init__(folder, PROGRAMS, environment, options)
        # The runtime folder is in memory, as in a session.
        self.mounts = os.geteuid() == 0
        if self.mounts:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=700", "bench", folder / "run"], check=True)
        try:
            self.start()
        except BaseException:
            self.unmount()
            raise

    def stop(self):
        super().stop()
        self.unmount()

    def unmount(self):
        if self.mounts:
            subprocess.run(["umount", "--lazy", self.folder / "run"], check=True)

    def served(self, count):
        """Waits until `count` custom activities are served; returns milliseconds since before the process was
        created."""
        monitor = Client(self.socket)
        monitor.send("io.activityd.Sheet.Monitor", more=True)
        while True:
            monitor.receive()
            status = Client(self.socket).call("io.activityd.Registry.Status")
            if status["custom"] + status["rejected"] >= count:
                assert status["custom"] == count, f"of {count} made bundles some are refused: {status}"
                return (time.monotonic() - self.process.begin) * 1e3

    def judged(self, count):
        """The same, until all verdicts exist: registered bundles are served while lost verdicts are made
        again."""
        self.served(count)
        Client(self.socket).call("io.systemd.service.Reload")
        return (time.monotonic() - self.process.begin) * 1e3

    def memory(self, key="Private_Dirty"):
        """Memory of the daemon's process, without its children, in MB."""
        return megabytes(self.process, key)


def megabytes(program, key="Private_Dirty"):
    return program.memory(key) / 1024


def run_on(server, cpus):
    for thread in os.listdir(f"/proc/{server.pid}/task"):
        os.sched_setaffinity(int(thread), cpus)


def compile_tools(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, libraries in (("load", []), ("echo", []), ("read", ["-lpng"])):
        source = pathlib.Path(__file__).with_name(name + ".c")
        command = ["cc", "-O2", "-Wall", "-D_GNU_SOURCE", "-o", str(folder / name), str(source), *libraries]
        subprocess.run(command, check=True)
    return folder
