# SPDX-License-Identifier: Apache-2.0
"""How much one call delays others: how long it occupies the serving thread, without a break and in total."""

import contextlib
import json
import pathlib

from client import Client
from servers import Daemon

COUNT = 3_000
LIST, EXPLAIN = "io.activityd.Sheet.List", "io.activityd.Registry.Explain"
OPTIONS, PREPARE, TARGETS = (f"io.activityd.Sheet.{name}" for name in ("Options", "Prepare", "Targets"))
CHOSEN = [{"identifier": f"io.activityd.{name}"} for name in ("without-location", "without-metadata", "smaller", "as-zip")]
PICTURE = [{"type": "image/png", "uri": "file:///home/ada/a.png", "name": "a.png", "size": 1}]
# The longest accepted run of combining marks, and a syllable of three letters.
MARKED, SYLLABLE = "a" + "\u0301" * 30, "\u1112\u1161\u11ab"
LOCALES = ["de", "fr", "es", "it", "nl", "pt-BR", "ja", "zh-CN", "ko", "ar", "he", "ru"]


def items(**values):
    return [{"type": "text/plain"} | values] * 4_000


def call(method, content=PICTURE, **parameters):
    """A frame in compact JSON, without its NUL."""
    whole = {"method": method, "parameters": {"content": content} | parameters}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


CALLS = {
    "List, 4,000 texts of combining marks": [call(LIST, items(text=MARKED * 3))],
    "List, a megabyte of Hangul names": [call(LIST, items(name=SYLLABLE * 20))],
    "List, a new locale and width each time": [
        call(LIST, locale=one, titleWidth=width) for width, one in enumerate(LOCALES, 10)
    ],
    "List, 30,000 excluded": [call(LIST, exclude=[f"org.example.n{number}" for number in range(30_000)])],
    "List, nested arrays": [call(LIST, "nest").replace(b'"nest"', b"[" + b",".join([b"[" * 60 + b"]" * 60] * 8_000) + b"]")],
    "List, 4,096 items": [call(LIST, PICTURE * 4_096)],
    "Options, 2,000 items": [call(OPTIONS, PICTURE * 2_000)],
    "Prepare, 2,000 items": [call(PREPARE, PICTURE * 2_000, options=CHOSEN)],
    "Targets, 2,000 items": [call(TARGETS, PICTURE * 2_000)],
    "Explain, one item": [call(EXPLAIN)],
    "Answers of 20,000 activities": [b'{"method":"io.activityd.Registry.Answers","parameters":{}}'],
}


def answers(home):
    """Writes 20,000 stored answers into the daemon's state folder."""
    folder = home / "home/.local/state/activityd"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {f"org.example.n{number}": {"to": "ada"} for number in range(20_000)}
    (folder / "answers.json").write_text(json.dumps(kept, separators=(",", ":")))
    (folder / "answers.json").chmod(0o600)


def measure(home, data):
    """Milliseconds by call; each call has a separate daemon."""
    with running(home, data) as daemon:
        daemon.judged(COUNT)
    answers(home)
    found = {}
    for name, calls in CALLS.items():
        with running(home, data) as daemon:
            daemon.served(COUNT)
            found[name] = cost(daemon, calls)
    return found


@contextlib.contextmanager
def running(home, data):
    daemon = Daemon(home, data)
    try:
        yield daemon
    finally:
        daemon.stop()


def cost(daemon, calls):
    before = processor_time(daemon)
    for frame in calls:
        client = Client(daemon.socket)
        client.socket.sendall(frame + b"\0")
        # A reply, an error, or the end of the connection if the frame is not a call.
        with contextlib.suppress(ConnectionError):
            client.frame()
    after = processor_time(daemon)
    held = Client(daemon.socket).call("io.activityd.Registry.Status")["worstCallUSec"]
    return {"held": held / 1e3, "whole": (after - before) / 1e6 / len(calls)}


def processor_time(daemon):
    """Processor time of the serving thread, which is the first one, in nanoseconds."""
    return int(pathlib.Path(f"/proc/{daemon.pid}/task/{daemon.pid}/schedstat").read_text().split()[0])
