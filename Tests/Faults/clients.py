# SPDX-License-Identifier: Apache-2.0
"""Hostile clients, while an ordinary one is served.

Each case returns a sentence with figures, or raises AssertionError. After each case, the daemon must be the same process, serve
calls, and have closed all connections.
"""

import json
import os
import socket
import statistics
import threading
import time

from host import LIMIT, REGISTRY, SHEET, VarlinkError, wait_until
from operations import BUNDLE, files, upload

LIST = json.dumps({"method": f"{SHEET}.List", "parameters": {"content": [{"type": "image/png"}]}}).encode() + b"\0"
# A user's maximum of connections, less those of the neighbour and of the client that asks for their number.
CROWD = 250
FRAME = 1 << 20


class Neighbour:
    """An ordinary client, which requests a sheet every few milliseconds and records the time."""

    def __init__(self, daemon):
        self.connection = daemon.connect()
        self.times = []
        self.fault = None
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.ask)

    def ask(self):
        try:
            while not self.times or not self.ends.wait(0.005):
                begin = time.monotonic()
                assert self.connection.list()[1]
                self.times.append((time.monotonic() - begin) * 1e3)
        except Exception as error:
            self.fault = error

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()
        self.connection.close()

    def __str__(self):
        return (f"neighbour {len(self.times)} sheets, median {statistics.median(self.times):.1f} ms, "
                f"longest {max(self.times):.0f} ms")


class Crowd:
    """Many plain sockets."""

    def __init__(self, daemon, count, path=None):
        self.sockets = [self.connected(daemon, path) for _ in range(count)]

    @staticmethod
    def connected(daemon, path=None):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(LIMIT)
        client.connect(path or daemon.socket)
        return client

    def __enter__(self):
        return self.sockets

    def __exit__(self, *_):
        for client in self.sockets:
            client.close()


def push(clients, data):
    """Sends as much of `data` as the daemon accepts from each client, in turns; returns the number of bytes sent."""
    rest = {client: memoryview(data) for client in clients}
    sent = 0
    idle = 0
    while rest and idle < 20:
        moved = 0
        for client in list(rest):
            try:
                moved += (count := client.send(rest[client][:65536], socket.MSG_DONTWAIT))
                rest[client] = rest[client][count:]
            except BlockingIOError:
                continue
            except OSError:
                rest[client] = b""
            if not rest[client]:
                del rest[client]
        sent += moved
        idle = 0 if moved else idle + 1
        if not moved:
            time.sleep(0.01)
    return sent


def is_closed(client):
    """Whether the daemon has closed the connection. Discards any data before that."""
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


def slow_senders(daemon):
    with Crowd(daemon, CROWD) as clients:
        for byte in LIST:
            for client in clients:
                client.send(bytes([byte]))
        for client in clients:
            assert b'"activities"' in client.recv(65536)
    return f"{CROWD} clients sent {len(LIST)} bytes one by one, all answered"


def half_frames(daemon):
    with Crowd(daemon, CROWD) as clients:
        begin = time.monotonic()
        for client in clients:
            client.send(LIST[:40])
        assert all(is_closed(client) for client in clients)
        took = time.monotonic() - begin
    assert 9 < took < 30, took
    return f"{CROWD} half frames dropped after {took:.1f} s"


def large_frames(daemon):
    call = {"method": f"{SHEET}.List", "parameters": {"content": [{"type": "text/plain", "text": ""}]}}
    head, tail = json.dumps(call).encode().split(b'"text": "')
    head += b'"text": "'
    frame = head + b"x" * (FRAME - len(head) - len(tail)) + tail
    with Crowd(daemon, CROWD) as clients:
        for client in clients:
            client.sendall(frame)
        held = daemon.memory()
        for client in clients:
            client.send(b"\0")
        for client in clients:
            assert b'"activities"' in client.recv(65536)
    return f"{CROWD} frames of 1 MiB, held in {held} MiB, all answered"


def never_read(daemon):
    with Crowd(daemon, CROWD) as clients:
        sent = push(clients, LIST * 1_000)
        held = daemon.memory()
    return f"{CROWD} clients sent {sent >> 10} KiB of calls and read nothing: {held} MiB"


def portions_never_read(daemon):
    call = {"method": f"{REGISTRY}.Describe", "parameters": {}, "more": True}
    with Crowd(daemon, CROWD) as clients:
        push(clients, (json.dumps(call).encode() + b"\0") * 200)
        held = daemon.memory()
    return f"{CROWD} clients asked 200 times for all descriptions: {held} MiB"


def monitors_never_read(daemon):
    call = {"method": f"{SHEET}.Monitor", "parameters": {}, "more": True}
    changes = 100
    with Crowd(daemon, CROWD) as clients:
        push(clients, json.dumps(call).encode() + b"\0")
        with daemon.connect() as connection:
            for number in range(changes):
                last = connection.call(f"{REGISTRY}.Elect", identifier=BUNDLE,
                                       election=["ignore", "default"][number % 2])["generation"]
        held = daemon.memory()
        for client in clients:
            said = client.recv(1 << 20)
            assert said.endswith(b"\0") and str(last).encode() in said.split(b"\0")[-2], said[-200:]
    return f"{CROWD} watchers read nothing during {changes} changes: {held} MiB, then had the newest"


NONSENSE = {
    "100,000 deep": b"[" * 100_000, "objects 100,000 deep": b'{"a":' * 100_000,
    "no UTF-8": b'{"method":"\xff\xfe"}', "an overlong slash": b'{"method":"a\xc0\xaf"}',
    "half a surrogate": b'{"method":"\\ud800"}', "a key twice": b'{"method":"a.b","method":"a.b"}',
    "a number without end": b'{"method":"a.b","parameters":{"n":' + b"9" * 100_000 + b"}}",
    "an exponent without end": b'{"method":"a.b","parameters":{"n":1e' + b"9" * 1_000 + b"}}",
    "nothing": b"", "a byte order mark": b"\xef\xbb\xbf{}", "no call": b"[]", "an HTTP request": b"GET / HTTP/1.1\r\n",
    "noise": bytes(range(1, 256)) * 100,
}


def nonsense(daemon):
    """Valid JSON with numbers out of range is an error of the call; anything else closes the connection."""
    for name, frame in NONSENSE.items():
        with Crowd(daemon, 20) as clients:
            for client in clients:
                client.sendall(frame + b"\0")
            for client in clients:
                said = client.recv(65536) if b'"n":' in frame else b""
                assert b'"error"' in said or is_closed(client), name
    return f"{len(NONSENSE)} kinds, 20 clients each, all refused"


def pipelined(daemon, count=10_000):
    with Crowd(daemon, 1) as [client]:
        sender = threading.Thread(target=lambda: client.sendall(LIST * count))
        sender.start()
        answers = 0
        while answers < count:
            answers += client.recv(1 << 20).count(b"\0")
        sender.join()
    return f"{count} calls on one connection, {answers} answers"


def storm(daemon, count=10_000):
    begin = time.monotonic()
    for number in range(count):
        try:
            with Crowd(daemon, 1) as [client]:
                if number % 2:
                    client.send(LIST if number % 4 == 1 else LIST[:30])
        except (BlockingIOError, ConnectionError):
            pass
    return f"{count} connections in {time.monotonic() - begin:.1f} s"


def sandbox_at_quota(daemon):
    """An app in a sandbox uses up its quota; clients outside of it are served all the time."""
    call = {"method": f"{SHEET}.Icon", "parameters": {"identifier": BUNDLE, "size": 500}}
    icon = json.dumps(call).encode() + b"\0"
    with Crowd(daemon, 250, daemon.sandbox_socket) as clients:
        refused = sum(b"LimitExceeded" in client.recv(65536) for client in clients[128:])
        assert refused == 250 - 128, refused
        for client in clients[:128]:
            client.send(icon)
        with Crowd(daemon, 100) as others:
            push(others, icon)
            assert all(b'"png"' in client.recv(1 << 20) for client in others[:4])
            push(others, LIST)
    return f"a sandbox with 128 connections was refused {refused} more, and 100 clients beside it were served"


CASES = {"slow senders": slow_senders, "half frames": half_frames, "frames of 1 MiB": large_frames,
         "replies never read": never_read, "portions never read": portions_never_read,
         "streams never read": monitors_never_read, "nonsense": nonsense, "pipelining": pipelined,
         "connection storm": storm, "a sandbox at its quota": sandbox_at_quota}
SLOW = ["half frames", "frames of 1 MiB"]


def connections(daemon):
    """The number of connections; None if the daemon still refuses ours because it has not noticed that the others have closed."""
    try:
        return daemon.call(f"{REGISTRY}.Status")["connections"]
    except VarlinkError as error:
        if error.name == f"{SHEET}.LimitExceeded":
            return None
        raise


def hold(daemon, case):
    """Runs a case beside a neighbour, and checks the invariants afterwards."""
    daemon.call(f"{REGISTRY}.Register", files=upload(files("one")))
    pid = daemon.pid
    with Neighbour(daemon) as neighbour:
        said = case(daemon)
    assert neighbour.fault is None, f"the neighbour was not served: {neighbour.fault}"
    assert daemon.process.poll() is None and daemon.pid == pid, "the daemon died"
    wait_until(lambda: connections(daemon) == 1, "all connections given back")
    return f"{said}; {neighbour}; {daemon.memory()} MiB afterwards"


# Cases that need a separate daemon or separate users

def at_quota(daemon):
    """Another user uses up the quota of a user; we are served all the time."""
    for place in (daemon.folder, daemon.folder / "run", daemon.folder / "run/activityd"):
        place.chmod(0o755)
    os.chmod(daemon.socket, 0o666)
    go, done = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.setgid(65_534)
        os.setuid(65_534)
        refused = 0
        clients = [Crowd.connected(daemon) for _ in range(300)]
        for client in clients:
            try:
                client.sendall(LIST)
                refused += b"LimitExceeded" in client.recv(65536)
            except ConnectionError:
                refused += 1
        os.write(done[1], str(refused).encode())
        os.read(go[0], 1)
        os._exit(0)
    refused = int(os.read(done[0], 10))
    try:
        others = Crowd(daemon, 100)
        with others as clients:
            push(clients, LIST)
            assert all(b'"activities"' in client.recv(65536) for client in clients)
    finally:
        os.write(go[1], b".")
        os.waitpid(child, 0)
    assert refused == 300 - 256, refused
    return f"a user with 256 connections was refused {refused} more, and told so; 100 of another user were served"


def without_descriptors(daemon):
    """A hundred clients of a daemon that may open 64 descriptors."""
    crowd = [Crowd.connected(daemon) for _ in range(100)]
    push(crowd, LIST)
    assert b'"activities"' in crowd[0].recv(65536)
    served = 1
    for client in crowd[1:]:
        # The others wait in the queue. There is no sign that no further one will be served, so their number is only printed.
        client.settimeout(0.5)
        try:
            served += b'"activities"' in client.recv(65536)
        except (TimeoutError, ConnectionError):
            break
    call = {"method": f"{REGISTRY}.Register", "parameters": {"files": upload(files("one"))}}
    crowd[0].sendall(json.dumps(call).encode() + b"\0")
    said = crowd[0].recv(65536)
    assert b"StorageFailed" in said or b'"generation"' in said, said
    crowd[0].sendall(LIST)
    assert b'"activities"' in crowd[0].recv(65536), "who was connected is no longer served"
    for client in crowd:
        client.close()
    begin = time.monotonic()
    if daemon.is_closed():  # The policy could not be read either; the daemon retries only after half a minute.
        daemon.call("io.systemd.service.Reload")
    daemon.call(f"{REGISTRY}.Register", files=upload(files("one")))
    took = time.monotonic() - begin
    assert BUNDLE in daemon.connect().list()[1]
    how = "told why not" if b"StorageFailed" in said else "done"
    return f"100 clients at 64 descriptors: {served} served, a change {how}; {took:.1f} s after they left all is as before"

