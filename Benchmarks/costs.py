# SPDX-License-Identifier: Apache-2.0
"""What one call may cost all others: how long it holds the thread that answers, at once and in all."""

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
# As many combining marks in a row as JSON may hold here, and a syllable of three letters.
MARKED, SYLLABLE = "a" + "\u0301" * 30, "\u1112\u1161\u11ab"
LOCALES = ["de", "fr", "es", "it", "nl", "pt-BR", "ja", "zh-CN", "ko", "ar", "he", "ru"]


def items(**values):
    return [{"type": "text/plain"} | values] * 4_000


def call(method, content=PICTURE, **parameters):
    """A frame without its NUL, as short as JSON lets it be."""
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
    """Where the person's daemon keeps them."""
    folder = home / "home/.local/state/activityd"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {f"org.example.n{number}": {"to": "ada"} for number in range(20_000)}
    (folder / "answers.json").write_text(json.dumps(kept, separators=(",", ":")))
    (folder / "answers.json").chmod(0o600)


def measure(home, data):
    """Milliseconds by call, each with a daemon of its own."""
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
        # An answer, be it an error, or the connection's end: a frame that is no call has no other.
        with contextlib.suppress(ConnectionError):
            client.frame()
    after = processor_time(daemon)
    held = Client(daemon.socket).call("io.activityd.Registry.Status")["worstCallUSec"]
    return {"held": held / 1e3, "whole": (after - before) / 1e6 / len(calls)}


def processor_time(daemon):
    """Nanoseconds, of the thread that answers: the first one."""
    return int(pathlib.Path(f"/proc/{daemon.pid}/task/{daemon.pid}/schedstat").read_text().split()[0])
