# SPDX-License-Identifier: Apache-2.0
"""An author at a terminal: a separate home, activityctl, and a daemon with this checkout's activities.

With INSTALLED in the environment, the packages' programs are used, and the author is the user who runs the
tests, in a session."""

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
    """Variables for the locale that tools/with-locale sets, for the author's programs too."""
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
        # Activities get the environment of the user's manager, as a desktop sets it.
        self.manage("set-environment", "PATH=" + self.environment["PATH"])
        self.addCleanup(self.end_session, kept)

    def end_session(self, kept):
        self.manage("stop", "activityd.service")
        made = [f"{self.home}/{name}" for name in set(os.listdir(self.home)) - kept]
        subprocess.run(["rm", "-rf", *made], check=True)

    def manage(self, *command):
        # stderr: stopping the service warns that its socket still listens.
        subprocess.run(["systemctl", "--user", *command], check=True, stderr=subprocess.DEVNULL)

    def begin_checkout(self):
        self.home = tempfile.mkdtemp(prefix="author-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        # A copy of the installed layout, in a folder that sandboxes can see; PYTHONPATH puts it before the
        # installed one.
        shutil.copytree(ROOT + "/Activities/python/activity", self.home + "/python/activity")
        self.environment = {
            "HOME": self.home, **locale(), "PATH": f"{self.home}/bin:/usr/bin:/bin",
            "PYTHONPATH": self.home + "/python", "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_RUNTIME_DIR": self.home + "/run", "XDG_DATA_DIRS": "/usr/share",
        }
        # As root, activityctl would connect to the system scope's daemon.
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
            return  # systemd starts it at the first connection
        self.addCleanup(Daemon(self.home, PROGRAMS, self.environment).start().close)

    def unpack(self, package, name):
        """Installs a package's activities for all users."""
        if INSTALLED:
            self.addCleanup(self.succeed, "sudo dpkg --purge " + name)
            self.succeed("sudo dpkg --install " + package)
            return
        self.succeed(f"dpkg-deb -x {package} {self.home}/machine")
        self.environment["XDG_DATA_DIRS"] = f"{self.home}/machine/usr/share:/usr/share"

    def shell(self, command):
        """Runs a command; returns its exit status, and its output and errors together, as in a terminal."""
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
