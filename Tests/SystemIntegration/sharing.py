# SPDX-License-Identifier: Apache-2.0
"""The sheet on a separate display, from installing its package to saving a photo."""

import json
import pwd

import screen
from cases import test
from host import LIMIT, PHOTO, SHEET_PACKAGE, as_person, install, property_of, run, wait_until
from screen import focused, popen_as

UNIT = "activity-sheet.service"
NAME = "io.activityd.Share"


def share(*arguments):
    """Starts the sheet's command, and returns it once its window has the focus."""
    # Starts the daemon first, so that the window appears with its activities.
    as_person("alice", "activityctl", "sheet", PHOTO)
    command = popen_as("alice", "activity-sheet", "--json", *arguments)
    # The window manager gives it the focus. GTK moves the focus to a child window, which xdotool's own --sync would not
    # recognise.
    wait_until(lambda: focused() == "Share", "the sheet's keyboard")
    return command


def outcome(command):
    out, err = command.communicate(timeout=LIMIT)
    return json.loads(out)["outcome"], command.returncode, err


@test("the sheet's package installs beside the daemon's, and its unit verifies")
def installs():
    install(SHEET_PACKAGE)
    path = f"/usr/lib/systemd/user/{UNIT}"
    assert repr(as_person("alice", "systemd-analyze", "--user", "verify", path)) == "status 0\n"
    owned = run("dpkg", "--listfiles", "activityd").out
    assert "libgtk" not in run("ldd", "/usr/bin/activityctl").out and "activity-sheet.1" not in owned


@test("a photo is saved from a sheet that the bus has started, by its keys")
def saves():
    screen.begin()
    command = share(PHOTO)
    assert property_of(UNIT, "ActiveState", "alice") == "active"
    colours = screen.picture("sheet")
    screen.press("Right")
    screen.press("s")
    # The first press confirms the search result, the second one performs.
    screen.press("Return")
    screen.press("Return")
    assert outcome(command)[:2] == ("performed", 0)
    saved = pwd.getpwnam("alice").pw_dir + "/Downloads/photo.png"
    with open(saved, "rb") as copy, open(PHOTO, "rb") as photo:
        assert copy.read() == photo.read()
    return f"{colours} colours"


@test("Escape leaves, and the service stays for the next sheet")
def leaves():
    before = property_of(UNIT, "MainPID", "alice")
    command = share(PHOTO)
    screen.press("Escape")
    assert outcome(command)[:2] == ("left", 1)
    assert property_of(UNIT, "MainPID", "alice") == before != "0"


@test("an app asks over the bus whether a sheet would list anything")
def asks():
    answer = as_person("alice", "busctl", "--user", "call", NAME, "/org/freedesktop/portal/activityd", NAME,
                       "CanShare", "as", "1", "image/png")
    assert answer.out == "b true\n", answer
    as_person("alice", "systemctl", "--user", "stop", UNIT)


@test("without a display the command says so")
def no_display():
    failed = as_person("alice", "env", "--unset=DISPLAY", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere",
                       "activity-sheet", PHOTO, check=False)
    assert failed.status == 2 and "display" in failed.err, failed
