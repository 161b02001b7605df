# SPDX-License-Identifier: Apache-2.0
"""A bundle changes while a client sends requests: the time until the change is served, and its effect on the
client."""

import json
import os
import random
import shutil
import statistics
import struct
import subprocess
import time
import zlib

from asking import REQUESTS, figures
from client import Client

LIST, PICTURE = "io.activityd.Sheet.List", [{"type": "image/png"}]
# Requests per second. A person who opens menus causes far fewer; this rate shows the effect of a delay.
RATE = 1000


class Watcher:
    """Acts like an app: monitors generations, and requests a sheet at each new one."""

    def __init__(self, daemon):
        self.monitor, self.client = Client(daemon.socket), Client(daemon.socket)
        self.monitor.send("io.activityd.Sheet.Monitor", more=True)
        self.monitor.receive()

    def wait_for(self, fits):
        """Waits until `fits` accepts a sheet's activities; returns the time."""
        while True:
            self.monitor.receive()
            if fits(self.client.call(LIST, content=PICTURE)["activities"]):
                return time.monotonic()


def retitle(bundle, title, watcher):
    """Renames a new manifest over the old one; returns the milliseconds until a sheet has its title."""
    manifest = json.loads((bundle / "manifest.json").read_text())
    manifest["title"] = title
    (bundle / ".manifest.json.new").write_text(json.dumps(manifest))
    begin = time.monotonic()
    os.rename(bundle / ".manifest.json.new", bundle / "manifest.json")
    return (watcher.wait_for(lambda sheet: any(one["title"] == title for one in sheet)) - begin) * 1e3


def install(number, model, folder, watcher):
    """Renames a new bundle, whose icon was never judged, into the search path; returns the milliseconds until
    a sheet has it."""
    identifier = f"org.example.new{number}"
    staged = folder.parent / "staged"
    shutil.copytree(model, staged)
    manifest = json.loads((staged / "manifest.json").read_text()) | {"identifier": identifier}
    (staged / "manifest.json").write_text(json.dumps(manifest))
    picture = (staged / "icon.png").read_bytes()
    (staged / "icon.png").write_bytes(picture[:33] + comment(b"Comment\0new %d" % number) + picture[33:])
    begin = time.monotonic()
    os.rename(staged, folder / f"{identifier}.activity")
    return (
        watcher.wait_for(lambda sheet: any(one["identifier"] == identifier for one in sheet)) - begin
    ) * 1e3


def comment(text):
    """A PNG chunk that changes the file but not the picture."""
    return struct.pack(">I", len(text)) + b"tEXt" + text + struct.pack(">I", zlib.crc32(b"tEXt" + text))


def measure(daemon, load, data, changes):
    """Makes changes beside a client with a steady rate, whose times count from the moment each call was
    due."""
    folder, watcher = data / "activities", Watcher(daemon)
    bundles = sorted(bundle for bundle in folder.glob("*.activity") if b'["image/png"]' in packed(bundle))
    pause, times = random.Random(4), {"retitled": [], "installed": []}

    def change():
        for number in range(changes):
            bundle = pause.choice(bundles)
            times["retitled"].append(retitle(bundle, f"Frame {number}", watcher))
            time.sleep(pause.uniform(0.05, 0.25))
            times["installed"].append(install(number, bundle, folder, watcher))
            time.sleep(pause.uniform(0.05, 0.25))

    result = {"quiet": run_beside(daemon, load, lambda: time.sleep(changes * 0.5))}
    result["changing"] = run_beside(daemon, load, change)
    return result | {
        key: {"median": statistics.median(some), "maximum": max(some)} for key, some in times.items()
    }


def packed(bundle):
    return (bundle / "manifest.json").read_bytes().replace(b" ", b"").replace(b"\n", b"")


def run_beside(daemon, load, work):
    """Figures, in microseconds, of a client that sends 1,000 requests a second while `work` runs."""
    requests = REQUESTS["one picture, no two calls alike"]
    client = subprocess.Popen(
        load.arguments(daemon, requests, 1, 3600, rate=RATE), stdout=subprocess.PIPE, text=True
    )
    try:
        work()
    finally:
        client.terminate()
        line = client.communicate()[0]
    return figures(line)
