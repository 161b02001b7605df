# SPDX-License-Identifier: Apache-2.0
"""Clients that perform, follow, cancel and leave."""

import json

from asking import hold
from bundles import PERFORMED
from load import SHEET


def photo(name):
    return [{"type": "image/png", "uri": f"file:///home/ada/{name}.png"}]


def begin(connection, activity, name):
    """Performs; returns the unit."""
    identifier = PERFORMED[activity].model.identifier
    connection.send(f"{SHEET}.Perform", more=True, identifier=identifier, content=photo(name))
    reply = connection.receive()
    hold(reply["state"] == "started", reply)
    return reply["unit"]


def end(connection):
    """Waits for the last reply; returns its parameters."""
    while True:
        reply = json.loads(connection.frame())
        hold("error" not in reply, reply)
        if not reply.get("continues"):
            return reply["parameters"]


def check(result, name):
    hold(result["result"] == "success" and result["exitStatus"] == 0, result)
    hold(result["output"] == f"file:///home/ada/{name}.png\n", result)


def performing(load, dice):
    with load.connection() as connection:
        while True:
            name = f"{dice.randrange(1 << 32):08x}"
            unit = begin(connection, "fast", name)
            check(end(connection), name)
            load.did("performs")
            check(connection.call(f"{SHEET}.Follow", unit=unit), name)
            load.did("follows")
            begin(connection, "failing", name)
            result = end(connection)
            hold(result["result"] == "failure" and result["exitStatus"] == 7, result)
            load.did("performs that fail")
            yield


def cancelling(load, dice):
    with load.connection() as connection, load.connection() as other:
        while True:
            unit = begin(connection, "patient", "x")
            hold(other.call(f"{SHEET}.Cancel", unit=unit) == {}, "Cancel says something")
            result = end(connection)
            hold(result["result"] == "cancelled", result)
            load.did("cancels")
            yield


def leaving(load, dice):
    """Disconnects during a perform, which must go on."""
    while True:
        name = f"{dice.randrange(1 << 32):08x}"
        with load.connection() as connection:
            unit = begin(connection, "fast", name)
        with load.connection() as other:
            other.send(f"{SHEET}.Follow", more=True, unit=unit)
            check(end(other), name)
        load.did("performs that were left")
        yield
