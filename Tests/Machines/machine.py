# SPDX-License-Identifier: Apache-2.0
"""A Debian of its own with the package, booted in systemd-nspawn, and gone when the test ends."""

import glob
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What the package needs, and what a machine that is administered from elsewhere has.
PACKAGES = ("systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,procps,python3,shared-mime-info,bubblewrap,"
            "openssh-server,libcairo2,libglib2.0-0,libmd0,libpango-1.0-0,libpangocairo-1.0-0,libpng16-16,librsvg2-2,"
            "libseccomp2,libstdc++6")
PACKAGE = glob.glob(os.environ.get("DEBS", ROOT + "/.build/deb") + "/activityd_*.deb")
NSPAWN = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network"]
# Where a test gives up, in seconds.
PATIENCE = 60


def debian():
    """The root of a Debian that machines begin with; it is made once."""
    return subprocess.run([ROOT + "/tools/debian", "bookworm", PACKAGES], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def wait(condition, complaint):
    end = time.monotonic() + PATIENCE
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, complaint() if callable(complaint) else complaint
        time.sleep(0.05)


class Machine:
    """To be used in a with statement."""

    def __init__(self, name, *packages):
        self.name = name
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
                 f"lowerdir={debian()},upperdir={self.work}/upper,workdir={self.work}/work", "overlay", self.root],
                check=True)
            for package in self.packages:
                shutil.copy(package, self.root + "/root")
            names = ["/root/" + os.path.basename(package) for package in self.packages]
            subprocess.run([*NSPAWN, f"--directory={self.root}", "--pipe", "dpkg", "--install", *names], check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.boot()
        except BaseException:
            self.__exit__()
            raise
        return self

    def boot(self):
        self.log = open(self.work + "/console", "wb")
        self.process = subprocess.Popen(
            [*NSPAWN, f"--directory={self.root}", "--boot", "--console=pipe"], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, preexec_fn=self.enter_group)
        self.leader = int(wait(self.children, self.console).split()[0])
        wait(lambda: self.run("systemctl", "is-system-running", check=False).stdout.strip() in ("running", "degraded"),
             self.console)

    def enter_group(self):
        """Each machine has a control group of its own, or one would find itself in the other's."""
        if os.path.exists("/sys/fs/cgroup/cgroup.procs"):
            os.mkdir(self.group)
            with open(self.group + "/cgroup.procs", "w", encoding="ascii") as file:
                file.write(str(os.getpid()))

    @property
    def group(self):
        return "/sys/fs/cgroup/" + os.path.basename(self.work)

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return file.read()

    def console(self):
        with open(self.work + "/console", encoding="utf-8", errors="replace") as file:
            return file.read()[-2000:]

    def inside(self, *command):
        """A command line that runs another within the machine."""
        return ["nsenter", f"--target={self.leader}", "--all", "env", "-i", "-C", "/root", "HOME=/root", "LANG=C.UTF-8",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command]

    def run(self, *command, check=True):
        end = subprocess.run(self.inside(*command), text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False)
        assert not check or end.returncode == 0, f"{self.name}: {' '.join(command)}: {end.returncode}\n{end.stdout}"
        return end

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
            subprocess.run(["find", self.group, "-depth", "-type", "d", "-delete"], stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["umount", self.root], stderr=subprocess.DEVNULL, check=False)
        if not os.path.ismount(self.root):
            shutil.rmtree(self.work, ignore_errors=True)


class MachineTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0:
            raise unittest.SkipTest("Machines take root: sudo make test-machines.")
        assert PACKAGE, "There are no packages in .build/deb: make deb."
