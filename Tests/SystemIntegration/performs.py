# SPDX-License-Identifier: Apache-2.0
"""Performs by a person: the test's own activities, calls of Perform, and the units that remain."""

import contextlib
import os
import pwd
import shutil
import subprocess

from host import as_person, bundle, manager, property_of, run, user_socket, wait_until
from varlink import SHEET, Connection

WHO = "alice"
HOME = f"/home/{WHO}"
GATES = HOME + "/gates"
UNITS = "app-activityd-*"


def person():
    return pwd.getpwnam(WHO)


def shelf():
    return os.path.dirname(user_socket(WHO)) + "/performs"


@contextlib.contextmanager
def being_the_person():
    """Creates files and connects to daemons as the person, within a with statement."""
    os.setegid(person().pw_gid)
    os.seteuid(person().pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def write(path, content, mode=0o644):
    """Writes a file as the person; returns its path."""
    with being_the_person():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def activityctl(*arguments, check=True):
    return as_person(WHO, "activityctl", *arguments, check=check)


def activityctl_by_itself(*arguments):
    """Starts activityctl as a direct child, so that signals reach it; runuser(1) would be in between."""
    folder = f"/run/user/{person().pw_uid}"
    environment = {**os.environ, "HOME": HOME, "XDG_RUNTIME_DIR": folder}
    return subprocess.Popen(
        ["activityctl", *arguments], user=WHO, group=WHO, extra_groups=[], cwd=HOME, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


# The beginning of a program that waits for the test at gates.
WAITING = """#!/bin/sh
gate() { until [ -e $HOME/gates/$1 ]; do sleep 0.02; done; }
"""


@contextlib.contextmanager
def activity(identifier, program, **perform):
    """Registers an activity for pictures, for all users, within a with statement."""
    shutil.rmtree(GATES, ignore_errors=True)
    write(GATES + "/.here", b"")
    path = bundle("/tmp", identifier, perform={"exec": ["bin/run", "%F"], **perform})
    with open(path + "/bin/run", "w", encoding="utf-8") as file:
        file.write(program)
    run("activityctl", "register", path)
    wait_until(lambda: identifier in Perform.listed(), identifier)
    try:
        yield identifier
    finally:
        run("activityctl", "unregister", identifier)


def open_gate(name):
    write(f"{GATES}/{name}", b"")


class Perform(Connection):
    """A connection of the person for a call of Perform or Follow and its replies."""

    def __init__(self):
        with being_the_person():
            super().__init__(user_socket(WHO))

    @staticmethod
    def listed():
        with Perform() as connection:
            return connection.list()[1]

    def begin(self, identifier, path=HOME + "/photo.png", more=True):
        self.send(f"{SHEET}.Perform", more=more, identifier=identifier,
                  content=[{"type": "image/png", "uri": "file://" + path}])

    def start(self, identifier):
        """Performs; returns the running unit."""
        self.begin(identifier)
        reply = self.receive()
        assert reply["state"] == "started", reply
        return reply["unit"]

    def follow(self, unit):
        self.send(f"{SHEET}.Follow", more=True, unit=unit)
        return self.end()

    def end(self):
        """The last reply."""
        while True:
            reply = self.receive()
            if reply["state"] == "finished":
                return reply


def units_left():
    return manager(WHO)("list-units", "--all", "--plain", "--no-legend", UNITS).out


def control_group(unit):
    """The folder of a unit's control group."""
    roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd"]
    group = property_of(unit, "ControlGroup", WHO)
    return next(root + group for root in roots if os.path.exists(f"{root}{group}/cgroup.procs"))


def processes_in(folder):
    try:
        return read(folder + "/cgroup.procs").split()
    except OSError:  # the folder vanished with the last process
        return []
