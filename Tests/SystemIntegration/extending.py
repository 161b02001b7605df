# SPDX-License-Identifier: Apache-2.0
"""The system extension, on a machine that has no package of ours: merged it works at once, unmerged it is gone."""

import os
import shutil

from cases import test
from host import HERE, PHOTO, as_person, property_of, run, user_socket
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
    # What the next boot, and the next login, do by themselves.
    run("systemctl", "restart", "sockets.target")
    as_person("alice", "systemctl", "--user", "restart", "sockets.target")
    assert "io.activityd.save" in as_person("alice", "activityctl", "sheet", PHOTO, "--json").out
    as_person("alice", "activityctl", "perform", "io.activityd.save", PHOTO)
    status = run("activityctl", "--system", "status").out
    assert "Rejected" in status, status
    assert property_of("activityd.service", "User") == "activityd"


@test("policy that an extension brings is in force, and /etc takes it back")
def policy():
    run("systemd-sysext", "unmerge")
    drop_in = FOLDER + "/activityd/usr/lib/activityd/elections.d/50-image.json"
    os.makedirs(os.path.dirname(drop_in), exist_ok=True)
    with open(drop_in, "w", encoding="utf-8") as file:
        file.write('{"elections": {"io.activityd.save": {"election": "ignore", "locked": true}}}')
    run("systemd-sysext", "merge")
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
    as_person("alice", "systemctl", "--user", "stop", "activityd.socket", "activityd-sheet.socket", "activityd.service")
    run("systemctl", "stop", "activityd.socket", "activityd.service", "activityd-user.service")
    run("systemd-sysext", "unmerge")
    reload_managers()
    for gone in ["/usr/bin/activityctl", "/usr/libexec/activityd", SYSTEM_SOCKET, user_socket("alice")]:
        assert not os.path.lexists(gone), gone
    assert run("systemctl", "--failed", "--quiet", "--no-legend").out == ""
