# SPDX-License-Identifier: Apache-2.0
"""Runs fifty clients of one daemon until a file exists, and prints the results of their calls. Runs on the machine itself."""

import json
import os
import sys
import threading

from varlink import REGISTRY, SHEET, Connection

CONTENT = [{"type": "image/png", "uri": "file:///etc/hostname"}]


class Client(threading.Thread):
    """Repeats the same call. If the connection ends, it reconnects and repeats the call."""

    def __init__(self, work):
        super().__init__()
        self.work = work
        self.calls = self.reconnects = self.unknown = 0
        self.fault = None

    def run(self):
        try:
            while not os.path.exists(STOP):
                self.session()
        except Exception as error:  # a call was refused, or the socket does not exist
            self.fault = repr(error)

    def session(self):
        with Connection(SOCKET) as connection:
            try:
                while not os.path.exists(STOP):
                    self.work(self, connection)
                    self.calls += 1
            except ConnectionError:
                self.reconnects += 1


def list_activities(_, connection):
    assert IDENTIFIER in connection.list()[1]


def watch(client, connection):
    connection.send(f"{SHEET}.Monitor", more=True)
    connection.receive()
    # Causes a new generation, of which all watching clients are notified.
    with Connection(SOCKET) as other:
        other.call(f"{REGISTRY}.Elect", identifier="io.activityd.message", election="use")
        other.call(f"{REGISTRY}.Elect", identifier="io.activityd.message", election="default")
    connection.receive()
    client.calls += 1
    # A connection watches until it ends, so that reconnecting counts as the next round.
    raise ConnectionError


def perform(client, connection):
    """Performs; after a lost connection, follows the perform that it started before."""
    unit = getattr(client, "unit", None)
    client.unit = None
    if unit:
        connection.send(f"{SHEET}.Follow", more=True, unit=unit)
    else:
        connection.send(f"{SHEET}.Perform", more=True, identifier=IDENTIFIER, content=CONTENT)
    while True:
        reply = connection.receive()
        client.unit = reply["unit"]
        if reply["state"] == "finished":
            break
    client.unit = None
    if reply.get("status", "").startswith("How it ended is not known"):
        client.unknown += 1
    else:
        assert reply["result"] == "success", reply


if __name__ == "__main__":
    SOCKET, STOP, IDENTIFIER = sys.argv[1:]
    clients = [Client(work) for work, count in [(list_activities, 25), (watch, 5), (perform, 20)] for _ in range(count)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    kinds = {"list": clients[:25], "watch": clients[25:30], "perform": clients[30:]}
    print(json.dumps({
        "calls": {kind: sum(client.calls for client in group) for kind, group in kinds.items()},
        "reconnects": sum(client.reconnects for client in kinds["list"] + kinds["perform"]),
        "unknown": sum(client.unknown for client in clients),
        "faults": [client.fault for client in clients if client.fault]}))
