# SPDX-License-Identifier: Apache-2.0
"""A minimal Varlink client, so that the daemon is not tested with its own code."""

import json
import socket

from waiting import LIMIT

SHEET = "io.activityd.Sheet"
REGISTRY = "io.activityd.Registry"
SERVICE = "io.systemd.service"
SYSTEM_SOCKET = "/run/activityd/io.activityd"


class VarlinkError(Exception):
    def __init__(self, name, parameters):
        super().__init__(f"{name} {parameters}")
        self.name = name


def framed(method, more=False, **parameters):
    """A serialized call, with its NUL."""
    call = {"method": method, "parameters": parameters}
    if more:
        call["more"] = True
    return json.dumps(call).encode() + b"\0"


class Connection:
    """One connection. Calls raise VarlinkError for an error reply, and ConnectionError if the daemon has closed it."""

    def __init__(self, path=SYSTEM_SOCKET, timeout=LIMIT):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, more=False, **parameters):
        self.socket.sendall(framed(method, more, **parameters))

    def ask(self, frame):
        """Sends a framed call, and returns the reply's frame."""
        self.socket.sendall(frame)
        return self.frame()

    def frame(self):
        """The next frame, without its NUL."""
        while b"\0" not in self.rest:
            data = self.socket.recv(1 << 18)
            if not data:
                raise ConnectionError("the daemon closed the connection")
            self.rest += data
        frame, _, self.rest = self.rest.partition(b"\0")
        return frame

    def receive(self):
        reply = json.loads(self.frame())
        if "error" in reply:
            raise VarlinkError(reply["error"], reply.get("parameters"))
        return reply["parameters"]

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()

    def list(self, *types):
        """Lists activities for MIME types; returns the generation and the identifiers."""
        reply = self.call(f"{SHEET}.List", content=[{"type": type} for type in types or ["image/png"]])
        return reply["generation"], [activity["identifier"] for activity in reply["activities"]]

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def call(path, method, **parameters):
    with Connection(path) as connection:
        return connection.call(method, **parameters)
