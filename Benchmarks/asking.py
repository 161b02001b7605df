# SPDX-License-Identifier: Apache-2.0
"""The requests, and the load program that sends and times them."""

import json
import pathlib
import random
import subprocess

from client import Client

# Placeholder that the load program replaces with the number of the call.
NUMBER = "@@@@@@@@@@@@"

KINDS = [
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("application/pdf", "pdf"),
    ("text/plain", "txt"),
    ("video/mp4", "mp4"),
    ("audio/mpeg", "mp3"),
    ("text/csv", "csv"),
    ("application/zip", "zip"),
    ("application/vnd.oasis.opendocument.text", "odt"),
    ("text/x-python", "py"),
    ("image/svg+xml", "svg"),
    ("application/json", "json"),
]


def item(kind, extension, number, choice):
    name = f"holiday-{number}.{extension}"
    return {
        "type": kind,
        "uri": "file:///home/ada/Pictures/" + name,
        "name": name,
        "size": choice.randint(1000, 1 << 24),
    }


def frame(items):
    call = {"method": "io.activityd.Sheet.List", "parameters": {"content": items, "locale": "de"}}
    return json.dumps(call).encode() + b"\0"


def one_file(kind="image/png", extension="png", number="000000000000"):
    return frame([item(kind, extension, number, random.Random(1))])


def selection(count, number="000000000000", seed=2):
    """A request for `count` files of mixed types. The first one's name contains the number."""
    choice = random.Random(seed)
    items = [item(*KINDS[index % len(KINDS)], "%012d" % index, choice) for index in range(1, count)]
    return frame([item(*KINDS[1], number, choice)] + items)


def small_selections(count=2000):
    """Requests for one to five files of random types. No two have the same names and sizes."""
    choice = random.Random(3)
    return b"".join(
        frame(
            [
                item(*choice.choice(KINDS), NUMBER if index == 0 else "%012d" % index, choice)
                for index in range(choice.randint(1, 5))
            ]
        )
        for _ in range(count)
    )


REQUESTS = {
    "one picture, repeated": one_file(),
    "one picture, no two calls alike": one_file(number=NUMBER),
    "200 files, repeated": selection(200),
    "200 files, no two calls alike": selection(200, NUMBER),
    "1 to 5 files, mixed": small_selections(),
    "one PDF, no two calls alike": one_file("application/pdf", "pdf", NUMBER),
}


def first(requests):
    """The first request in a file, with the number of the first call."""
    return requests.partition(b"\0")[0].replace(NUMBER.encode(), b"000000000001") + b"\0"


def answer(daemon, requests):
    """The daemon's reply to the first request, with its NUL, and the identifiers that it lists."""
    client = Client(daemon.socket)
    client.socket.sendall(first(requests))
    reply = client.frame()
    return reply + b"\0", [
        activity["identifier"] for activity in json.loads(reply)["parameters"]["activities"]
    ]


class Load:
    """Runs the load program."""

    def __init__(self, tools, folder):
        self.program = str(tools / "load")
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.files = {}

    def file(self, requests):
        if requests not in self.files:
            self.files[requests] = self.folder / str(len(self.files))
            self.files[requests].write_bytes(requests)
        return str(self.files[requests])

    def arguments(self, server, requests, connections, seconds, reply_bytes=None, rate=None):
        options = (["-b", str(reply_bytes)] if reply_bytes else []) + (["-r", str(rate)] if rate else [])
        return [self.program, *options, server.socket, self.file(requests), str(connections), str(seconds)]

    def run(self, *arguments, cpus=None, **options):
        pinned = ["taskset", "-c", ",".join(map(str, cpus))] if cpus else []
        done = subprocess.run(
            pinned + self.arguments(*arguments, **options), check=True, capture_output=True, text=True
        )
        return figures(done.stdout)


def figures(line):
    replies, seconds, p50, p90, p99, maximum = map(float, line.split())
    return {
        "replies": replies,
        "throughput": replies / seconds,
        "p50": p50,
        "p90": p90,
        "p99": p99,
        "maximum": maximum,
    }
