# SPDX-License-Identifier: Apache-2.0
"""The servers that are measured: the daemon, redis, and a C program that only echoes."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from client import Client

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", CHECKOUT / ".build/release")).resolve()
ALL_CPUS = sorted(os.sched_getaffinity(0))


class Server:
    """A process that listens on a socket."""

    def __init__(self, arguments, environment, socket_path, log):
        self.socket = str(socket_path)
        files = [
            (os.POSIX_SPAWN_OPEN, number, str(log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for number in (1, 2)
        ]
        self.started = time.monotonic()
        self.pid = os.posix_spawn(arguments[0], arguments, environment, file_actions=files)

    def run_on(self, cpus):
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            os.sched_setaffinity(int(thread), cpus)

    def stop(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)

    def wait_till_it_listens(self):
        for _ in range(500):
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    return probe.connect(self.socket)
            except OSError:
                time.sleep(0.01)
        raise TimeoutError(f"no server listens on {self.socket}")


class Echo(Server):
    """Answers everything with `reply`, which holds its NUL."""

    def __init__(self, tools, folder, reply):
        folder.mkdir()
        (folder / "reply").write_bytes(reply)
        super().__init__(
            [str(tools / "echo"), str(folder / "socket"), str(folder / "reply")],
            os.environ,
            folder / "socket",
            folder / "log",
        )
        self.wait_till_it_listens()


class Redis(Server):
    """Holds values in memory and writes none to the disk."""

    def __init__(self, folder):
        folder.mkdir()
        program = shutil.which("redis-server")
        super().__init__(
            [
                program,
                "--port",
                "0",
                "--unixsocket",
                str(folder / "socket"),
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                str(folder),
            ],
            os.environ,
            folder / "socket",
            folder / "log",
        )
        self.wait_till_it_listens()

    def set(self, key, value):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.socket)
            client.sendall(resp(b"SET", key.encode(), value))
            assert client.recv(5) == b"+OK\r\n"

    @staticmethod
    def get(key):
        """The bytes of the request."""
        return resp(b"GET", key.encode())

    @staticmethod
    def length(value):
        """Of the reply to GET."""
        return len(b"$%d\r\n" % len(value)) + len(value) + 2


def resp(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


class Daemon(Server):
    """activityd on the system activities of this checkout and on one folder of custom ones.

    `folder` keeps what it keeps: cache and state. Made in a folder that has been used before, it starts warm.
    """

    def __init__(self, folder, data, path=None, generators=None):
        self.run = folder / "run"
        for name in (self.run, folder / "home"):
            name.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Programs of the machine bring menus, of which bundles would be generated too; types are the machine's.
        share = folder / "share"
        share.mkdir(exist_ok=True)
        if not (share / "mime").is_symlink():
            (share / "mime").symlink_to("/usr/share/mime")
        # In memory, as a session's is.
        self.mounts = os.geteuid() == 0
        if self.mounts:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=700", "bench", self.run], check=True)
        environment = {
            "PATH": path or os.environ["PATH"],
            "HOME": str(folder / "home"),
            "XDG_RUNTIME_DIR": str(self.run),
            "XDG_DATA_HOME": str(data),
            "XDG_DATA_DIRS": str(share),
            "NOTIFY_SOCKET": str(folder / "notify"),
            "SWIFT_BACKTRACE": "enable=no",
        }
        (folder / "notify").unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(str(folder / "notify"))
            super().__init__(
                [str(PROGRAMS / "activityd"), "--bundles", str(CHECKOUT / "Activities")]
                + (["--generators", str(generators)] if generators else []),
                environment,
                self.run / "activityd/io.activityd",
                folder / "log",
            )
            notify.settimeout(300)
            while b"READY=1" not in notify.recv(4096):
                continue
            # Milliseconds from before the process was made.
            self.ready = (time.monotonic() - self.started) * 1e3

    def stop(self):
        super().stop()
        if self.mounts:
            subprocess.run(["umount", "--lazy", self.run], check=True)

    def served(self, count):
        """Waits until `count` custom activities serve; milliseconds from before the process was made."""
        monitor = Client(self.socket)
        monitor.send("io.activityd.Sheet.Monitor", more=True)
        while True:
            monitor.reply(600)
            status = Client(self.socket).call("io.activityd.Registry.Status")
            if status["custom"] + status["rejected"] >= count:
                assert status["custom"] == count, f"of {count} made bundles some are refused: {status}"
                return (time.monotonic() - self.started) * 1e3

    def judged(self, count):
        """The same, until all verdicts are there: what was registered serves while a lost one is made again."""
        self.served(count)
        reload = Client(self.socket)
        reload.send("io.systemd.service.Reload")
        reload.reply(600)
        return (time.monotonic() - self.started) * 1e3

    def memory(self, key="Private_Dirty"):
        """MB, of the daemon's process alone."""
        text = pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return next(int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith(key + ":"))

    def children(self):
        """Processes that it keeps, whichever of its threads has started them."""
        found = []
        for thread in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            # A thread that has ended has left its own to another.
            with contextlib.suppress(OSError):
                found += (thread / "children").read_text().split()
        return found


def compile_tools(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("load", "echo"):
        source = pathlib.Path(__file__).with_name(name + ".c")
        subprocess.run(
            ["cc", "-O2", "-Wall", "-D_GNU_SOURCE", "-o", str(folder / name), str(source)], check=True
        )
    return folder
