# SPDX-License-Identifier: Apache-2.0
"""How performs end: by themselves, cancelled, and after the daemon that started them has ended."""

import json
import os
import signal
import socket
import time

from cases import test
from host import LIMIT, UNIT, Configuration, as_person, install, main_pid, property_of, wait_until
from performs import (HOME, WAITING, WHO, Perform, activity, activityctl, activityctl_by_itself, control_group, person,
                      open_gate, processes_in, read, shelf, units_left)

SPEAKS_THRICE = WAITING + """
# More than a pipe holds, so that it stands still without a reader.
say() { echo "$1"; head -c 12000 /dev/zero | tr '\\0' "$2"; echo; }
say before a
gate during
say during b
gate after
say after c
"""
WHOLE = "".join(f"{word}\n{letter * 12000}\n" for word, letter in
                [("before", "a"), ("during", "b"), ("after", "c")])


@test("Ctrl-C cancels, activityctl ends with 130, and no process of the unit is left")
def cancelled():
    stubborn = WAITING + "(trap '' INT TERM HUP; gate never) & sleep 1000 & echo here; gate never\n"
    with activity("org.example.waits", stubborn) as identifier:
        client = activityctl_by_itself("perform", "--json", identifier, "photo.png")
        unit = json.loads(client.stdout.readline())["unit"]
        group = control_group(unit)
        wait_until(lambda: len(processes_in(group)) >= 3, "its processes")
        client.send_signal(signal.SIGINT)
        out, err = client.communicate(timeout=LIMIT)
        end = json.loads(out.splitlines()[-1])
        assert client.returncode == 130 and "cancelled" in err, (client.returncode, err)
        assert end["result"] == "cancelled" and end["output"] == "here\n", end
        wait_until(lambda: not processes_in(group), "the end of all processes")
        wait_until(lambda: not units_left(), "the end of the unit")
        with Perform() as connection:
            assert connection.follow(unit)["result"] == "cancelled"


@test("a daemon that is killed in the middle loses nothing: the next one tells the end, with the whole output")
def killed():
    with activity("org.example.speaks", SPEAKS_THRICE) as identifier, Perform() as connection:
        unit = connection.start(identifier)
        before = main_pid(WHO)
        os.kill(before, signal.SIGKILL)
        open_gate("during")
        wait_until(lambda: main_pid(WHO) not in (0, before), "the next daemon")
        with Perform() as follower:
            open_gate("after")
            end = follower.follow(unit)
        assert end["result"] == "success" and end["exitStatus"] == 0, end
        assert end["output"] == WHOLE, len(end["output"])
    followed = activityctl("follow", unit)
    assert followed.out == WHOLE and followed.status == 0


@test("what ends while a killed daemon is not back is known to the one that comes")
def ended_alone():
    with activity("org.example.speaks", SPEAKS_THRICE + "exit 3\n") as identifier, Perform() as connection:
        unit = connection.start(identifier)
        group = control_group(unit)
        os.kill(main_pid(WHO), signal.SIGKILL)
        open_gate("during")
        open_gate("after")
        wait_until(lambda: not processes_in(group), "its end")
        with Perform() as follower:
            end = follower.follow(unit)
        assert (end["result"], end["exitStatus"]) == ("failure", 3), (end["result"], end.get("status"))
        assert end["output"] == WHOLE, len(end["output"])
    wait_until(lambda: not units_left(), "the end of the unit")


NARROWED = """#!/usr/bin/python3
import json, os, socket
def tried(work):
    try:
        work()
        return "done"
    except OSError as error:
        return os.strerror(error.errno)
home = os.environ["HOME"]
def connect(): socket.create_connection(("127.0.0.1", 4711), 5).close()
def write(path): return lambda: open(path, "w").close()
print(json.dumps({
    "network": tried(connect), "downloads": tried(write(home + "/Downloads/inside")),
    "home": tried(write(home + "/outside")), "tmp": tried(write("/tmp/outside")),
    "documents": tried(write(home + "/Documents/outside")),
    "runtime folder": tried(write("/run/user/%d/outside" % os.getuid())),
}))
"""


@test("who says that it needs no network and writes to Downloads alone is held to it by the kernel")
def narrowed():
    os.makedirs(HOME + "/Documents", exist_ok=True)
    os.chown(HOME + "/Documents", os.stat(HOME).st_uid, os.stat(HOME).st_gid)
    elsewhere = ["/tmp/outside", f"/run/user/{person().pw_uid}/outside"]
    with socket.create_server(("127.0.0.1", 4711)):
        results = {}
        for name, options in [("free", {}), ("narrowed", {"network": False, "writes": ["downloads"]})]:
            with activity("org.example." + name, NARROWED, **options) as identifier:
                results[name] = json.loads(activityctl("perform", identifier, "photo.png").out)
            for path in elsewhere if name == "free" else []:
                os.unlink(path)
    note = json.dumps(results["narrowed"])
    assert set(results["free"].values()) == {"done"}, results
    assert results["narrowed"].pop("downloads") == "done", results
    assert results["narrowed"].pop("network") in ["Connection refused", "Network is unreachable"], results
    # The sandbox has its own /tmp and runtime folder, which are empty at first and removed with it.
    assert results["narrowed"].pop("tmp") == results["narrowed"].pop("runtime folder") == "done", results
    assert not any(os.path.exists(path) for path in elsewhere), results
    assert set(results["narrowed"].values()) == {"Read-only file system"}, results
    return note


@test("the daemon is not idle until the last perform has ended, and is gone soon after")
def idle():
    as_person(WHO, "systemctl", "--user", "stop", UNIT)
    with Configuration(idleTimeoutUSec=200_000):
        with activity("org.example.speaks", SPEAKS_THRICE) as identifier:
            with Perform() as connection:
                unit = connection.start(identifier)
            pid = main_pid(WHO)
            time.sleep(1)
            assert main_pid(WHO) == pid, "it ended while something was performed"
            open_gate("during")
            open_gate("after")
            wait_until(lambda: property_of(UNIT, "ActiveState", WHO) == "inactive", "the idle exit")
        with Perform() as connection:
            assert connection.follow(unit)["output"] == WHOLE
        assert main_pid(WHO) != pid
        wait_until(lambda: property_of(UNIT, "ActiveState", WHO) == "inactive", "the second idle exit")
    assert not units_left()


@test("the package is upgraded in the middle of a perform, which ends well, with the whole output")
def upgraded():
    with activity("org.example.speaks", SPEAKS_THRICE) as identifier, Perform() as connection:
        unit = connection.start(identifier)
        before = main_pid(WHO)
        open_gate("during")
        install("--reinstall", "-o", "Dpkg::Options::=--force-confold")
        assert main_pid(WHO) != before
        open_gate("after")
        with Perform() as follower:
            end = follower.follow(unit)
        assert end["result"] == "success" and end["output"] == WHOLE, (end["result"], end.get("status"))
    assert json.loads(read(f"{shelf()}/{unit.split('@')[1].split('.')[0]}/result.json"))
