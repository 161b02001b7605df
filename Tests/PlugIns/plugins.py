# SPDX-License-Identifier: Apache-2.0
"""An author at a terminal: a home of their own, activityctl, and a daemon with this checkout's activities.

With INSTALLED in the environment the programs are those of the packages, and the author is who runs this, in a session."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(ROOT + "/Tests/Harness")
from daemon import Daemon, programs  # noqa: E402
from waiting import LIMIT, wait_until  # noqa: E402, F401

PROGRAMS = programs("debug")
INSTALLED = "INSTALLED" in os.environ


def locale():
    """The tests' own, as tools/with-locale sets it; the author's programs must run in it too."""
    return {name: os.environ[name] for name in ["LANG", "LOCPATH"] if name in os.environ}


class AuthorTestCase(unittest.TestCase):
    def setUp(self):
        self.begin_session() if INSTALLED else self.begin_checkout()
        self.author = self.folder("author")

    def begin_session(self):
        self.home = os.environ["HOME"]
        self.environment = {
            **{name: os.environ[name] for name in ["HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]},
            **locale(), "PATH": f"{self.home}/bin:/usr/bin:/bin",
        }
        kept = set(os.listdir(self.home))
        # What is performed has the manager's environment, as a desktop sets it.
        self.manage("set-environment", "PATH=" + self.environment["PATH"])
        self.addCleanup(self.end_session, kept)

    def end_session(self, kept):
        self.manage("stop", "activityd.service")
        made = [f"{self.home}/{name}" for name in set(os.listdir(self.home)) - kept]
        subprocess.run(["rm", "-rf", *made], check=True)

    def manage(self, *command):
        # It remarks that the socket goes on listening.
        subprocess.run(["systemctl", "--user", *command], check=True, stderr=subprocess.DEVNULL)

    def begin_checkout(self):
        self.home = tempfile.mkdtemp(prefix="author-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        # As it is installed, but in a place that a sandbox shows; programs find it before the installed one.
        shutil.copytree(ROOT + "/Activities/python/activity", self.home + "/python/activity")
        self.environment = {
            "HOME": self.home, **locale(), "PATH": f"{self.home}/bin:/usr/bin:/bin",
            "PYTHONPATH": self.home + "/python", "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_RUNTIME_DIR": self.home + "/run", "XDG_DATA_DIRS": "/usr/share",
        }
        # Root's own activityctl would speak to the system's daemon.
        self.program("activityctl", f'exec {PROGRAMS}/activityctl --user "$@"')

    def folder(self, name):
        os.makedirs(f"{self.home}/{name}", exist_ok=True)
        return f"{self.home}/{name}"

    def program(self, name, script):
        path = self.folder("bin") + "/" + name
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(path, 0o755)

    def file(self, name, content):
        path = f"{self.author}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def start_daemon(self):
        if INSTALLED:
            return  # systemd does, with the first client
        self.addCleanup(Daemon(self.home, PROGRAMS, self.environment).start().close)

    def unpack(self, package, name):
        """Has a package's activities where everybody's are."""
        if INSTALLED:
            self.addCleanup(self.succeed, "sudo dpkg --purge " + name)
            self.succeed("sudo dpkg --install " + package)
            return
        self.succeed(f"dpkg-deb -x {package} {self.home}/machine")
        self.environment["XDG_DATA_DIRS"] = f"{self.home}/machine/usr/share:/usr/share"

    def shell(self, command):
        """Its exit status, and what it prints on both streams, as a terminal would show it."""
        end = subprocess.run(
            command, shell=True, executable="/bin/bash", cwd=self.author, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, check=False)
        return end.returncode, end.stdout

    def succeed(self, command):
        status, text = self.shell(command)
        self.assertEqual(status, 0, f"{command}\n{text}")
        return text

    def edit(self, name, old, new):
        with open(f"{self.author}/{name}", encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        self.file(name, text.replace(old, new))
