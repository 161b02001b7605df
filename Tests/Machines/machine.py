# SPDX-License-Identifier: Apache-2.0
"""A separate Debian with the packages, booted in systemd-nspawn and removed when the test ends."""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT + "/Tests/Harness")
from waiting import wait_until  # noqa: E402

# The supported Debian releases; SUITE=trixie selects one.
SUITES = os.environ.get("SUITE", "bookworm trixie").split()
PACKAGE = glob.glob(os.environ.get("DEBS", ROOT + "/.build/deb") + "/activityd_*.deb")
IN_GROUP = ROOT + "/tools/in-group"


def debian(suite):
    """The Debian root from which machines start; it is created once."""
    return subprocess.run([ROOT + "/tools/machine", suite], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


class Machine:
    """A machine, which runs within a with statement."""

    def __init__(self, name, suite, *packages):
        self.name = name
        self.suite = suite
        self.packages = packages
        self.process = None

    def __enter__(self):
        self.work = tempfile.mkdtemp(prefix=f"activityd-{self.name}.", dir="/var/tmp")
        self.root = self.work + "/root"
        try:
            for folder in ["root", "upper", "work"]:
                os.mkdir(f"{self.work}/{folder}")
            subprocess.run(
                ["mount", "-t", "overlay", "-o",
                 f"lowerdir={debian(self.suite)},upperdir={self.work}/upper,workdir={self.work}/work", "overlay",
                 self.root], check=True)
            for package in self.packages:
                shutil.copy(package, self.root + "/root")
            names = ["/root/" + os.path.basename(package) for package in self.packages]
            # All dependencies are already installed, so nothing is downloaded or forced.
            subprocess.run([*self.nspawn, "--pipe", "--setenv=DEBIAN_FRONTEND=noninteractive", "apt-get", "install",
                            "--yes", "--quiet", "--no-install-recommends", *names], check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.boot()
        except BaseException:
            self.__exit__()
            raise
        return self

    @property
    def nspawn(self):
        # systemd-nspawn needs distinct names for machines that run at the same time.
        return ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
                f"--directory={self.root}", f"--machine={self.name}-{os.getpid()}"]

    def boot(self):
        self.log = open(self.work + "/console", "wb")
        self.process = subprocess.Popen(
            [IN_GROUP, os.path.basename(self.work), *self.nspawn, "--boot", "--console=pipe"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            wait_until(self.is_up, self.name + " to be booted")
        except TimeoutError as error:
            raise AssertionError(self.console()) from error

    def is_up(self):
        # The machine's init process is started after systemd-nspawn's helpers.
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            self.leader = file.read().split(" ")[0]
        state = self.run("systemctl", "is-system-running", check=False).stdout.strip() if self.leader else ""
        return state in ("running", "degraded")

    def console(self):
        with open(self.work + "/console", encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def inside(self, *command):
        """A command line that runs the command within the machine."""
        return ["nsenter", f"--target={self.leader}", "--all", "env", "-i", "-C", "/root", "HOME=/root", "LANG=en_US.UTF-8",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command]

    def run(self, *command, check=True):
        end = subprocess.run(self.inside(*command), text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False)
        assert not check or end.returncode == 0, f"{self.name}: {' '.join(command)}: {end.returncode}\n{end.stdout}"
        return end

    def log_in(self, name):
        """Creates a user with a running manager; returns the beginning of a command line that runs as that user."""
        self.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        uid = self.run("id", "-u", name).stdout.strip()
        # Instead of `loginctl enable-linger`: Debian 13's logind refuses clients outside of the machine's control groups.
        self.write("/var/lib/systemd/linger/" + name, "")
        self.run("systemctl", "start", f"user@{uid}.service")
        folder = "/run/user/" + uid
        person = ["runuser", "-u", name, "--", "env", "-C", "/home/" + name, "HOME=/home/" + name,
                  f"XDG_RUNTIME_DIR={folder}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={folder}/bus"]
        wait_until(lambda: self.run(*person, "systemctl", "--user", "is-active", "default.target",
                                    check=False).stdout.strip() == "active", "a session of " + name)
        return person

    def write(self, path, text):
        self.run("mkdir", "-p", os.path.dirname(path))
        subprocess.run(self.inside("tee", path), input=text, text=True, stdout=subprocess.DEVNULL, check=True)

    def metric(self, name):
        text = self.run("activityctl", "status", "--metrics").stdout
        return float(re.search(rf"^{name}(?:{{.*}})? (.*)$", text, re.MULTILINE)[1])

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.log.close()
            subprocess.run([IN_GROUP, "--remove", os.path.basename(self.work)], check=False)
        subprocess.run(["umount", self.root], stderr=subprocess.DEVNULL, check=False)
        if not os.path.ismount(self.root):
            shutil.rmtree(self.work, ignore_errors=True)


class MachineTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0:
            raise unittest.SkipTest("Machines take root: sudo make test-machines.")
        assert PACKAGE, "There are no packages in .build/deb: make deb."
