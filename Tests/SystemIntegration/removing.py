# SPDX-License-Identifier: Apache-2.0
"""Removes and purges the package, and checks what remains."""

import os

from cases import test
from host import as_person, install, property_of, run, user_socket
from varlink import SYSTEM_SOCKET


@test("removing ends the daemons and leaves what was decided and configured")
def remove():
    as_person("alice", "activityctl", "elect", "org.example.stamp", "ignore")
    run("apt-get", "remove", "--yes", "activityd")
    assert run("pgrep", "--exact", "activityd", check=False).status == 1
    for gone in [SYSTEM_SOCKET, user_socket("alice"), "/run/varlink/registry/io.activityd.Sheet", "/usr/bin/activityctl",
                 "/usr/share/activityd", "/usr/libexec/activityd"]:
        assert not os.path.lexists(gone), gone
    for kept in ["/var/lib/activityd/activities/org.example.stamp.activity", "/etc/activityd/activityd.json"]:
        assert os.path.exists(kept), kept


@test("installed again, it finds all that was registered and decided")
def again():
    install()
    assert "org.example.stamp" in run("activityctl", "list").out
    assert "org.example.stamp" not in as_person("alice", "activityctl", "list").out
    assert property_of("activityd.socket", "ActiveState", "alice") == "active"


@test("purging takes the system's state, names what is the administrator's, and leaves people theirs")
def purge():
    os.makedirs("/etc/activities", exist_ok=True)
    with open("/etc/activities/own", "w", encoding="ascii"):
        pass
    purged = run("apt-get", "purge", "--yes", "activityd")
    assert "/etc/activities holds files of yours" in purged.out
    assert "dpkg: warning" not in purged.out + purged.err, purged
    os.remove("/etc/activities/own")
    for gone in ["/var/lib/activityd", "/var/cache/activityd", "/etc/activityd"]:
        assert not os.path.exists(gone), gone
    kept = "/home/alice/.local/state/activityd"
    assert os.listdir(kept), kept
    assert run("systemctl", "--failed", "--quiet", "--no-legend").out == ""
