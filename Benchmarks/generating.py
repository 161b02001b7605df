# SPDX-License-Identifier: Apache-2.0
"""A thousand KDE service menus with three actions each: translated for the first time, after a change, and
without any change."""

import json
import os
import shutil
import statistics
import subprocess
import time

from client import Client
from servers import CHECKOUT, PROGRAMS, Daemon
from starting import idle_memory
from waiting import wait_until

MENUS = 1_000
ACTIONS = 3
# Only one menu accepts this type, so that its sheet is small.
RARE = "image/x-portable-bitmap"
LIST = "io.activityd.Sheet.List"


def write_menus(data):
    folder = data / "kio/servicemenus"
    folder.mkdir(parents=True)
    for number in range(MENUS):
        write_menu(folder, number, f"Convert {number}")
    return folder


def write_menu(folder, number, title):
    """Writes a menu by a rename, like editors and package managers."""
    kind = RARE if number == 0 else "image/png;image/jpeg"
    names = "".join(f"a{action};" for action in range(ACTIONS))
    lines = ["[Desktop Entry]", "Type=Service", f"MimeType={kind};", f"Actions={names}"]
    for action in range(ACTIONS):
        lines += [f"[Desktop Action a{action}]", f"Name={title} as {action}", f"Exec=true %F {action}", "Icon=image"]
    staged = folder.parent / "staged"
    staged.write_text("\n".join(lines) + "\n")
    staged.chmod(0o755)
    os.rename(staged, folder / f"menu{number:04}.desktop")


def measure(folder, starts, changes, runs):
    """Measures each kind of start `starts` times, `changes` changes, and `runs` runs of one generator."""
    generators, none = folder / "generators", folder / "none"
    none.mkdir(parents=True)
    subprocess.run([CHECKOUT / "tools/link-generators", PROGRAMS, generators], check=True)
    data, empty = folder / "data", folder / "empty"
    empty.mkdir()
    menus = write_menus(data)
    home = folder / "home"
    first = [first_run(home, data, generators) for _ in range(starts)]
    # The same bundles as a person's own ones, without generators.
    own, made = folder / "own", home / "home/.cache/activityd/generated/kde-service-menus"
    shutil.copytree(made, own / "activities", ignore=shutil.ignore_patterns("left-out"))
    for identifier in (own / "activities").iterdir():
        drop_origin(identifier / "manifest.json")
    plain = folder / "plain"
    start(plain, own, none, MENUS * ACTIONS)
    pairs = [
        {
            "generated": start(home, data, generators, MENUS * ACTIONS),
            "own": start(plain, own, none, MENUS * ACTIONS),
            "idle": start(folder / "idle", empty, generators, 0),
            "without": start(folder / "without", empty, none, 0),
        }
        for _ in range(starts)
    ]
    return {
        "first": {key: statistics.median(one[key] for one in first) for key in first[0]},
        "ready": {kind: statistics.median(pair[kind] for pair in pairs) for kind in pairs[0]},
        "update": change(home, data, generators, menus, changes),
        "nothing": nothing(folder, generators / "contracts", empty, runs),
    }


def drop_origin(manifest):
    """Removes "origin", which only a generated bundle may have."""
    keys = json.loads(manifest.read_text())
    del keys["origin"]
    manifest.write_text(json.dumps(keys, indent=2))


def first_run(home, data, generators):
    """The first start, without generated bundles or verdicts: milliseconds from exec until all serve, and the
    memory a while later."""
    shutil.rmtree(home, ignore_errors=True)
    daemon = Daemon(home, data, generators=generators)
    try:
        served = daemon.served(MENUS * ACTIONS)
        run = settled(daemon, "kde-service-menus")
        return {"ready": daemon.ready, "served": served, "run": run["durationUSec"] / 1e3, **idle_memory(daemon)}
    finally:
        daemon.stop()


def settled(daemon, name):
    """The entry of one generator once none is running."""
    return next(one for one in at_rest(daemon) if one["name"] == name)


def at_rest(daemon):
    """The entries of all generators once none is running."""
    client = Client(daemon.socket)

    def told():
        found = client.call("io.activityd.Registry.Generators")["generators"]
        return None if any(one["running"] for one in found) else (found,)

    return wait_until(told, "the generators' end")[0]


def start(home, data, generators, count):
    """Milliseconds to READY with all verdicts cached. Ends the daemon once it is idle, so that no work is
    left for the next one."""
    daemon = Daemon(home, data, generators=generators)
    try:
        daemon.served(count)
        at_rest(daemon)
        return daemon.ready
    finally:
        daemon.stop()


def change(home, data, generators, menus, changes):
    """Milliseconds from the rename of a menu's file until a monitoring app has a sheet with its new title."""
    daemon = Daemon(home, data, generators=generators)
    try:
        daemon.served(MENUS * ACTIONS)
        client, monitor, times = Client(daemon.socket), Client(daemon.socket), []
        monitor.send("io.activityd.Sheet.Monitor", more=True)
        for number in range(changes):
            settled(daemon, "kde-service-menus")
            # A generator starts at most once a second.
            time.sleep(1)
            begin = time.monotonic()
            write_menu(menus, 0, f"Changed {number}")
            wanted = f"Changed {number} as 0"
            while all(one["title"] != wanted for one in client.call(LIST, content=[{"type": RARE}])["activities"]):
                monitor.receive()
            times.append((time.monotonic() - begin) * 1e3)
        return {"median": statistics.median(times), "maximum": max(times)}
    finally:
        daemon.stop()


def nothing(folder, program, data, runs):
    """Milliseconds of a generator that finds no file of its format."""
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    environment |= {name: str(data) for name in ("XDG_DATA_HOME", "XDG_DATA_DIRS")}
    times = []
    for number in range(runs):
        made = folder / f"made{number}"
        made.mkdir()
        begin = time.monotonic()
        subprocess.run([program, made], check=True, stdout=subprocess.DEVNULL, env=environment)
        times.append((time.monotonic() - begin) * 1e3)
    return statistics.median(times)
