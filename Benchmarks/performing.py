# SPDX-License-Identifier: Apache-2.0
"""The effect of disk access on a client, and the time that a sandbox adds to the start of an activity."""

import base64
import contextlib
import ctypes
import json
import os
import pathlib
import statistics
import threading
import time

from changing import run_beside
from client import Client, VarlinkError
from servers import CHECKOUT, Daemon
from waiting import wait_until

PERFORM = "io.activityd.Sheet.Perform"
# Creates its files and a FIFO, waits until the benchmark has opened and closed the FIFO, and ends.
LITTER = """
import os, sys
os.chdir(os.environ["TMPDIR"])
for number in range(int(sys.argv[1])):
    open(str(number), "w").close()
os.mkfifo("gate")
open("gate").read()
"""
MNT_DETACH = 2


def bundle(identifier, argv, **perform):
    """A bundle's files, by path."""
    manifest = {
        "manifestVersion": 1,
        "identifier": identifier,
        "title": identifier.rpartition(".")[2].title(),
        "icon": "icon.png",
        "category": "action",
        "accepts": [{"types": ["text/plain"]}],
        "perform": {"exec": argv} | perform,
    }
    return {
        "manifest.json": json.dumps(manifest).encode(),
        "icon.png": (CHECKOUT / "Activities/io.activityd.save.activity/icon.png").read_bytes(),
    }


def register(daemon, files):
    upload = [{"path": path, "data": base64.b64encode(data).decode()} for path, data in files.items()]
    Client(daemon.socket).call("io.activityd.Registry.Register", files=upload)


def perform(daemon, identifier, **parameters):
    content = {"identifier": identifier, "content": [{"type": "text/plain", "text": "a"}]}
    return Client(daemon.socket).call(PERFORM, **content | parameters)


def beside(folder, load, files):
    """A client sends 1,000 requests a second beside each of these operations, to a separate daemon."""
    daemon = Daemon(folder / "beside", folder / "beside-data")
    works = {
        "nothing": lambda: time.sleep(3),
        "ten Registers of 256 files": lambda: registering(daemon),
        f"the removal of {files:,} files": littered(daemon, folder / "beside/home/.cache/activityd/performs", files),
        "a mount that hangs": lambda: hanging(daemon, folder / "dead"),
    }
    try:
        return {name: run_beside(daemon, load, work) for name, work in works.items()}
    finally:
        daemon.stop()


def registering(daemon):
    for number in range(10):
        files = bundle("org.example.large", ["true"])
        files |= {f"data/{index}": b"%d" % number * 1_000 for index in range(256 - len(files))}
        register(daemon, files)


def littered(daemon, stores, files):
    """Lets an activity fill its TMPDIR; returns a function that ends it and waits for the removal."""
    argv = ["python3", "-c", LITTER, str(files)]
    register(daemon, bundle("org.example.litter", argv, network=False))
    performing = threading.Thread(target=perform, args=[daemon, "org.example.litter"])
    performing.start()
    gate = open(wait_until(lambda: next(stores.glob("*/tmp/gate"), None), "the activity's gate"), "w")

    def end():
        gate.close()
        performing.join()
        # Without a time limit: removing so many files takes long on some disks.
        while any(stores.iterdir()):
            time.sleep(0.01)

    return end


def hanging(daemon, place):
    """One client names a bundle on a FUSE mount whose server never replies, and another registers
    meanwhile."""
    with dead(place):
        asking = threading.Thread(target=refused, args=[lambda: perform(daemon, "a.b", bundle=str(place / "a.b.activity"))])
        asking.start()
        time.sleep(6)
        refused(lambda: register(daemon, bundle("org.example.late", ["true"])))
    asking.join()


@contextlib.contextmanager
def dead(place):
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    server = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={server},rootmode=40000,user_id=0,group_id=0".encode()
    try:
        if libc.mount(b"dead", bytes(place), b"fuse", 0, options) != 0:
            raise OSError(ctypes.get_errno(), "a mount takes root", str(place))
        yield
    finally:
        # Closing the connection fails all waiting system calls.
        libc.umount2(bytes(place), MNT_DETACH)
        os.close(server)


def refused(work):
    with contextlib.suppress(VarlinkError):
        work()


def narrowed(folder, rounds):
    """Milliseconds from the call to the end of `true`, without and with a sandbox in turn. systemd is not
    involved."""
    daemon = Daemon(folder / "narrowed", folder / "narrowed-data")
    try:
        register(daemon, bundle("org.example.plain", ["true"]))
        register(daemon, bundle("org.example.narrowed", ["true"], network=False, writes=[]))
        times = {"plain": [], "narrowed": []}
        for _ in range(rounds):
            for name, found in times.items():
                begin = time.monotonic()
                ended = perform(daemon, f"org.example.{name}")
                found.append((time.monotonic() - begin) * 1e3)
                assert ended["result"] == "success", ended
        return {name: statistics.median(found) for name, found in times.items()} | {"rounds": rounds}
    finally:
        daemon.stop()
