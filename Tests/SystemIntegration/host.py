# SPDX-License-Identifier: Apache-2.0
"""The machine under test: commands, users, units and the journal."""

import json
import os
import pwd
import shutil
import subprocess

from waiting import LIMIT, wait_until  # noqa: F401

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTO = HERE + "/photo.png"
PACKAGE = HERE + "/activityd.deb"
SHEET_PACKAGE = HERE + "/activity-sheet.deb"
UNIT = "activityd.service"


class Outcome:
    def __init__(self, process):
        self.status = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    def __repr__(self):
        lines = (self.out + self.err).splitlines(keepends=True)
        return f"status {self.status}\n{''.join(lines[-15:])}"


def run(*command, check=True, **options):
    """Runs a command, which must succeed unless `check` is False."""
    outcome = Outcome(subprocess.run(
        command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options))
    assert not check or outcome.status == 0, f"{' '.join(command)}: {outcome!r}"
    return outcome


def as_person(name, *command, check=True):
    """Runs a command as a logged-in user."""
    user = pwd.getpwnam(name)
    folder = f"/run/user/{user.pw_uid}"
    return run(
        "runuser", "-u", name, "--", "env", "-C", user.pw_dir, f"HOME={user.pw_dir}", f"XDG_RUNTIME_DIR={folder}",
        f"DBUS_SESSION_BUS_ADDRESS=unix:path={folder}/bus", *command, check=check)


def user_socket(name):
    return f"/run/user/{pwd.getpwnam(name).pw_uid}/activityd/io.activityd"


def manager(name=None):
    """A function that runs systemctl for a user's manager, or for the system's."""
    return lambda *command: (as_person(name, "systemctl", "--user", *command) if name
                             else run("systemctl", *command))


def property_of(unit, name, person=None):
    return manager(person)("show", "-P", name, unit).out.strip()


def main_pid(person=None):
    return int(property_of(UNIT, "MainPID", person))


def log_in(name):
    """Creates a user whose manager keeps running (lingering)."""
    if name not in [user.pw_name for user in pwd.getpwall()]:
        run("useradd", "--create-home", "--shell", "/bin/sh", name)
    run("loginctl", "enable-linger", name)
    folder = f"/run/user/{pwd.getpwnam(name).pw_uid}"
    wait_until(lambda: os.path.exists(folder + "/bus"), f"{name}'s manager")
    wait_until(lambda: as_person(name, "systemctl", "--user", "is-active", "default.target", check=False).status == 0,
               f"{name}'s default.target")


def install(*options):
    return run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *options, PACKAGE,
               env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def journal(*filters, since=None):
    """The matching journal entries, as dictionaries."""
    run("journalctl", "--sync")
    options = [f"--since=@{since:.6f}"] if since else []
    lines = run("journalctl", "--quiet", "--output=json", "--all", *options, *filters).out.splitlines()
    return [json.loads(line) for line in lines]


class DropIn:
    """Adds a drop-in to a unit within a with statement."""

    def __init__(self, text, unit=UNIT):
        self.folder = f"/run/systemd/system/{unit}.d"
        self.text = text

    def __enter__(self):
        os.makedirs(self.folder)
        with open(self.folder + "/test.conf", "w", encoding="utf-8") as file:
            file.write(self.text)
        run("systemctl", "daemon-reload")
        run("systemctl", "stop", UNIT)

    def __exit__(self, *_):
        shutil.rmtree(self.folder)
        run("systemctl", "daemon-reload")
        run("systemctl", "stop", UNIT)


class Configuration:
    """Replaces /etc/activityd/activityd.json within a with statement."""

    PATH = "/etc/activityd/activityd.json"

    def __init__(self, **keys):
        self.text = json.dumps(keys)

    def __enter__(self):
        with open(self.PATH, encoding="utf-8") as file:
            self.old = file.read()
        self.write(self.text)

    def __exit__(self, *_):
        self.write(self.old)

    def write(self, text):
        with open(self.PATH, "w", encoding="utf-8") as file:
            file.write(text)
        run("systemctl", "stop", UNIT)


def bundle(folder, identifier, **changes):
    """Creates a bundle with `activityctl new`, and changes keys of its manifest."""
    path = f"{folder}/{identifier}.activity"
    shutil.rmtree(path, ignore_errors=True)
    run("activityctl", "new", identifier, cwd=folder)
    with open(path + "/manifest.json", encoding="utf-8") as file:
        manifest = json.load(file)
    manifest.update(changes)
    with open(path + "/manifest.json", "w", encoding="utf-8") as file:
        json.dump(manifest, file)
    return path
