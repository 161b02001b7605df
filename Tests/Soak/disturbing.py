# SPDX-License-Identifier: Apache-2.0
"""Clients that watch, send nonsense, do not read, hang up, or are killed during a call."""

import json
import pathlib
import select
import signal
import subprocess
import sys
import time

from asking import FRAMES, SELECTIONS, hold
from load import LIMIT, SERVICE, SHEET, Connection, VarlinkError


def monitoring(load, dice):
    """Watches generations; each must be newer than the one before."""
    with load.connection() as connection:
        connection.send(f"{SHEET}.Monitor", more=True)
        before = 0
        while True:
            generation = connection.receive()["generation"]
            hold(generation > before, f"{generation} after {before}")
            before = generation
            load.did("generations told")
            yield


NONSENSE = [
    b"\0",
    b"{}\0",
    b"[]\0",
    b"GET / HTTP/1.1\r\n\r\n\0",
    b'{"method": 1}\0',
    b'{"method": "io.activityd.Sheet.List", "method": "x.y.Z"}\0',
    b'{"method": "io.activityd.Sheet.List", "parameters": []}\0',
    b'{"method": "io.activityd.Sheet.List", "parameters": {"content": []}}\0',
    b'{"method": "io.activityd.Sheet.List", "parameters": {"content": [{"type": "image/*"}]}}\0',
    b'{"method": "io.activityd.Sheet.List", "parameters": {"content": 1e999}}\0',
    b'{"method": "io.activityd.Sheet.\xff"}\0',
    b'{"method": "\\ud800"}\0',
    b'{"method": "no.such.Interface"}\0',
    b'{"method": "io.activityd.Registry.Check", "parameters": {"files": [{"path": "../x", "data": "!"}]}}\0',
    b"[" * 100_000 + b"\0",
    b'{"method": "' + b"x" * (1 << 20) + b'"}\0',
]


def confusing(load, dice):
    """Sends nonsense, to which the daemon replies with an error or closes the connection."""
    while True:
        with load.connection() as connection:
            nonsense = dice.choice(NONSENSE)
            if dice.random() < 0.5:
                nonsense = dice.randbytes(dice.randrange(2000)) + b"\0"
            try:
                connection.socket.sendall(nonsense)
                connection.socket.shutdown(1)
                reply = json.loads(connection.frame())
                hold("error" in reply, f"{nonsense[:100]} was answered {reply}")
            except (ConnectionError, BrokenPipeError):
                pass
        with load.connection() as connection:
            connection.call(f"{SERVICE}.Ping")
        load.did("hostile bytes")
        yield


def stalling(load, dice):
    """Sends half a call, or does not read a reply; the daemon must close the connection after its timeout."""
    while True:
        with load.connection() as connection:
            if dice.random() < 0.7:
                kind, seconds = "half calls", 10
                connection.socket.sendall(FRAMES[SELECTIONS[0]][: dice.randrange(1, 60)])
            else:
                kind, seconds = "replies not taken", 30
                connection.socket.settimeout(0.1)
                try:
                    while True:
                        connection.socket.sendall(FRAMES[SELECTIONS[0]] * 100)
                except TimeoutError:
                    connection.socket.settimeout(LIMIT)
            since = time.monotonic()
            while not load.ends.is_set() and not hung_up(connection):
                continue
            hold(time.monotonic() - since < 3 * seconds, "it was waited for")
        load.did(kind)
        yield


def hung_up(connection):
    """Whether the daemon closes the connection within 200 ms. Reads nothing."""
    poll = select.poll()
    poll.register(connection.socket, 0)
    return bool(poll.poll(200))


def hanging_up(load, dice):
    """Disconnects with calls sent and replies unread."""
    while True:
        with load.connection() as connection:
            for _ in range(dice.randrange(1, 40)):
                connection.socket.sendall(FRAMES[dice.choice(SELECTIONS)])
            connection.socket.sendall(FRAMES[SELECTIONS[0]][: dice.randrange(60)])
        load.did("clients that hung up")
        yield


def killing(load, dice):
    """Runs clients in a separate process, which is killed while they wait for replies."""
    program = str(pathlib.Path(__file__).with_name("victim.py"))
    while True:
        victim = subprocess.Popen(
            [sys.executable, "-BS", program, load.daemon.socket, str(dice.random())], stdout=subprocess.PIPE
        )
        with victim:
            hold(victim.stdout.readline() == b"asks\n", "the client did not come to ask")
            load.ends.wait(dice.uniform(0, 0.3))
            hold(victim.poll() is None, "the client ended by itself")
            victim.send_signal(signal.SIGKILL)
        load.did("clients killed in a call")
        yield


def sandboxed(load, dice):
    """Tries forbidden calls on the sandboxes' socket; each must be refused."""
    connection = Connection(load.daemon.sandbox_socket)
    with connection:
        while True:
            try:
                connection.call(f"{SHEET}.Perform", identifier="org.example.run-fast", content=[])
                hold(False, "a sandbox performed")
            except VarlinkError as error:
                hold(error.name == "org.varlink.service.PermissionDenied", error)
            load.did("refusals of sandboxes")
            yield
