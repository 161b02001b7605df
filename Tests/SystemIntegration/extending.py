# SPDX-License-Identifier: Apache-2.0
"""The system extension, on a machine without our packages: it works as soon as it is merged, and is gone once unmerged."""

import os
import pwd
import shutil

import screen
from cases import test
from host import HERE, PHOTO, as_person, property_of, run, user_socket
from sharing import outcome, share
from varlink import SYSTEM_SOCKET

FOLDER = "/var/lib/extensions"


def reload_managers():
    run("systemctl", "daemon-reload")
    as_person("alice", "systemctl", "--user", "daemon-reload")


@test("merged, a system extension serves a person at once")
def merge():
    run("userdel", "activityd", check=False)
    shutil.copytree(HERE + "/extension/activityd", FOLDER + "/activityd", symlinks=True)
    run("systemd-sysext", "merge")
    reload_managers()
    # The next boot and the next login would do this by themselves.
    run("systemctl", "restart", "sockets.target", "paths.target")
    as_person("alice", "systemctl", "--user", "restart", "sockets.target")
    assert "io.activityd.save" in as_person("alice", "activityctl", "sheet", PHOTO, "--json").out
    as_person("alice", "activityctl", "perform", "io.activityd.save", PHOTO)
    status = run("activityctl", "--system", "status").out
    assert "Rejected" in status, status
    assert property_of("activityd.service", "User") == "activityd"


@test("its sheet comes up and saves a photo")
def sheet():
    saved = pwd.getpwnam("alice").pw_dir + "/Downloads"
    before = len(os.listdir(saved))
    command = share(PHOTO)
    colours = screen.picture("sheet-of-the-extension")
    screen.press("Right")
    screen.press("s")
    # The first press confirms the search result, the second one performs.
    screen.press("Return")
    screen.press("Return")
    assert outcome(command)[:2] == ("performed", 0)
    assert len(os.listdir(saved)) == before + 1
    return f"{colours} colours"


@test("policy that an extension brings is in force, and /etc takes it back")
def policy():
    drop_in = FOLDER + "/activityd/usr/lib/activityd/elections.d/50-image.json"
    os.makedirs(os.path.dirname(drop_in), exist_ok=True)
    with open(drop_in, "w", encoding="utf-8") as file:
        file.write('{"elections": {"io.activityd.save": {"election": "ignore", "locked": true}}}')
    # "refresh" instead of unmerging and merging: Debian 13's systemd would reload its units after each, and close sockets without
    # one.
    run("systemd-sysext", "refresh")
    as_person("alice", "activityctl", "reload")
    assert "io.activityd.save" not in as_person("alice", "activityctl", "sheet", PHOTO, "--json").out
    assert drop_in.removeprefix(FOLDER + "/activityd") in as_person("alice", "activityctl", "policy").out
    os.makedirs("/etc/activityd/elections.d")
    os.symlink("/dev/null", "/etc/activityd/elections.d/50-image.json")
    as_person("alice", "activityctl", "reload")
    assert "io.activityd.save" in as_person("alice", "activityctl", "sheet", PHOTO, "--json").out
    shutil.rmtree("/etc/activityd")


@test("unmerged, it is gone")
def unmerge():
    as_person("alice", "systemctl", "--user", "stop", "activityd.socket", "activityd-sheet.socket", "activityd.service",
              "activity-sheet.service")
    run("systemctl", "stop", "activityd.path", "activityd.socket", "activityd.service", "activityd-user.service")
    run("systemd-sysext", "unmerge")
    reload_managers()
    for gone in ["/usr/bin/activityctl", "/usr/bin/activity-sheet", "/usr/libexec/activityd", SYSTEM_SOCKET, user_socket("alice")]:
        assert not os.path.lexists(gone), gone
    assert run("systemctl", "--failed", "--quiet", "--no-legend").out == ""
